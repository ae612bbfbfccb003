public import HAL
public import HTTPTypes

/// Makes calls: a ``HypermediaClient``, or a wrapper of one.
///
/// Only `perform` is required; the methods of HTTP, chains of links and callbacks are built on it. A wrapper sees every
/// call, and a test can replace the whole client:
///
/// ```swift
/// struct Counting: CallPerforming {
///     let client: any CallPerforming
///     let count: @Sendable () -> Void
///
///     func perform<Model>(_ call: Call<Model>) async -> Outcome<Model> {
///         count()
///         return await client.perform(call)
///     }
/// }
/// ```
public protocol CallPerforming: Sendable {
    /// Makes a call, which ends in exactly one outcome.
    ///
    /// Canceling the task ends it as a connection failure of the kind `cancelled`.
    func perform<Model>(_ call: Call<Model>) async -> Outcome<Model>

    /// The base URI for relative targets, or nil if it does not exist or is unknown.
    ///
    /// A wrapper returns that of its client; an ``OAuthSession`` resolves its token endpoint against it.
    var baseURI: String? { get }
}

extension CallPerforming {
    /// Nil.
    public var baseURI: String? { nil }
}

/// A call as a value: method, target, content, and the serializer of the response.
public struct Call<Model: Sendable>: Sendable {
    /// The method.
    public var method: HTTPRequest.Method
    /// The URI or link.
    public var target: Target
    /// The body to send, or nil.
    public var content: RequestContent?
    /// Decodes the response.
    public var serializer: any Serializer<Model>
    /// The options of this call.
    public var options: RequestOptions
    /// The file for the body of the response, or nil if it becomes a model.
    var destination: DownloadDestination?

    /// Makes a call with any method and any serializer.
    public init(
        _ method: HTTPRequest.Method,
        _ target: Target,
        content: RequestContent? = nil,
        serializer: any Serializer<Model>,
        options: RequestOptions = RequestOptions()
    ) {
        self.method = method
        self.target = target
        self.content = content
        self.serializer = serializer
        self.options = options
    }

    /// Makes a call whose response is HAL and becomes a model.
    public init(
        _ method: HTTPRequest.Method,
        _ target: Target,
        content: RequestContent? = nil,
        as type: Model.Type = Model.self,
        options: RequestOptions = RequestOptions()
    ) where Model: Decodable {
        self.init(method, target, content: content, serializer: HALSerializer(type), options: options)
    }
}

extension Call where Model == JSONObject {
    /// Makes a call whose response is HAL and keeps its digits and its order.
    public init(
        _ method: HTTPRequest.Method,
        _ target: Target,
        content: RequestContent? = nil,
        options: RequestOptions = RequestOptions()
    ) {
        self.init(method, target, content: content, as: JSONObject.self, options: options)
    }
}

extension CallPerforming {
    /// GET: retrieves a representation.
    public func get<Model: Decodable & Sendable>(
        _ target: Target,
        as type: Model.Type = JSONObject.self,
        options: RequestOptions = RequestOptions()
    ) async -> Outcome<Model> {
        await perform(Call(.get, target, as: type, options: options))
    }

    /// HEAD: retrieves only the fields; the model is always nil.
    public func head(_ target: Target, options: RequestOptions = RequestOptions()) async -> Outcome<JSONObject> {
        await perform(Call(.head, target, options: options))
    }

    /// POST: submits content; a 201 has the `location` of the created resource.
    public func post<Model: Decodable & Sendable>(
        _ target: Target,
        _ content: RequestContent?,
        as type: Model.Type = JSONObject.self,
        options: RequestOptions = RequestOptions()
    ) async -> Outcome<Model> {
        await perform(Call(.post, target, content: content, as: type, options: options))
    }

    /// PUT: replaces the resource.
    public func put<Model: Decodable & Sendable>(
        _ target: Target,
        _ content: RequestContent?,
        as type: Model.Type = JSONObject.self,
        options: RequestOptions = RequestOptions()
    ) async -> Outcome<Model> {
        await perform(Call(.put, target, content: content, as: type, options: options))
    }

    /// PATCH: changes a part of the resource, RFC 5789.
    public func patch<Model: Decodable & Sendable>(
        _ target: Target,
        _ content: RequestContent?,
        as type: Model.Type = JSONObject.self,
        options: RequestOptions = RequestOptions()
    ) async -> Outcome<Model> {
        await perform(Call(.patch, target, content: content, as: type, options: options))
    }

    /// DELETE: removes the resource.
    public func delete<Model: Decodable & Sendable>(
        _ target: Target,
        _ content: RequestContent? = nil,
        as type: Model.Type = JSONObject.self,
        options: RequestOptions = RequestOptions()
    ) async -> Outcome<Model> {
        await perform(Call(.delete, target, content: content, as: type, options: options))
    }
}
