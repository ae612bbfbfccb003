import HAL
import Messages
import Mocking
import Scenarios

/// What `Accept-Encoding` of a request says of gzip (RFC 9110 §12.5.3).
enum AcceptedCodings {
    private static let name = Array("accept-encoding".utf8)

    /// Whether gzip is named, or `*`, and not with the weight 0.
    static func takeGzip(_ request: Request) -> Bool {
        var star = false
        for field in request.fields where request.head.isName(name, at: field.name) {
            for element in request.head[field.value].split(separator: UInt8(ascii: ",")) {
                let parts = String(decoding: element, as: UTF8.self).lowercased().split(separator: ";")
                let coding = parts.first?.trimmingSpaces ?? ""
                let isWelcome = !parts.dropFirst().contains { isZeroWeight($0.trimmingSpaces) }
                switch coding {
                case "gzip", "x-gzip": return isWelcome
                case "*": star = isWelcome
                case _: break
                }
            }
        }
        return star
    }

    /// `q=0`, `q=0.000`.
    private static func isZeroWeight(_ parameter: Substring) -> Bool {
        parameter.hasPrefix("q=") && Double(parameter.dropFirst(2)) == 0
    }
}
