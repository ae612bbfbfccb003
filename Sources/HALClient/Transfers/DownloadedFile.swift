public import HAL
import HTTPTypes

/// A body that was downloaded to a file.
public struct DownloadedFile: Sendable {
    /// The path of the file.
    public let path: String
    /// The size in bytes.
    public let size: Int
    /// The media type of the response, or nil.
    public let mediaType: MediaType?
}

extension Call where Model == DownloadedFile {
    /// A GET whose response is downloaded to a file.
    ///
    /// On success, the complete file is at `path` and replaces an existing one. Any other outcome leaves no file. The
    /// configuration does not limit the size. A response of a media type that is not in `accept` is `undecodable`,
    /// unless `accept` is empty.
    ///
    /// A retry continues where the connection ended if the content has a strong validator, RFC 9110 §8.8.1. With
    /// `isResumable`, a later call does too, in another process for example: the incomplete file stays beside `path` as
    /// `.NAME.part` and `.NAME.part.json` until a call succeeds or the server rejects it; one call at a time writes it.
    public static func download(
        _ target: Target,
        to path: String,
        isResumable: Bool = false,
        accept: [MediaType] = [],
        options: RequestOptions = RequestOptions()
    ) -> Call {
        var call = Call(.get, target, serializer: DownloadSerializer(mediaTypes: accept), options: options)
        call.destination = DownloadDestination(path: path, isResumable: isResumable)
        return call
    }
}

/// The file of a download.
struct DownloadDestination: Sendable, Hashable {
    let path: String
    let isResumable: Bool
}

/// Accepts bodies that were written to a file.
private struct DownloadSerializer: Serializer {
    let mediaTypes: [MediaType]

    func takes(_ mediaType: MediaType?) -> Bool {
        mediaTypes.isEmpty || mediaTypes.contains { $0.essence == mediaType?.essence }
    }

    func decode(_ response: TransportResponse) throws(DecodingFailure) -> Decoded<DownloadedFile> {
        Decoded(model: DownloadedFile(path: "", size: response.body.count, mediaType: response.mediaType))
    }
}

extension CallRunner {
    /// Makes a call whose response is written to a file, which exists only if the outcome is a success.
    func download<Model>(_ call: Call<Model>, to destination: DownloadDestination) async -> Outcome<Model> {
        let file: PartialFile
        do {
            file = try PartialFile(destination.path, isResumable: destination.isResumable)
        } catch {
            return mapped(.connectionFailure(ConnectionFailure(.other, underlying: error)))
        }
        let outcome = mapped(checked(await send(call, file: file), call.serializer))
        guard case .success(let representation) = outcome, representation.response.hasContent else {
            file.release(keeping: outcome.mayBeResumed)
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

    /// Checks the media type, because the serializer did not see the body.
    private func checked<Model>(_ outcome: Outcome<Model>, _ serializer: any Serializer<Model>) -> Outcome<Model> {
        guard case .success(let representation) = outcome, representation.response.hasContent else { return outcome }
        let response = representation.response
        let builder = OutcomeBuilder(
            serializer: serializer,
            models: models,
            acceptable: nil
        )
        do {
            try builder.checkMediaType(of: response)
            return outcome
        } catch {
            return .undecodable(CallError.Undecodable(failure: error, response: response))
        }
    }

    private static func commit<Model>(
        _ file: PartialFile,
        _ representation: Representation<Model>
    ) async throws -> Representation<Model> {
        let response = representation.response
        if !file.hasBegun {
            // The transport does not support files.
            try file.restart()
            try file.write(response.body)
        }
        try await file.commit()
        let stored = DownloadedFile(path: file.path, size: file.size, mediaType: response.mediaType)
        return representation.with(model: stored as? Model)
    }
}

extension Outcome {
    /// Whether a later call may get the rest of a file.
    fileprivate var mayBeResumed: Bool {
        switch self {
        case .connectionFailure(let failure): ![.protocolViolation, .tooLarge].contains(failure.kind)
        case .clientError(let error): [408, 429].contains(error.response.status)
        case .redirection, .authenticationRequired, .serverUnavailable, .serverError: true
        case .success, .conflict, .undecodable: false
        }
    }
}

extension TransportResponse {
    /// Whether the response can have a body, which may be empty.
    fileprivate var hasContent: Bool {
        request.method != .head && status != 204 && status != 205
    }
}
