private import CTLS
package import Messages

/// One side of a TLS connection without a socket: encrypted bytes in, plain bytes out, and vice versa.
///
/// The handshake happens on the way: ``decrypt(_:_:)`` reads its messages, ``drain(_:)`` sends them.
@safe package final class TLSSession {
    package enum Progress: Hashable, Sendable {
        /// All bytes are used, and the session continues.
        case goesOn
        /// The peer has ended the session (close_notify, RFC 8446 §6.1).
        case closed
        /// The session is unusable; an alert may be among the output.
        case failed(TLSError)
    }

    private let raw: OpaquePointer
    /// The raw session uses the raw context.
    private let context: TLSContext
    /// The server's fault on this connection, known when the ClientHello has arrived.
    ///
    /// The owner of the socket performs ``interruption``, and `truncated` once a response has begun.
    package internal(set) var fault: TLSFault?

    /// Begins a session; a client expects `serverName`, and sends its first bytes on the first ``decrypt(_:_:)``.
    package init(_ context: TLSContext, serverName: String? = nil) throws(TLSError) {
        self.context = context
        let session =
            if let serverName {
                unsafe serverName.withCString { unsafe hypermock_tls_session_new(context.raw, $0) }
            } else {
                unsafe hypermock_tls_session_new(context.raw, nil)
            }
        guard let session = unsafe session else { throw OpenSSL.error("TLS session") }
        unsafe raw = session
        unsafe hypermock_tls_session_set_owner(raw, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        unsafe hypermock_tls_session_free(raw)
    }

    /// Decrypts received bytes, and passes the plain bytes to `body` in pieces of up to 16 KiB.
    package func decrypt(_ bytes: Span<UInt8>, _ body: (Span<UInt8>) -> Void) -> Progress {
        let plain = context.takeRecord()
        defer { context.giveBack(plain) }
        return unsafe bytes.withUnsafeBufferPointer { input in
            if let start = input.baseAddress { unsafe hypermock_tls_session_lend(raw, start, input.count) }
            while true {
                let count = unsafe hypermock_tls_session_read(raw, plain.start, TLSRecordBuffer.length)
                guard count > 0 else { return progress(count) }
                body(unsafe UnsafeBufferPointer(start: plain.start, count: Int(count)).span)
            }
        }
    }

    /// Encrypts bytes into the output; accepts none before the handshake is done.
    ///
    /// - Returns: The number of bytes taken.
    package func encrypt(_ bytes: Span<UInt8>) -> Int {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            var used = 0
            while used < buffer.count {
                let count = unsafe hypermock_tls_session_write(raw, start + used, buffer.count - used)
                guard count > 0 else { break }
                used += Int(count)
            }
            return used
        }
    }

    /// Adds close_notify to the output, which tells the peer that nothing is missing.
    package func close() {
        unsafe hypermock_tls_session_close(raw)
    }

    /// Passes the output to `send`, which returns the number of bytes that it sent.
    ///
    /// - Returns: Whether all output has been sent.
    package func drain<Failure>(_ send: (Span<UInt8>) throws(Failure) -> Int) throws(Failure) -> Bool {
        while true {
            var count = 0
            guard let start = unsafe hypermock_tls_session_output(raw, &count), count > 0 else { return true }
            let sent = try send(unsafe UnsafeBufferPointer(start: start, count: count).span)
            unsafe hypermock_tls_session_sent(raw, min(max(sent, 0), count))
            guard sent > 0 else { return false }
        }
    }

    /// The action of the socket's owner in place of the handshake, once the ClientHello has arrived.
    package var interruption: TLSFault.Interruption? {
        unsafe hypermock_tls_session_is_stopped(raw) == 1 ? fault?.interruption : nil
    }

    /// Asks the peer for another handshake, which TLS 1.3 does not support and our servers reject (RFC 5746 §5).
    package func renegotiate() -> Bool { unsafe hypermock_tls_session_renegotiate(raw) == 1 }

    /// Whether the handshake is done.
    package var isEstablished: Bool { unsafe hypermock_tls_session_is_established(raw) == 1 }

    /// The negotiated parameters; nil during the handshake.
    package var facts: TLSFacts? {
        guard isEstablished else { return nil }
        return TLSFacts(
            version: TLSVersion(rawValue: unsafe hypermock_tls_session_protocol_version(raw)) ?? .tls12,
            cipher: unsafe String(cString: hypermock_tls_session_cipher(raw)),
            serverName: unsafe hypermock_tls_session_server_name(raw).map {
                unsafe PeerText.printable(String(cString: $0))
            },
            applicationProtocol: applicationProtocol,
            peerSubject: peerSubject,
            peerFingerprint: peerFingerprint
        )
    }

    /// OpenSSL's verdict on the peer's certificate (`X509_V_…`): 0 if it is valid, or if there is none.
    package var verification: Int { unsafe hypermock_tls_session_verification(raw) }

    private var applicationProtocol: String? {
        var start: UnsafePointer<UInt8>?
        let count = unsafe hypermock_tls_session_protocol(raw, &start)
        guard count > 0, let start = unsafe start else { return nil }
        let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
        return unsafe PeerText.printable(String(decoding: bytes, as: UTF8.self))
    }

    private var peerSubject: String? {
        unsafe PeerText.read { unsafe hypermock_tls_session_peer_subject(raw, $0, $1) }
    }

    private var peerFingerprint: String? {
        unsafe Fingerprint.text { unsafe hypermock_tls_session_peer_digest(raw, $0) == 1 }
    }

    private func progress(_ result: Int32) -> Progress {
        switch result {
        case hypermock_tls_wants_input.rawValue: .goesOn
        case hypermock_tls_closed.rawValue: .closed
        case _: .failed(failure())
        }
    }

    private func failure() -> TLSError {
        let error = OpenSSL.error("TLS")
        guard verification != 0, error.reason.contains("certificate verify failed") else { return error }
        let verdict = unsafe String(cString: hypermock_tls_session_verification_text(raw))
        return TLSError(operation: error.operation, reason: "\(error.reason): \(verdict)")
    }
}
