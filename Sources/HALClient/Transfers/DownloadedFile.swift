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
