import HAL
import HTTPServing
import Messages
import Mocking
import UV

/// `/__admin/clock`: the time of an address.
enum ClockAPI {
    private static let keys = ["advance", "freeze", "run", "reset"]
    /// The longest advance, in seconds: from 1970 to the year 9999.
    private static let longestAdvance = Double(MountClock.latest) / 1000

    static let routes = [
        AdminRoute("GET", "/clock", "Returns the time of the address.", result: .clockNow) { call in .json(json(call))
        },
        AdminRoute(
            "POST",
            "/clock",
            "Advances, stops, starts or resets the clock of the address.",
            body: .clock,
            result: .clockNow,
            statuses: [200, 422],
            sharing: .changes(.restartsRules)
        ) { call throws(AdminError) in try change(call) },
    ]

    private static func change(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        let body = try call.object(keys: Set(keys))
        guard body.members.count == 1, let (key, value) = body.members.first.map({ ($0.name, $0.value) }) else {
            throw .wrongBody("expected exactly one of the keys " + keys.joined(separator: ", "))
        }
        switch key {
        case "advance": return try advance(call, by: value)
        case "freeze": return try freeze(call, at: value)
        case _:
            guard value == .bool(true) else { throw .wrongBody("expected true", at: "/" + key) }
            return key == "run" ? run(call) : reset(call)
        }
    }

    private static func advance(_ call: AdminCall, by value: JSONValue) throws(AdminError) -> AdminAnswer {
        guard let seconds = value.number?.double, seconds.isFinite, abs(seconds) <= longestAdvance else {
            throw .wrongBody("expected a number of seconds", at: "/advance")
        }
        let milliseconds = Int64((seconds * 1000).rounded())
        try changeClock(call, at: "/advance") { clock throws(MountClock.Refusal) in
            try clock.advance(by: milliseconds, at: call.request.receivedAt)
        }
        return answer(call, .advance(milliseconds: Int(milliseconds)))
    }

    private static func freeze(_ call: AdminCall, at value: JSONValue) throws(AdminError) -> AdminAnswer {
        var time: Int64?
        if value != .bool(true) {
            guard let text = value.string, let stamp = Timestamp(iso8601: text) else {
                throw .wrongBody(#"expected a time such as "2026-11-22T10:00:00Z", or true"#, at: "/freeze")
            }
            time = stamp.epochMilliseconds
        }
        let before = call.mount.clock.time(at: call.request.receivedAt)
        try changeClock(call, at: "/freeze") { clock throws(MountClock.Refusal) in
            try clock.stop(at: time, now: call.request.receivedAt)
        }
        return answer(call, .stop(setting: time.map { Int($0 - before) } ?? 0))
    }

    private static func run(_ call: AdminCall) -> AdminAnswer {
        try? call.mount.changeClock { $0.run(at: call.request.receivedAt) }
        return answer(call, .run)
    }

    private static func reset(_ call: AdminCall) -> AdminAnswer {
        call.mount.resetClock()
        return answer(call, .run)
    }

    /// Whether a call resets a clock.
    static func isReset(_ request: AdminRequest) -> Bool {
        let members = (try? JSONValue(parsing: request.body))?.object?.members
        return members?.count == 1 && members?.first?.name == "reset" && members?.first?.value == .bool(true)
    }

    private static func changeClock(
        _ call: AdminCall,
        at pointer: String,
        _ change: (inout MountClock) throws(MountClock.Refusal) -> Void
    ) throws(AdminError) {
        do throws(MountClock.Refusal) {
            try call.mount.changeClock(change)
        } catch {
            switch error {
            case .backwards:
                throw .wrongBody(
                    "a clock only advances forwards: use a positive number, or 'freeze' to set an earlier time",
                    at: pointer
                )
            case .outOfRange:
                throw .wrongBody(
                    "the time would not be in the years 1970 to 9999: use 'reset' to return to the system's time",
                    at: pointer
                )
            }
        }
    }

    /// Answers with the new time when the delays of the address follow it.
    private static func answer(_ call: AdminCall, _ change: PendingDelays.Change) -> AdminAnswer {
        let (latch, document) = (Latch(), json(call))
        var answer = AdminAnswer {
            latch.wait()
            return AdminCompletion { _ in .json(document) }
        }
        answer.effects = [.changeDelays(group: call.mount.pendingGroup, change, latch)]
        return answer
    }

    private static func json(_ call: AdminCall) -> JSONValue {
        let clock = call.mount.clock
        let time = clock.time(at: call.request.receivedAt)
        let state = clock.isStopped ? "frozen" : clock.isMoved ? "moved" : "real"
        return [
            "now": .string(Timestamp(epochMilliseconds: time).iso8601),
            "epochMilliseconds": .number(JSONNumber(time)),
            "state": .string(state),
            "aheadMilliseconds": .number(JSONNumber(time - call.request.receivedAt)),
        ]
    }

    static let bodySchema = OpenAPISchemas.object([
        "advance": ["type": "number", "minimum": 0],
        "freeze": ["anyOf": [["type": "string", "format": "date-time"], ["const": true]]],
        "run": ["const": true],
        "reset": ["const": true],
    ])

    static let resultSchema = OpenAPISchemas.object(
        [
            "now": ["type": "string", "format": "date-time"],
            "epochMilliseconds": ["type": "integer", "minimum": 0],
            "state": ["type": "string", "enum": ["real", "moved", "frozen"]],
            "aheadMilliseconds": ["type": "integer"],
        ],
        required: ["now", "epochMilliseconds", "state", "aheadMilliseconds"]
    )
}
