public import HAL

/// The parts of a form and their boundary, RFC 2046 §5.1.
struct MultipartForm: Sendable {
    private let parts: [FormPart]
    /// 128 random bits, so that bodies need not be searched for them.
    private let boundary: String

    init(_ parts: [FormPart], boundary: String? = nil) {
        self.parts = parts
        self.boundary = boundary ?? "form-\(UInt64.random(in: .min ... .max))-\(UInt64.random(in: .min ... .max))"
    }

    init(_ items: FormItems) {
        self.init(items.items.map { FormPart($0.name, $0.value) })
    }

    /// The media type with the boundary.
    var mediaType: MediaType? {
        MediaType("multipart/form-data; boundary=\(boundary)")
    }

    /// The form with parameters before its own parts.
    func adding(_ items: FormItems) -> MultipartForm {
        MultipartForm(items.items.map { FormPart($0.name, $0.value) } + parts, boundary: boundary)
    }

    /// The form as a body; the sizes of its files are read now.
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
    /// The file name that is sent to the server, or nil if the part is not a file.
    public let filename: String?
    /// The media type, or nil for plain text.
    public let mediaType: MediaType?
    let source: Source

    /// Makes a part of a text value.
    public init(_ name: String, _ value: String) {
        self.name = name
        filename = nil
        mediaType = nil
        source = .bytes(Array(value.utf8))
    }

    /// Makes a part of bytes that are sent as a file.
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

    /// Makes a part of a file, which is read while it is sent; the default `filename` is its own name.
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

    /// The header lines of the part and the empty line.
    var head: String {
        var head = "Content-Disposition: form-data; name=\"\(Self.quoted(name))\""
        if let filename { head += "; filename=\"\(Self.quoted(filename))\"" }
        if let mediaType { head += "\r\nContent-Type: \(mediaType)" }
        return head + "\r\n\r\n"
    }

    /// Escapes a name as browsers do, so that it cannot end the line: WHATWG HTML, "multipart/form-data encoding
    /// algorithm".
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
