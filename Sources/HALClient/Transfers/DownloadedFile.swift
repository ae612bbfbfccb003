public import HAL
import HTTPTypes

/// A body that went to a file.
public struct DownloadedFile: Sendable {
    /// Where it is.
    public let path: String
    /// How many bytes it has.
    public let size: Int
    /// What the answer said that it is, or nil.
    public let mediaType: MediaType?
}

extension Call where Model == DownloadedFile {
    /// A GET whose answer goes to a file.
    ///
    /// The file is in its place, all at once, when the outcome is a success; another one of that name is replaced. With
    /// any other outcome nothing is there that was not before. The size is not limited by the configuration. An answer of
    /// a media type that is not in `accept` is `undecodable`, unless that is empty.
    public static func download(
        _ target: Target,
        to path: String,
        accept: [MediaType] = [],
        options: RequestOptions = RequestOptions()
    ) -> Call {
        var call = Call(.get, target, serializer: DownloadSerializer(mediaTypes: accept), options: options)
        call.destination = path
        return call
    }
}

/// Takes bodies that went to a file.
private struct DownloadSerializer: Serializer {
    let mediaTypes: [MediaType]

    func takes(_ mediaType: MediaType?) -> Bool {
        mediaTypes.isEmpty || mediaTypes.contains { $0.essence == mediaType?.essence }
    }

    func decode(_ response: Response) throws(DecodingFailure) -> Decoded<DownloadedFile> {
        Decoded(model: DownloadedFile(path: "", size: response.body.count, mediaType: response.mediaType))
    }
}

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
