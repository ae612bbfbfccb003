import UV
import Valkey

@testable import MockServing

/// Stands for a store that has the merged changes of a shared state and nothing else.
final class StandInStore {
    private let version: String
    private let number: Int
    private let merged: [UInt8]
    private var listener: TCPListener?
    private var streams: [TCPStream] = []

    /// Listens; `merged` are the first `number` changes.
    init(on loop: Loop, number: Int, merged: [UInt8]) throws {
        version = SharedVersion(epoch: "epoch", number: number).text
        self.number = number
        self.merged = merged
        listener = try TCPListener(on: loop, host: "127.0.0.1", port: 0) { [unowned self] in serve($0) }
    }

    var url: String { "redis://127.0.0.1:\(listener?.address.port ?? 0)" }

    func close() {
        listener?.close()
        for stream in streams { stream.close() }
    }

    private func serve(_ stream: TCPStream) {
        streams.append(stream)
        do {
            // A command has the form of a reply.
            let reader = try RESPReader()
            stream.onBytes = { [unowned self, unowned stream] bytes in
                var output: [UInt8] = []
                try? reader.feed(bytes) { output += reply(to: $0.elements.map { $0.text ?? "" }) }
                try? stream.write(output.span)
            }
            try stream.startReading()
        } catch {
            stream.close()
        }
    }

    private func reply(to words: [String]) -> [UInt8] {
        switch words.first {
        case "INFO": return Self.string(Array("redis_version:7.2.4".utf8))
        // The text of a script is its digest.
        case "SCRIPT": return Self.string(Array(words[2].utf8))
        case "EVALSHA" where words[1] == SharedScripts.join.text: return Self.string(Array(version.utf8))
        case "EXEC": return nothingNew
        case "HMGET": return Array("*2\r\n".utf8) + Self.string(Array(String(number).utf8)) + Self.string(merged)
        case "EVALSHA": return Array("*0\r\n".utf8)
        case _: return Array("+OK\r\n".utf8)
        }
    }

    /// The versions, and no changes or requests.
    private var nothingNew: [UInt8] {
        var reply = Array("*4\r\n".utf8)
        for text in [version, String(number)] { reply += Self.string(Array(text.utf8)) }
        reply += "*0\r\n*0\r\n".utf8
        return reply
    }

    private static func string(_ bytes: [UInt8]) -> [UInt8] {
        Array("$\(bytes.count)\r\n".utf8) + bytes + Array("\r\n".utf8)
    }
}
