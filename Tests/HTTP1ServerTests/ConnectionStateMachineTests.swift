import HTTPServing
import Messages
import Testing

@testable import HTTP1Server

/// The connection's decisions, without a socket.
@Suite struct ConnectionStateMachineTests {
    private static let staysOpen = ResponseFraming(minorVersion: 1, isHEAD: false, keepsAlive: true)
    private static let closes = ResponseFraming(minorVersion: 1, isHEAD: false, keepsAlive: false)

    private let timeouts = ConnectionTimeouts(header: 10, idle: 60, linger: 2, response: 30)

    private func machine() -> ConnectionStateMachine {
        ConnectionStateMachine(timeouts: timeouts, now: 1000)
    }

    @Test func staysOpenAfterAnAnswerToHTTP11() {
        var machine = machine()
        #expect(machine.intake == .parse)
        machine.ask()
        machine.begin(Self.staysOpen, responseCloses: false)
        #expect(machine.connectionField == .none)
        #expect(machine.intake == .keep)
        machine.answered(hasMoreInput: false, now: 1001)
        #expect(machine.outputDrained(hasInput: false, now: 1001) == .none)
        #expect(machine.isIdle)
        #expect(machine.deadline == 1061)
    }

    @Test func isIncompleteUntilTheWholeRequestHasArrived() {
        var machine = machine()
        #expect(machine.use == .idle(since: 1000))
        for time in [1001, 1005] {
            #expect(machine.parsed(.inHead, now: time) == .none)
            #expect(machine.use == .incomplete(since: 1001), "of a head since its first byte")
        }
        for time in [1006, 1008] {
            #expect(machine.parsed(.inBody(expectsContinue: false), now: time) == .none)
            #expect(machine.use == .incomplete(since: time), "of a body since its last piece")
        }
        machine.ask()
        #expect(machine.use == .busy)
    }

    @Test(arguments: [
        (1, true, false, HTTP1Framing.ConnectionField.none), (1, false, false, .close),
        (1, true, true, .close),
        (0, true, false, .keepAlive), (0, false, false, .none), (0, true, true, .none),
    ])
    func saysWhatBecomesOfTheConnectionWhereItIsNotTheDefault(
        _ minor: Int,
        _ keepsAlive: Bool,
        _ closes: Bool,
        _ field: HTTP1Framing.ConnectionField
    ) {
        var machine = machine()
        machine.ask()
        let framing = ResponseFraming(minorVersion: minor, isHEAD: false, keepsAlive: keepsAlive)
        machine.begin(framing, responseCloses: closes)
        #expect(machine.connectionField == field)
        machine.answered(hasMoreInput: false, now: 1000)
        let staysOpen = keepsAlive && !closes
        #expect(machine.outputDrained(hasInput: false, now: 1000) == (staysOpen ? .none : .close))
    }

    @Test func saysCloseWhenTheServerDrainsBeforeADelayedAnswerGoesOut() {
        var machine = machine()
        machine.ask()
        machine.begin(Self.staysOpen, responseCloses: false)
        #expect(machine.connectionField == .none)
        #expect(machine.drain() == .none)
        #expect(machine.connectionField == .close)
    }

    @Test func lingersWhenMoreInputIsThereThanItAnswers() {
        var machine = machine()
        machine.ask()
        machine.begin(Self.closes, responseCloses: false)
        machine.answered(hasMoreInput: true, now: 1000)
        #expect(machine.intake == .discard)
        #expect(machine.outputDrained(hasInput: false, now: 1000) == .linger)
        #expect(machine.deadline == 1002)
        #expect(machine.discarded(1000) == nil)
        #expect(machine.discarded(5_000_000) == .close, "it reads only so much to throw it away")
    }

