import HTTP2
import HTTPServing
import Messages
import UV

/// A response that is not sent at once: it comes later, or it is delayed, paced, read from a file, or has a fault.
final class Delivery {
    let stream: Int32
    let isHEAD: Bool
    /// The response when it is known.
    fileprivate(set) var response: Response?
    /// The end of the wait for the client or the responder; `.max`: no limit.
    fileprivate(set) var deadline = Int.max

    fileprivate var plan: SendPlan?
    fileprivate var token: ResponseToken?
    fileprivate var timer: LoopTimer?
    fileprivate var isWaiting = false
    /// The state of the live body; nil without one.
    fileprivate var live: (any Sendable)?

    fileprivate init(_ stream: Int32, isHEAD: Bool) {
        self.stream = stream
        self.isHEAD = isHEAD
    }
}

extension HTTP2Connection {
    private func delivery(_ stream: Int32, isHEAD: Bool) -> Delivery {
        if let known = deliveries[stream] { return known }
        let delivery = Delivery(stream, isHEAD: isHEAD)
        deliveries[stream] = delivery
        loop.activity.countPendingResponse(1)
        return delivery
    }

    /// Stops and forgets the delivery on a stream.
    func forget(_ stream: Int32) {
        guard let delivery = deliveries.removeValue(forKey: stream) else { return }
        loop.activity.countPendingResponse(-1)
        stopWaiting(delivery)
        delivery.timer?.close()
        delivery.timer = nil
    }

    private func isCurrent(_ delivery: Delivery) -> Bool {
        phase == .open && deliveries[delivery.stream] === delivery
    }

    // MARK: Responses that come later

    /// Waits for the response, which `resume` sends.
    func wait(for later: Response.Later, on stream: Int32, isHEAD: Bool) {
        let delivery = delivery(stream, isHEAD: isHEAD)
        switch later {
        case .work(let work):
            runInBackground(delivery, work) { [self] result in
                resume(delivery, with: server.responder.complete(result))
            }
        case .token(let token):
            guard tokens[token] == nil, server.hold(token, for: self) else {
                // The responder has used a token twice, so that its response could belong to either request.
                return deliver(Response(status: 500), on: stream, isHEAD: isHEAD)
            }
            tokens[token] = stream
            delivery.token = token
            delivery.deadline = now + server.configuration.timeouts.response
        }
    }

    func resume(_ token: ResponseToken, with response: Response) {
        guard let delivery = tokens[token].flatMap({ deliveries[$0] }) else { return }
        resume(delivery, with: response)
    }

    private func resume(_ delivery: Delivery, with response: Response) {
        stopWaiting(delivery)
        deliver(response, on: delivery.stream, isHEAD: delivery.isHEAD)
        flush()
    }

    private func stopWaiting(_ delivery: Delivery) {
        delivery.deadline = .max
        guard let token = delivery.token else { return }
        delivery.token = nil
        tokens[token] = nil
        server.release(token)
    }

    /// Ends the wait for the responder, or a stream that has stalled on purpose.
    func expire(_ delivery: Delivery) {
        guard delivery.token != nil else {
            session.reset(delivery.stream, .cancel)
            return forget(delivery.stream)
        }
        stopWaiting(delivery)
        deliver(Response(Refusal(.responseTimeout, target: [])), on: delivery.stream, isHEAD: delivery.isHEAD)
    }

    func cancelPending(group: Int) {
        guard phase == .open else { return }
        for delivery in Array(deliveries.values) where delivery.response?.group == group {
            session.reset(delivery.stream, .cancel)
            forget(delivery.stream)
        }
        flush()
    }

    // MARK: Responses in steps

    func deliverInSteps(_ response: consuming Response, on stream: Int32, isHEAD: Bool) {
        // The first stream of a client has the number 1 (RFC 9113 §5.1.1).
        response.rendered = response.rendered.forConnection(isReused: stream > 1)
        let delivery = delivery(stream, isHEAD: isHEAD)
        delivery.response = response
        delivery.live = response.rendered.live?.start
        // A raw HTTP/1.1 response has no form in HTTP/2: it has neither head nor content.
        let hasContent = !isHEAD && response.rendered.headLength > 0
        delivery.plan = SendPlan(response, contentLength: hasContent ? response.rendered.contentLength : 0)
        advance(delivery)
    }

