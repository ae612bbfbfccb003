import Messages
import Scenarios

/// A body as it goes out: as it is, or in chunks (RFC 9112 §7.1), with a fault's place in bytes of the wire.
struct BodyEncoding {
    private(set) var bytes: [UInt8] = []
    private(set) var fault: Fault?
    /// What `Content-Length` says.
    let contentLength: Int

    init(content: [UInt8], _ definition: ResponseDefinition, isChunked: Bool) {
        contentLength = content.count
        fault = definition.fault
        guard isChunked else {
            bytes = content
            return
        }
        var rest = content[...]
        if let fault, case .bodyBytes(let count) = fault.phase {
            appendChunk(rest.prefix(max(0, count)))
            rest = rest.dropFirst(max(0, count))
            self.fault = Fault(fault.effect, after: .bodyBytes(bytes.count))
        }
        let pieces = max(1, min(definition.dribble?.numberOfChunks ?? 1, rest.count))
        for piece in 0..<pieces {
            let size = piece == pieces - 1 ? rest.count : content.count / pieces
            appendChunk(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        bytes += "0\r\n\r\n".utf8
    }

    private mutating func appendChunk(_ chunk: ArraySlice<UInt8>) {
        guard !chunk.isEmpty else { return }
        bytes += String(chunk.count, radix: 16).utf8
        bytes += "\r\n".utf8
        bytes += chunk
        bytes += "\r\n".utf8
    }
}
