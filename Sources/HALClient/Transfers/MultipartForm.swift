public import HAL

/// The parts of a form and the line that divides them, RFC 2046 §5.1.
struct MultipartForm: Sendable {
    private let parts: [FormPart]
    /// 128 random bits: no body has them by accident, so that none is searched for them.
    private let boundary: String

    init(_ parts: [FormPart], boundary: String? = nil) {
        self.parts = parts
        self.boundary = boundary ?? "form-\(UInt64.random(in: .min ... .max))-\(UInt64.random(in: .min ... .max))"
    }

    init(_ items: FormItems) {
        self.init(items.items.map { FormPart($0.name, $0.value) })
    }

    /// The type with the dividing line.
    var mediaType: MediaType? {
        MediaType("multipart/form-data; boundary=\(boundary)")
    }

    /// The same form with parameters before its own parts.
    func adding(_ items: FormItems) -> MultipartForm {
        MultipartForm(items.items.map { FormPart($0.name, $0.value) } + parts, boundary: boundary)
    }

    /// The form as it is sent; the sizes of its files are looked up now.
    func body() throws(InvalidRequest) -> StreamedBody {
        var segments: [BodySegment] = []
        for part in parts {
            segments.append(.bytes(Array("--\(boundary)\r\n\(part.head)".utf8)))
            switch part.source {
            case .bytes(let bytes): segments.append(.bytes(bytes))
            case .file(let path): segments.append(try BodySegment(file: path))
            }
            segments.append(.bytes(Array("\r\n".utf8)))
        }
        segments.append(.bytes(Array("--\(boundary)--\r\n".utf8)))
        return StreamedBody(segments)
    }
}

/// One part of a form, RFC 7578.
public struct FormPart: Sendable {
    enum Source: Sendable {
        case bytes([UInt8])
        case file(String)
    }

    /// The name of the field.
    public let name: String
    /// The name that the server is told for the file, or nil if this is none.
    public let filename: String?
    /// What it is, or nil for plain text.
    public let mediaType: MediaType?
    let source: Source

    /// A value.
    public init(_ name: String, _ value: String) {
        self.name = name
        filename = nil
        mediaType = nil
        source = .bytes(Array(value.utf8))
    }

    /// Bytes that are sent as a file.
    public init(
        _ name: String,
        bytes: [UInt8],
        filename: String,
        mediaType: MediaType? = MediaType("application/octet-stream")
    ) {
        self.name = name
        self.filename = filename
        self.mediaType = mediaType
        source = .bytes(bytes)
    }

    /// A file of the disk, which is read while it is sent; its own name is told unless another one is given.
    public init(
        _ name: String,
        file path: String,
        filename: String? = nil,
        mediaType: MediaType? = MediaType("application/octet-stream")
    ) {
        self.name = name
        self.filename = filename ?? path.split(separator: "/").last.map(String.init) ?? path
        self.mediaType = mediaType
        source = .file(path)
    }

    /// The lines before the body of the part, and the empty one.
    var head: String {
        var head = "Content-Disposition: form-data; name=\"\(Self.quoted(name))\""
        if let filename { head += "; filename=\"\(Self.quoted(filename))\"" }
        if let mediaType { head += "\r\nContent-Type: \(mediaType)" }
        return head + "\r\n\r\n"
    }

    /// As browsers write it, so that no name ends the line: WHATWG HTML, "multipart/form-data encoding algorithm".
    private static func quoted(_ text: String) -> String {
        var quoted = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "%22"
            case "\r": quoted += "%0D"
            case "\n": quoted += "%0A"
            case "\0": quoted += "%00"
            case _: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted
    }
}
