#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Target {
    /// Makes a target of a URL.
    public init(_ url: URL) {
        self.init(url.relativeString)
    }
}

extension CallPerforming {
    /// GET: retrieves a representation.
    public func get<Model: Decodable & Sendable>(
        _ url: URL,
        as type: Model.Type = JSONObject.self,
        options: RequestOptions = RequestOptions()
    ) async -> Outcome<Model> {
        await get(Target(url), as: type, options: options)
    }

    /// POST: submits content; a 201 has the `location` of the created resource.
    public func post<Model: Decodable & Sendable>(
        _ url: URL,
        _ content: RequestContent?,
        as type: Model.Type = JSONObject.self,
        options: RequestOptions = RequestOptions()
    ) async -> Outcome<Model> {
        await post(Target(url), content, as: type, options: options)
    }

    /// PUT: replaces the resource.
    public func put<Model: Decodable & Sendable>(
        _ url: URL,
        _ content: RequestContent?,
        as type: Model.Type = JSONObject.self,
        options: RequestOptions = RequestOptions()
    ) async -> Outcome<Model> {
        await put(Target(url), content, as: type, options: options)
    }

    /// PATCH: changes a part of the resource, RFC 5789.
    public func patch<Model: Decodable & Sendable>(
        _ url: URL,
        _ content: RequestContent?,
        as type: Model.Type = JSONObject.self,
        options: RequestOptions = RequestOptions()
    ) async -> Outcome<Model> {
        await patch(Target(url), content, as: type, options: options)
    }

    /// DELETE: removes the resource.
    public func delete<Model: Decodable & Sendable>(
        _ url: URL,
        _ content: RequestContent? = nil,
        as type: Model.Type = JSONObject.self,
        options: RequestOptions = RequestOptions()
    ) async -> Outcome<Model> {
        await delete(Target(url), content, as: type, options: options)
    }
}