    /// Continues a response until it has to wait or is complete; `flush` sends the rest.
    ///
    /// After the head, and after each piece of the content, it waits until the session has sent that.
    func advance(_ delivery: Delivery) {
        while isCurrent(delivery), !delivery.isWaiting, let rendered = delivery.response?.rendered {
            guard let step = delivery.plan?.next() else { return }
            switch step {
            case .wait(let milliseconds): pause(delivery, milliseconds)
            case .head: return beginInSteps(delivery, rendered)
            case .body(let range): return session.allow(range.count, on: delivery.stream)
            case .read(let range):
                if let source = rendered.source { readPiece(delivery, source, range) }
                return
            case .live:
                guard let piece = nextPiece(delivery) else { return endLiveBody(delivery) }
                if !piece.isEmpty { return session.supply(piece, on: delivery.stream) }
            case .end(.none):
                if rendered.headLength > 0 {
                    session.finish(delivery.stream)
                } else {
                    session.reset(delivery.stream, .internalError)
                }
                forget(delivery.stream)
            case .end(.some): rendered.fault.map { perform($0, delivery) }
            }
        }
    }

    private func nextPiece(_ delivery: Delivery) -> [UInt8]? {
        guard var state = delivery.live else { return nil }
        defer { delivery.live = state }
        return server.responder.piece(of: &state)
    }

    private func endLiveBody(_ delivery: Delivery) {
        session.finish(delivery.stream)
        forget(delivery.stream)
    }

    /// Ends the live bodies, which no client can wait for.
    func endLiveBodies() {
        for delivery in Array(deliveries.values) where delivery.live != nil { endLiveBody(delivery) }
    }

    private func beginInSteps(_ delivery: Delivery, _ rendered: RenderedResponse) {
        let isWhole = rendered.isPlain || (delivery.isHEAD && rendered.fault == nil)
        begin(rendered, on: delivery.stream, isHEAD: delivery.isHEAD, allowance: isWhole ? .max : 0)
        if isWhole { forget(delivery.stream) }
    }

    private func pause(_ delivery: Delivery, _ milliseconds: Int) {
        delivery.isWaiting = true
        do {
            let timer =
                try delivery.timer
                ?? LoopTimer(on: loop) { [weak self, weak delivery] in
                    guard let self, let delivery else { return }
                    goOn(delivery)
                    flush()
                }
            delivery.timer = timer
            timer.start(afterMilliseconds: milliseconds)
        } catch {
            close()
        }
    }

    private func goOn(_ delivery: Delivery) {
        delivery.isWaiting = false
        advance(delivery)
    }

    /// Reads a piece of the content on another thread, and continues when it is there.
    private func readPiece(_ delivery: Delivery, _ source: BodySource, _ range: Range<Int>) {
        delivery.isWaiting = true
        runInBackground(delivery) {
            source.read(range.lowerBound, range.count)
        } then: { [self] bytes in
            if let bytes, bytes.count == range.count {
                delivery.isWaiting = false
                session.supply(bytes, on: delivery.stream)
            } else {
                // The length is sent already, so only a reset tells the client that the content is incomplete.
                session.reset(delivery.stream, .internalError)
                forget(delivery.stream)
            }
            flush()
        }
    }

    private func runInBackground<Value: Sendable>(
        _ delivery: Delivery,
        _ work: @escaping @Sendable () -> Value,
        then completion: @escaping (Value) -> Void
    ) {
        do {
            try loop.runInBackground(work) { [self] value in
                guard isCurrent(delivery) else { return }
                completion(value)
            }
        } catch {
            close()
        }
    }

    // MARK: Faults

    private func perform(_ fault: Fault, _ delivery: Delivery) {
        let stream = delivery.stream
        switch fault.effect {
        case .reset where fault.scope == .connection: finish(.reset)
        case .reset:
            session.reset(stream, fault.code ?? .internalError)
            forget(stream)
        case .stall: delivery.deadline = now + server.configuration.timeouts.idle
        case .close:
            session.goAway(.noError)
            finish(.close)
        case .truncated:
            wire.truncate()
            finish(.close)
        case .goAway:
            // Before the head, the request counts as not processed (RFC 9113 §6.8).
            session.goAway(.noError, lastStream: fault.phase == .request ? max(0, stream - 2) : stream)
            finish(.close)
        case .garbage: finish(.close, tail: HTTP2Session.invalidFrame)
        case .badChunk: finish(.close, tail: HTTP2Session.malformedData(on: stream))
        }
    }
}