    @Test func asksForTheBodyOnce() {
        var machine = machine()
        #expect(machine.parsed(.inBody(expectsContinue: true), now: 1000) == .sendContinue)
        #expect(machine.parsed(.inBody(expectsContinue: true), now: 1000) == .none)
        machine.ask()
        machine.begin(Self.staysOpen, responseCloses: false)
        machine.answered(hasMoreInput: false, now: 1000)
        #expect(
            machine.parsed(.inBody(expectsContinue: true), now: 1000) == .sendContinue,
            "the next request asks anew"
        )
    }

    @Test func givesTheHeadOneDeadlineAndTheBodyOneForEachPiece() {
        var machine = machine()
        _ = machine.parsed(.inHead, now: 1000)
        _ = machine.parsed(.inHead, now: 1005)
        #expect(machine.deadline == 1010)
        _ = machine.parsed(.inBody(expectsContinue: false), now: 1006)
        _ = machine.parsed(.inBody(expectsContinue: false), now: 1050)
        #expect(machine.deadline == 1110)
        #expect(machine.expired() == .refuseLate)
        #expect(machine.outputDrained(hasInput: false, now: 1110) == .linger)
        #expect(machine.expired() == .close)
    }

    @Test func hasNoDeadlineWhileItAnswers() {
        var machine = machine()
        machine.ask()
        machine.begin(Self.staysOpen, responseCloses: false)
        #expect(machine.deadline == .max)
    }

    @Test func limitsTheWaitForAResponseThatComesLater() {
        var machine = machine()
        machine.ask()
        machine.wait(now: 1000)
        #expect(machine.deadline == 1030)
        machine.outputBlocked(now: 1005)
        #expect(machine.deadline == 1065, "the client has to read the response before")
        #expect(machine.outputDrained(hasInput: false, now: 1010) == .none)
        #expect(machine.deadline == 1030)
        #expect(machine.expired() == .giveUpWaiting)
        machine.stopWaiting()
        #expect(machine.deadline == .max)
        #expect(machine.expired() == .none)
    }

    @Test func answersWhatCameBeforeTheEndOfInput() {
        var machine = machine()
        machine.ask()
        machine.begin(Self.staysOpen, responseCloses: false)
        #expect(machine.ended() == .none)
        machine.answered(hasMoreInput: true, now: 1000)
        #expect(machine.outputDrained(hasInput: true, now: 1000) == .none, "the next request is in the backlog")
        machine.ask()
        machine.begin(Self.staysOpen, responseCloses: false)
        machine.answered(hasMoreInput: false, now: 1000)
        #expect(machine.outputDrained(hasInput: false, now: 1000) == .close)
    }

    @Test func refusesARequestThatBreaksOff() {
        var machine = machine()
        _ = machine.parsed(.inHead, now: 1000)
        #expect(machine.ended() == .refuseIncomplete)
        #expect(machine.outputDrained(hasInput: false, now: 1000) == .close, "nobody is left to linger for")
    }

    @Test func closesAnIdleConnectionThatEnds() {
        var machine = machine()
        #expect(machine.ended() == .close)
        #expect(machine.close() == .none, "once is enough")
    }

    @Test func takesNoInputWhileOutputIsPending() {
        var machine = machine()
        machine.ask()
        machine.begin(Self.staysOpen, responseCloses: false)
        machine.answered(hasMoreInput: true, now: 1000)
        machine.outputBlocked(now: 1010)
        #expect(machine.intake == .keep)
        #expect(!machine.isIdle)
        #expect(machine.deadline == 1070)
        #expect(machine.outputDrained(hasInput: true, now: 1020) == .none)
        #expect(machine.intake == .parse)
    }

    @Test func resetsAClientThatTakesNothing() {
        var machine = machine()
        machine.outputBlocked(now: 1000)
        #expect(machine.expired() == .reset)
    }

    @Test func drainsByClosingIdleAndFinishingBusyOnes() {
        var idle = machine()
        #expect(idle.drain() == .close)
        var busy = machine()
        _ = busy.parsed(.inHead, now: 1000)
        #expect(busy.drain() == .none)
        busy.ask()
        busy.begin(Self.staysOpen, responseCloses: false)
        #expect(busy.connectionField == .close)
    }

    @Test func finishesOnlyTheAnswerThatIsUnderWayWhenDraining() {
        var machine = machine()
        machine.ask()
        machine.begin(Self.staysOpen, responseCloses: false)
        #expect(machine.drain() == .none)
        machine.answered(hasMoreInput: true, now: 1000)
        #expect(machine.outputDrained(hasInput: true, now: 1000) == .linger)
    }

    @Test func breaksWhenWhatWasToBeSentIsSent() {
        var machine = machine()
        machine.ask()
        machine.begin(Self.staysOpen, responseCloses: false)
        machine.breakOff(.reset, now: 1000)
        #expect(machine.intake == .discard)
        #expect(machine.outputDrained(hasInput: false, now: 1000) == .resetWhenDelivered)
        #expect(machine.expired() == .reset, "a client that takes nothing is not waited for")
    }

    @Test func stallsUntilTheClientEnds() {
        var machine = machine()
        machine.ask()
        machine.begin(Self.staysOpen, responseCloses: false)
        machine.stall(now: 1000)
        #expect(machine.outputDrained(hasInput: false, now: 1000) == .none)
        #expect(machine.deadline == 1060)
        #expect(machine.ended() == .close)
    }
}
