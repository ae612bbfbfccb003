/// A response as it came over the wire, taken apart.
package struct RawResponse: Sendable, Hashable {
    package var status: Int
    package var reason: String
    /// The lines of the head, as they were sent.
    package var fields: [String]
    /// The body, chunks put together.
    package var body: [UInt8]
    /// The lines behind the last chunk.
    package var trailers: [String] = []

    /// The body as text.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The value of the first field of this name, whatever its case.
    package subscript(_ name: String) -> String? {
        let prefix = name.lowercased() + ":"
        guard let line = fields.first(where: { $0.lowercased().hasPrefix(prefix) }) else { return nil }
        return String(line.dropFirst(prefix.count).drop { $0 == " " })
    }

    /// Cuts the first response off `bytes`; nil if it is not complete.
    ///
    /// Without a length a body lasts until the end of the connection.
    package static func parse(_ bytes: [UInt8], toHEAD: Bool, isEnd: Bool) -> (response: RawResponse, length: Int)? {
        guard let headEnd = bytes.firstRange(of: [13, 10, 13, 10]) else { return nil }
        let lines = Self.lines(bytes[..<headEnd.lowerBound])
        let status = (lines.first ?? "").split(separator: " ", maxSplits: 2)
        guard status.count >= 2, let code = Int(status[1]) else { return nil }
        let reason = status.count > 2 ? String(status[2]) : ""
        var response = RawResponse(status: code, reason: reason, fields: Array(lines.dropFirst()), body: [])
        let start = headEnd.upperBound
        if toHEAD || code < 200 || code == 204 || code == 304 { return (response, start) }
        if response["transfer-encoding"] == "chunked" { return response.readChunks(bytes, from: start) }
        guard let length = response["content-length"].flatMap({ Int($0) }) else {
            response.body = [UInt8](bytes[start...])
            return isEnd ? (response, bytes.count) : nil
        }
        guard bytes.count - start >= length else { return nil }
        response.body = [UInt8](bytes[start..<(start + length)])
        return (response, start + length)
    }

    private func readChunks(_ bytes: [UInt8], from start: Int) -> (RawResponse, Int)? {
        var response = self
        var rest = bytes[start...]
        while let lineEnd = rest.firstRange(of: [13, 10]) {
            let line = String(decoding: rest[..<lineEnd.lowerBound], as: UTF8.self)
            rest = rest[lineEnd.upperBound...]
            guard let size = Int(line, radix: 16) else { return nil }
            guard size > 0 else { return response.readTrailers(rest) }
            guard rest.count >= size + 2 else { return nil }
            response.body += rest.prefix(size)
            rest = rest.dropFirst(size + 2)
        }
        return nil
    }

    private func readTrailers(_ bytes: ArraySlice<UInt8>) -> (RawResponse, Int)? {
        if bytes.starts(with: [13, 10]) { return (self, bytes.startIndex + 2) }
        guard let end = bytes.firstRange(of: [13, 10, 13, 10]) else { return nil }
        var response = self
        response.trailers = Self.lines(bytes[..<end.lowerBound])
        return (response, end.upperBound)
    }

    private static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
        bytes.split(separator: 10).map { String(decoding: $0.last == 13 ? $0.dropLast() : $0, as: UTF8.self) }
    }
}
