import HAL
import Matching
import Messages

extension Mount {
    /// The clock of the address.
    package var clock: MountClock { timing?.clock ?? MountClock() }

    /// Moves, stops or starts the clock.
    ///
    /// - Throws: ``MountClock/Refusal``; the clock stays.
    package func changeClock(
        _ change: (inout MountClock) throws(MountClock.Refusal) -> Void
    ) throws(MountClock.Refusal) {
        var clock = clock
        try change(&clock)
        let timing = timing ?? MountTiming()
        timing.clock = clock
        self.timing = timing
        dropTimingIfUnused()
        contents.state.touch()
    }

    /// Returns the clock to the server's time; outages and quotas begin anew.
    package func resetClock() {
        timing?.clock = MountClock()
        timing?.rules.reset()
        dropTimingIfUnused()
    }

    /// Sets the clock to that of another engine.
    package func setClock(_ clock: MountClock) {
        try? changeClock { $0 = clock }
    }

    private func dropTimingIfUnused() {
        if timing?.clock.isMoved == false, !loadedIndex.hasTimeRules { timing = nil }
    }

    /// Responds by the time of the address.
    @inline(never)
    func respond(to request: Request, _ target: RequestTarget, _ random: RandomSource, in timing: MountTiming) -> Reply
    {
        let time = timing.clock.time(at: request.receivedAt)
        var moved = request
        moved.receivedAt = time
        timing.rules.begin(at: time)
        var advised: Int64?
        let chosen = contents.reply(to: moved, target, random, &timing.rules, advised: &advised)
        guard
            var reply = chosen ?? liveReply(to: moved, target, random, in: timing, advised: &advised)
                ?? staticReply(to: moved, target) ?? fallbackReply(to: moved, target)
        else {
            record(request, .unmatched, JournalNote(time: time))
            return .unmatched(diagnosis(of: moved, target))
        }
        if timing.clock.isMoved { reply.setDates(to: time) }
        let last = lastEntry
        record(request, JournalEntry.ServedResponse(reply), JournalNote(time: time, advisedMilliseconds: advised))
        if lastEntry != last { reply.journalID = lastEntry }
        return .mock(reply)
    }

    /// Adds a request to the journal, with the time of the address.
    private func record(_ request: Request, _ served: JournalEntry.ServedResponse, _ note: JournalNote) {
        let last = lastEntry
        record(request, served)
        if lastEntry != last { journalStore.note(lastEntry, note) }
    }
}

extension MockReply {
    /// Writes the dates of the response, which is sent when its delay has elapsed.
    mutating func setDates(to time: Int64) {
        let sent = Int(min(time + Int64(delayMilliseconds), MountClock.latest) / 1000)
        let date = { @Sendable (response: RenderedResponse) in
            response.dated { HTTPDate(secondsSinceEpoch: sent + $0).bytes }
        }
        change(date)
    }

    /// Changes the response, now or when its work is done.
    mutating func change(_ change: @escaping @Sendable (RenderedResponse) -> RenderedResponse) {
        guard let work else {
            response = change(response)
            return
        }
        self.work = RenderingWork(forwarding: work.forwarded) { change(work()) }
    }
}
