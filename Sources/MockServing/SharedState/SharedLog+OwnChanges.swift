import HTTPServing
import Messages
import Mocking
import Scenarios
import UV

/// Changes that no call of the admin API makes.
extension SharedLog {
    /// Makes a change that no call of the admin API makes; one that does not fit the files has no effect.
    ///
    /// `settle` gets the outcome of a request.
    func perform(
        _ change: SharedChange,
        _ kind: SharedChange.OwnKind,
        _ mount: Mount,
        settle: (Outcome) -> Void
    ) {
        switch kind {
        case .write:
            let id = StableIdentifier.uuid(of: "\(version?.epoch ?? "") \(change.number)")
            let start = SharedNumber.value(change.path).map { Int64($0) } ?? 0
            let reply = JournaledRequest(change.body).flatMap { mount.changeResource($0, start: start, newID: id) }
            if let reply { engine.correctJournal(change.lastRequest, status: reply.status) }
            settle(.reply(reply))
        case .clock:
            guard let clock = MountClock(String(decoding: change.body, as: UTF8.self)) else { return }
            mount.setClock(clock)
            guard clock.isStopped else { return }
            handler.perform([.changeDelays(group: mount.pendingGroup, .stop(setting: 0), Latch())])
        case .items: _ = mount.loadResource(change.path, change.body)
        }
    }
}
