/// The admin API's place below each address.
enum AdministrationPath {
    private static let prefix = Array("/__admin".utf8)

    /// What follows `/__admin`, with the query; nil when the target is none of the admin API's.
    @inline(__always)
    static func below(_ target: RequestTarget) -> String? {
        let start = target.whole.lowerBound
        guard target.path.count >= prefix.count, target.bytes[start + 1] == UInt8(ascii: "_") else { return nil }
        guard target.bytes.begins(with: prefix, at: start) else { return nil }
        let end = start + prefix.count
        guard end == target.path.upperBound || target.bytes[end] == UInt8(ascii: "/") else { return nil }
        return String(decoding: target.bytes[end..<target.whole.upperBound], as: UTF8.self)
    }
}
