import Matching

/// Multipart bodies: parts are no longer than the body, and the same body has the same parts.
///
/// The first line is the media type, the rest the body.
enum MultipartTarget {
    static func take(_ bytes: [UInt8]) {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let type = String(decoding: bytes[..<end], as: UTF8.self)
        let body = Array(bytes[end...].dropFirst())
        guard let parts = MultipartBody.parts(of: body, contentType: type) else { return }
        precondition(parts.reduce(0) { $0 + $1.bytes.count } <= body.count)
        precondition(MultipartBody.parts(of: body, contentType: type) == parts)
        var pattern = PartPattern()
        pattern.name = parts.first?.name
        precondition(parts.isEmpty || pattern.matches(parts))
    }
}
