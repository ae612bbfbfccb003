import CNGHTTP2

/// A client's frames, written and read by hand (RFC 9113 §4); only HPACK is read by nghttp2.
@safe package final class FrameClient {
    package struct Frame {
        package var type: UInt8
        package var flags: UInt8
        package var stream: Int32
        package var payload: [UInt8]
    }

    package enum Kind: UInt8 {
        case data = 0
        case headers = 1
        case priority = 2
        case resetStream = 3
        case settings = 4
        case pushPromise = 5
        case ping = 6
        case goAway = 7
        case windowUpdate = 8
        case continuation = 9
    }

    package static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(.settings, 0, 0, [])

    private var inflater: OpaquePointer?

    package init() {
        unsafe nghttp2_hd_inflate_new(&inflater)
    }

    deinit {
        unsafe nghttp2_hd_inflate_del(inflater)
    }

    package static func frame(_ kind: Kind, _ flags: UInt8, _ stream: Int32, _ payload: [UInt8]) -> [UInt8] {
        frame(type: kind.rawValue, flags, stream, payload)
    }

    package static func frame(type: UInt8, _ flags: UInt8, _ stream: Int32, _ payload: [UInt8]) -> [UInt8] {
        let count = payload.count
        var bytes = [UInt8(count >> 16 & 0xFF), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF), type, flags]
        bytes += number(UInt32(bitPattern: stream)) + payload
        return bytes
    }

    package static func number(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }

    /// Fields as literals without indexing (RFC 7541 §6.2.2), each shorter than 127 bytes or with a length of two octets.
    package static func block(_ fields: [(String, String)]) -> [UInt8] {
        fields.flatMap { name, value in [0] + string(name) + string(value) }
    }

    private static func string(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
        var length = [UInt8(127)]
        var rest = bytes.count - 127
        while rest >= 128 {
            length.append(UInt8(rest % 128 + 128))
            rest /= 128
        }
        return length + [UInt8(rest)] + bytes
    }

    package static func request(
        _ stream: Int32,
        _ method: String = "GET",
        _ path: String = "/",
        _ fields: [(String, String)] = [],
        ends: Bool = true
    ) -> [UInt8] {
        let pseudo = [(":method", method), (":scheme", "http"), (":authority", "localhost:1"), (":path", path)]
        return headers(stream, pseudo + fields, ends: ends)
    }

    /// A whole HEADERS frame, with or without END_STREAM.
    package static func headers(_ stream: Int32, _ fields: [(String, String)], ends: Bool = true) -> [UInt8] {
        frame(.headers, ends ? 0x5 : 0x4, stream, block(fields))
    }

    package static func frames(in bytes: [UInt8]) -> [Frame] {
        var frames: [Frame] = []
        var offset = 0
        while offset + 9 <= bytes.count {
            let count = Int(bytes[offset]) << 16 | Int(bytes[offset + 1]) << 8 | Int(bytes[offset + 2])
            let stream = bytes[(offset + 5)..<(offset + 9)].reduce(0) { $0 << 8 | Int32($1) }
            let start = offset + 9
            frames.append(
                Frame(
                    type: bytes[offset + 3],
                    flags: bytes[offset + 4],
                    stream: stream,
                    payload: Array(bytes[start..<(start + count)])
                )
            )
            offset = start + count
        }
        return frames
    }

    /// The fields of a HEADERS frame, as `name: value`.
    package func fields(of frame: Frame) -> [String] {
        var lines: [String] = []
        var input = frame.payload[...]
        while true {
            var pair = unsafe nghttp2_nv()
            var flags: Int32 = 0
            let count = unsafe input.withUnsafeBufferPointer { buffer in
                unsafe nghttp2_hd_inflate_hd2(inflater, &pair, &flags, buffer.baseAddress, buffer.count, 1)
            }
            guard count >= 0 else { return ["undecodable"] }
            input = input.dropFirst(count)
            if flags & Int32(NGHTTP2_HD_INFLATE_EMIT.rawValue) != 0 {
                let name = unsafe String(
                    decoding: UnsafeBufferPointer(start: pair.name, count: pair.namelen),
                    as: UTF8.self
                )
                let value = unsafe String(
                    decoding: UnsafeBufferPointer(start: pair.value, count: pair.valuelen),
                    as: UTF8.self
                )
                lines.append("\(name): \(value)")
            }
            if flags & Int32(NGHTTP2_HD_INFLATE_FINAL.rawValue) != 0 {
                unsafe nghttp2_hd_inflate_end_headers(inflater)
                return lines
            }
        }
    }
}
