import Messages
import Mocking
import Scenarios

/// A message with another head or body than it was rendered with.
struct RewrittenHead: Sendable {
    var message: [UInt8] = []
    var headLength = 0
    var dates: [DateStamp] = []
}

/// The lines of a rendered head.
struct RenderedHead {
    private let rendered: RenderedResponse
    /// Without the line breaks, the status line first.
    private let lines: [Range<Int>]

    init(_ rendered: RenderedResponse) {
        self.rendered = rendered
        let head = rendered.message[..<rendered.headLength]
        lines = head.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let end = line.last == UInt8(ascii: "\r") ? line.endIndex - 1 : line.endIndex
            return line.startIndex < end ? line.startIndex..<end : nil
        }
    }

    /// Whether there is a field with that name, which is given in lower case.
    func has(_ name: String) -> Bool {
        lines.contains { isField(name, at: $0) }
    }

    /// Whether caches know already that the answer differs by `Accept-Encoding`.
    var variesByCoding: Bool {
        lines.contains { line in
            guard isField("vary", at: line) else { return false }
            let text = String(decoding: rendered.message[line], as: UTF8.self).lowercased()
            return text.contains("accept-encoding") || text.contains("*")
        }
    }

    /// The same head for another body, with more fields.
    func rewritten(adding fields: [String], body: [UInt8]) -> RewrittenHead {
        var result = RewrittenHead()
        for line in lines {
            if isField("content-length", at: line) {
                result.message += "Content-Length: \(body.count)".utf8
            } else {
                for date in rendered.dates where line.contains(date.offset) {
                    let offset = result.message.count + date.offset - line.lowerBound
                    result.dates.append(DateStamp(offset: offset, secondsAhead: date.secondsAhead))
                }
                result.message += rendered.message[line]
            }
            result.message += "\r\n".utf8
        }
        for field in fields { result.message += "\(field)\r\n".utf8 }
        result.message += "\r\n".utf8
        result.headLength = result.message.count
        result.message += body
        return result
    }

    private func isField(_ name: String, at line: Range<Int>) -> Bool {
        guard let colon = rendered.message[line].firstIndex(of: UInt8(ascii: ":")) else { return false }
        return rendered.message.isName(Array(name.utf8), at: line.lowerBound..<colon)
    }
}
