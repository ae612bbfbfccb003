public import HAL
import HTTPTypes

extension CallExecutor {
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
        _ content: Content?,
        as type: Model.Type = JSONObject.self,
        options: RequestOptions = RequestOptions()
    ) async -> Outcome<Model> {
        await perform(Call(.post, target, content: content, as: type, options: options))
    }

    /// PUT: replaces the resource.
    public func put<Model: Decodable & Sendable>(
        _ target: Target,
        _ content: Content?,
        as type: Model.Type = JSONObject.self,
        options: RequestOptions = RequestOptions()
    ) async -> Outcome<Model> {
        await perform(Call(.put, target, content: content, as: type, options: options))
    }

    /// PATCH: changes a part of the resource, RFC 5789.
    public func patch<Model: Decodable & Sendable>(
        _ target: Target,
        _ content: Content?,
        as type: Model.Type = JSONObject.self,
        options: RequestOptions = RequestOptions()
    ) async -> Outcome<Model> {
        await perform(Call(.patch, target, content: content, as: type, options: options))
    }

    /// DELETE: removes the resource.
    public func delete<Model: Decodable & Sendable>(
        _ target: Target,
        _ content: Content? = nil,
        as type: Model.Type = JSONObject.self,
        options: RequestOptions = RequestOptions()
    ) async -> Outcome<Model> {
        await perform(Call(.delete, target, content: content, as: type, options: options))
    }
}
