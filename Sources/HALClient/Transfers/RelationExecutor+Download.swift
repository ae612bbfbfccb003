import HTTPTypes

extension RelationExecutor {
    /// Makes a call whose answer goes to a file; the file is in its place only if the outcome is a success.
    func download<Model>(_ call: Call<Model>, to path: String) async -> Outcome<Model> {
        let file: PartialFile
        do {
            file = try PartialFile(path)
        } catch {
            return mapped(.connectionFailure(ConnectionFailure(.other, underlying: error)))
        }
        let outcome = mapped(checked(await send(call, file: file), call.serializer))
        guard case .success(let representation) = outcome, representation.response.hasContent else {
            file.discard()
            return outcome
        }
        do {
            return .success(try await Self.commit(file, representation))
        } catch {
            file.discard()
            let request = representation.response.request
            return .connectionFailure(
                ConnectionFailure(.other, bytesReceived: file.size, underlying: error, request: request)
            )
        }
    }

    /// The body went by the serializer, which did not see its type.
    private func checked<Model>(_ outcome: Outcome<Model>, _ serializer: any Serializer<Model>) -> Outcome<Model> {
        guard case .success(let representation) = outcome, representation.response.hasContent else { return outcome }
        let response = representation.response
        let builder = OutcomeBuilder(
            serializer: serializer,
            models: configuration.models,
            acceptable: nil
        )
        do {
            try builder.checkMediaType(of: response)
            return outcome
        } catch {
            return .undecodable(Undecodable(failure: error, response: response))
        }
    }

    private static func commit<Model>(
        _ file: PartialFile,
        _ representation: Representation<Model>
    ) async throws -> Representation<Model> {
        let response = representation.response
        if !file.hasBegun {
            // A transport that knows nothing of files.
            try file.restart()
            try file.write(response.body)
        }
        try await file.commit()
        let stored = DownloadedFile(path: file.path, size: file.size, mediaType: response.mediaType)
        return representation.with(model: stored as? Model)
    }
}

extension Response {
    /// Whether the answer is one that has a body, be it empty.
    fileprivate var hasContent: Bool {
        request.method != .head && status != 204 && status != 205
    }
}
