import HAL

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
