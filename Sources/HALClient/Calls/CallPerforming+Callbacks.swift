public import Dispatch
public import HAL
import HTTPTypes

extension CallPerforming {
    /// Makes a call and calls exactly one of the closures on `queue`, once.
    ///
    /// The default queue is ``HypermediaClient/Configuration/callbackQueue``. Notices are reported on the same
    /// queue as they occur.
    @discardableResult
    public func perform<Model>(
        _ call: Call<Model>,
        on queue: DispatchQueue? = nil,
        _ callbacks: Callbacks<Model>
    ) -> CallHandle {
        var call = call
        let delivery = CallbackDelivery()
        let onNotice = call.options.onNotice
        call.options.delivery = delivery
        call.options.onNotice = { notice in
            onNotice?(notice)
            guard let handler = callbacks.notice else { return }
            (queue ?? delivery.queue).async { handler(notice) }
        }
        return CallHandle(
            task: Task { [call] in
                let outcome = await perform(call)
                (queue ?? delivery.queue).async {
                    callbacks.call(with: outcome)
                    delivery.tellObservers()
                }
            }
        )
    }

    /// GET with callbacks.
    @discardableResult
    public func get<Model: Decodable & Sendable>(
        _ target: Target,
        as type: Model.Type = Model.self,
        options: RequestOptions = RequestOptions(),
        on queue: DispatchQueue? = nil,
        _ callbacks: Callbacks<Model>
    ) -> CallHandle {
        perform(Call(.get, target, as: type, options: options), on: queue, callbacks)
    }

    /// HEAD with callbacks.
    @discardableResult
    public func head(
        _ target: Target,
        options: RequestOptions = RequestOptions(),
        on queue: DispatchQueue? = nil,
        _ callbacks: Callbacks<JSONObject>
    ) -> CallHandle {
        perform(Call(.head, target, options: options), on: queue, callbacks)
    }

    /// POST with callbacks.
    @discardableResult
    public func post<Model: Decodable & Sendable>(
        _ target: Target,
        _ content: RequestContent?,
        as type: Model.Type = Model.self,
        options: RequestOptions = RequestOptions(),
        on queue: DispatchQueue? = nil,
        _ callbacks: Callbacks<Model>
    ) -> CallHandle {
        perform(Call(.post, target, content: content, as: type, options: options), on: queue, callbacks)
    }

    /// PUT with callbacks.
    @discardableResult
    public func put<Model: Decodable & Sendable>(
        _ target: Target,
        _ content: RequestContent?,
        as type: Model.Type = Model.self,
        options: RequestOptions = RequestOptions(),
        on queue: DispatchQueue? = nil,
        _ callbacks: Callbacks<Model>
    ) -> CallHandle {
        perform(Call(.put, target, content: content, as: type, options: options), on: queue, callbacks)
    }

    /// PATCH with callbacks.
    @discardableResult
    public func patch<Model: Decodable & Sendable>(
        _ target: Target,
        _ content: RequestContent?,
        as type: Model.Type = Model.self,
        options: RequestOptions = RequestOptions(),
        on queue: DispatchQueue? = nil,
        _ callbacks: Callbacks<Model>
    ) -> CallHandle {
        perform(Call(.patch, target, content: content, as: type, options: options), on: queue, callbacks)
    }

    /// DELETE with callbacks.
    @discardableResult
    public func delete<Model: Decodable & Sendable>(
        _ target: Target,
        _ content: RequestContent? = nil,
        as type: Model.Type = Model.self,
        options: RequestOptions = RequestOptions(),
        on queue: DispatchQueue? = nil,
        _ callbacks: Callbacks<Model>
    ) -> CallHandle {
        perform(Call(.delete, target, content: content, as: type, options: options), on: queue, callbacks)
    }
}
