import CNGHTTP2
import Messages

/// The client's breaches of rules and limits, and the end of the connection after them.
extension HTTP2Session {
    /// Called with nghttp2's explanation of an error, before `receivedInvalid`.
    func explain(_ reason: String) {
        breaches.explain(reason)
    }

    /// Called with each frame that breaks a rule.
    func receivedInvalid(_ reason: String) {
        explain(reason)
        _ = allows(floods.countMalformed())
    }

    /// Ends the connection if a limit is exceeded.
    ///
    /// - Returns: Whether none is.
    func allows(_ excess: String?) -> Bool {
        guard let excess else { return true }
        terminate(.enhanceYourCalm, excess)
        return false
    }

    /// Called when nghttp2 cannot continue to read.
    func fail(_ error: nghttp2_error) {
        hasFailed = true
        switch error {
        case NGHTTP2_ERR_FLOODED, NGHTTP2_ERR_TOO_MANY_CONTINUATIONS:
            terminate(.enhanceYourCalm, unsafe String(cString: nghttp2_strerror(error.rawValue)))
        case NGHTTP2_ERR_BAD_CLIENT_MAGIC:
            terminate(.protocolError, "the preface is invalid (RFC 9113 section 3.4)")
        default: terminate(.internalError, unsafe String(cString: nghttp2_strerror(error.rawValue)))
        }
    }

    private func terminate(_ code: HTTP2Code, _ reason: String) {
        guard breaches.end(reason) else { return }
        _ = unsafe nghttp2_session_terminate_session(raw, code.rawValue)
    }

    /// Called when nghttp2 has reset a stream, or this server has.
    func sentReset(of id: Int32, _ code: UInt32) {
        guard stream(id)?.isReset != true, let code = HTTP2Code(rawValue: code) else { return }
        switch code {
        // A client may not know the limit of streams yet.
        case .noError, .refusedStream, .cancel: return
        default: report(code, endsConnection: false)
        }
    }

    /// Called when GOAWAY is sent, with nghttp2's reason.
    func sentGoAway(_ code: UInt32, _ reason: String) {
        guard code != HTTP2Code.noError.rawValue, let code = HTTP2Code(rawValue: code) else { return }
        _ = breaches.end(reason.isEmpty ? nil : reason)
        report(code, endsConnection: true)
    }

    func report(_ code: HTTP2Code, endsConnection: Bool) {
        guard let violation = breaches.report(code, endsConnection: endsConnection) else { return }
        events.value.append(.violated(violation))
    }
}
