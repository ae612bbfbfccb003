import CNGHTTP2
import Messages

/// Requests while they arrive.
extension HTTP2Session {
    func began(_ id: Int32, isRequest: Bool) {
        guard isRequest else { return assembly.value.begin(trailersOf: stream(id)?.upload) }
        streams.value.open(id, at: time)
        assembly.value.begin()
    }

    /// Takes a field of a request.
    ///
    /// - Returns: false if no more may be decompressed: the connection ends.
    func received(name: Span<UInt8>, value: Span<UInt8>) -> Bool {
        guard !assembly.value.add(name: name, value: value) else { return true }
        return allows(floods.countExcess(name.count + value.count + 32, at: time))
    }

    func received(body bytes: Span<UInt8>, on id: Int32) {
        _ = unsafe nghttp2_session_consume_connection(raw, bytes.count)
        guard let stream = stream(id), let upload = stream.upload else {
            // The rest of a refused request, which is ignored.
            _ = unsafe nghttp2_session_consume_stream(raw, id, bytes.count)
            return
        }
        stream.progressAt = time
        let failure = upload.add(bytes)
        if credit.received(bytes.count, on: id, oldest: { oldestUpload }) {
            _ = unsafe nghttp2_session_consume_stream(raw, id, bytes.count)
        }
        if let failure { refuse(id, failure) }
    }

    private var oldestUpload: Int32? {
        streams.value.open.lazy.filter { $0.arrival != .none }.map(\.id).min()
    }

    /// Called with each frame; `padding` is a part of the length of DATA.
    func received(_ head: nghttp2_frame_hd, padding: Int) {
        let kind = UInt32(head.type)
        let endsStream = UInt32(head.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0
        let isHeaders = kind == NGHTTP2_HEADERS.rawValue
        let isData = kind == NGHTTP2_DATA.rawValue
        let isUseful = isHeaders || (isData && (head.length > padding || endsStream))
        guard allows(floods.count(kind, isUseful: isUseful, at: time)) else { return }
        guard isHeaders || isData, let stream = stream(head.stream_id) else { return }
        switch stream.arrival {
        case .head where isHeaders: receivedHead(stream, endsStream: endsStream)
        case .body:
            if isHeaders, let failure = stream.upload?.add(trailers: assembly.value) {
                return refuse(stream.id, failure)
            }
            guard endsStream, let request = take(stream) else { return }
            stream.ask(request.head, request.method, request.target)
            events.value.append(.request(request, stream: stream.id))
        case .head, .none: break
        }
    }

    private func receivedHead(_ stream: HTTP2Stream, endsStream: Bool) {
        let parts = assembly.value.end()
        stream.arrival = .none
        guard !assembly.value.isMalformed else {
            receivedInvalid("Host differs from :authority (RFC 9113 section 8.3.1)")
            reset(stream.id, .protocolError)
            return report(.protocolError, endsConnection: false)
        }
        if let failure = assembly.value.failure {
            events.value.append(.refused(failure, request(parts), stream: stream.id))
        } else if endsStream {
            stream.ask(parts.head, parts.method, parts.target)
            events.value.append(.request(request(parts), stream: stream.id))
        } else {
            beginUpload(parts, stream)
        }
    }

    private func beginUpload(_ parts: HeadAssembly.Parts, _ stream: HTTP2Stream) {
        stream.arrival = .body
        stream.upload = Upload(
            request(parts),
            headSize: assembly.value.size,
            length: assembly.value.contentLength,
            limits: limits.request
        )
        guard assembly.value.expectsContinue else { return }
        _ = unsafe raw.map { unsafe continuation.submitInterim(to: $0, stream.id) }  // RFC 9110 §10.1.1
    }

    private func request(_ parts: HeadAssembly.Parts) -> Request {
        Request(
            head: parts.head,
            method: parts.method,
            target: parts.target,
            fields: parts.fields,
            version: .http2,
            peer: peer,
            security: security
        )
    }

    /// Takes a request that is complete or will not be, and gives others the credit that they wait for.
    func take(_ stream: HTTP2Stream) -> Request? {
        let arrival = stream.arrival
        stream.arrival = .none
        switch arrival {
        case .none: return nil
        case .head: return request(assembly.value.end())
        case .body:
            guard let upload = stream.upload else { return nil }
            stream.upload = nil
            guard upload.count > 0 else { return upload.request }
            for (stream, count) in credit.ended(stream.id, count: upload.count, oldest: { oldestUpload }) {
                _ = unsafe nghttp2_session_consume_stream(raw, stream, count)
            }
            return upload.request
        }
    }

    func closed(_ id: Int32, _ code: UInt32) {
        guard let stream = stream(id) else { return }
        if stream.arrival == .body { _ = take(stream) }
        if !stream.isSent || code != 0 {
            events.value.append(.closed(stream: id, code: code, hangUp: stream.hangUp))
        }
        streams.value.close(id)
    }
}
