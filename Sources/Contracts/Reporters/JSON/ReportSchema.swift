package import HAL
import Scenarios

/// The JSON Schema (2020-12) of the documents that ``JSONReporter`` writes.
package enum ReportSchema {
    /// The schema of version 1; an incompatible change gets another version.
    package static var json: JSONValue {
        let head: [JSONObject.Member] = [
            .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
            .init("title", "Hypermock report"),
            .init("description", "The report of `hypermock verify --report json=PATH`."),
        ]
        guard case .object(let root) = object(run) else { return .null }
        return .object(JSONObject(head + root.members + [.init("$defs", definitions)]))
    }

    private static var run: [(String, JSONValue)] {
        [
            ("hypermockReport", ["const": 1, "description": "The version of this format."]),
            ("status", reference("status")),
            ("interrupted", ["type": "boolean", "description": "Whether the run ended before every case ran."]),
            ("cause", ["type": ["string", "null"], "description": "The reason why the run could not continue."]),
            ("aborted", ["type": "boolean", "description": "Whether the driver or the server ended the run."]),
            ("startedAt", ["type": "string", "format": "date-time"]),
            ("durationSeconds", reference("seconds")),
            (
                "setup",
                [
                    "oneOf": [reference("setup"), ["type": "null"]],
                    "description": "The setup that the reports of all shards share, and the shard.",
                ]
            ),
            ("seed", ["type": ["integer", "null"], "description": "The seed that shuffled the cases."]),
            ("clients", array("client", "The judged clients and the capabilities that they lack.")),
            ("counts", object(["variants", "cases", "steps", "checks"].map { ($0, reference("tally")) })),
            ("coverage", array("pair", "The pairs of outcome and method that some step expects.")),
            (
                "unsupportedOver",
                [
                    "type": "array", "items": ["enum": .array(wires)],
                    "description": "The selected protocols that no client supports.",
                ]
            ),
            ("notRun", array("selected", "The variants with cases that did not run.")),
            ("withoutContract", array("scenario", "The scenarios without a contract.")),
            ("neverReached", array("interaction", "The interactions that no case reached.")),
            (
                "baseline",
                object(["fixed", "expired", "unmatched"].map { ($0, ["type": "array", "items": text]) })
            ),
            ("trend", array("summary", "Earlier runs of the same contracts with the same clients, the oldest first.")),
            (
                "flakes",
                array("flake", "The variants that passed and failed in the same run, by repetitions or attempts.")
            ),
            ("variants", array("variant", "The variants in the order of the files.")),
        ]
    }

    private static var definitions: JSONValue {
        [
            "status": ["enum": .array(RunStatus.allCases.map { .string($0.rawValue) })],
            "seconds": ["type": "number", "minimum": 0],
            "place": ["type": "string", "description": "file:line:column", "pattern": ":[0-9]+:[0-9]+$"],
            "tally": object(RunStatus.allCases.map { ($0.rawValue, count) }),
            "pair": object([
                ("outcome", ["enum": .array(OutcomeKind.allCases.map { .string($0.rawValue) })]),
                ("method", text), ("reached", count), ("missed", count), ("failed", count),
            ]),
            "client": object([
                ("name", text), ("version", textOrNull),
                ("undeclared", array("gap", "The capabilities that the driver does not declare.")),
                ("unsupported", array("refusal", "The calls that the driver does not support, by reason.")),
            ]),
            "refusal": object([("reason", text), ("steps", count)]),
            "gap": object([
                ("capability", ["enum": .array(Capability.all.map { .string($0.name) })]),
                ("method", ["type": ["string", "null"], "description": "The method that needs it; null for all."]),
                (
                    "outcome",
                    [
                        "enum": .array(OutcomeKind.allCases.map { .string($0.rawValue) } + [.null]),
                        "description": "The expected outcome that needs it; null for all.",
                    ]
                ),
                ("steps", count), ("checks", count),
            ]),
            "scenario": object([("slug", text), ("file", text)]),
            "interaction": object([("name", textOrNull), ("at", reference("place"))]),
            "flake": object([
                ("variant", text), ("client", text), ("total", count), ("failed", ["type": "array", "items": count]),
                ("message", textOrNull),
            ]),
            "setup": object([
                ("version", text), ("paths", ["type": "array", "items": text]), ("shard", textOrNull),
                ("profile", ["enum": .array(Profile.allCases.map { .string($0.rawValue) })]), ("repetitions", count),
                ("selected", ["type": "integer", "minimum": 0, "description": "The selected variants of all shards."]),
                ("scenarios", ["type": "string", "description": "A hash of the scenarios and of the selection."]),
                ("unselected", ["type": "array", "items": text]),
                (
                    "slowSeconds",
                    ["type": ["number", "null"], "description": "The duration of slow cases; null: none is."]
                ),
                ("command", ["type": ["string", "null"], "description": "The command line, without secrets."]),
            ]),
            "summary": object([
                ("startedAt", ["type": "string", "format": "date-time"]), ("durationSeconds", reference("seconds")),
                ("cases", count), ("failed", count), ("flaky", count),
            ]),
            "selected": object([("position", count), ("name", text)]),
            "variant": object([
                ("name", text), ("position", count), ("slug", text), ("values", ["type": "array", "items": text]),
                ("title", text),
                ("tags", ["type": "array", "items": text]), ("file", text), ("tlsFault", textOrNull),
                ("neverReached", array("interaction", "The interactions that no case of the variant reached.")),
                ("status", reference("status")),
                ("cases", array("case", "One case for each client, protocol and repetition.")),
            ]),
            "basis": [
                "description":
                    "The section of a specification that requires it, or an opinion; null if neither is given.",
                "oneOf": [object([("requiredBy", text)]), object([("opinion", text)]), ["type": "null"]],
            ],
            "cause": cause,
            "case": `case`,
            "step": step,
            "check": check,
        ]
    }

    private static var cause: JSONValue {
        let lack: [(String, JSONValue)] = [
            ("capability", ["enum": .array(Capability.all.map { .string($0.name) })]), ("method", textOrNull),
            ("outcome", ["enum": .array(OutcomeKind.allCases.map { .string($0.rawValue) } + [.null])]),
        ]
        return [
            "description":
                "Why it was not judged: a missing capability, an unsupported call, the protocol, or an opinion; else null.",
            "oneOf": [
                object(lack), object([("unsupported", text)]), object([("protocol", text)]),
                object([("opinion", text), ("contradicted", ["type": "boolean"])]), ["type": "null"],
            ],
        ]
    }

    private static var `case`: JSONValue {
        object([
            ("client", text),
            ("over", ["enum": .array(wires + [.null]), "description": "The protocol; null if it was negotiated."]),
            ("repetition", ["type": "integer", "minimum": 1]), ("status", reference("status")),
            ("durationSeconds", reference("seconds")),
            ("reproduction", ["type": "string", "description": "The command that reruns this case."]),
            ("address", ["type": "string", "description": "The base URL of the case; empty if unknown."]),
            ("server", ["type": ["string", "null"], "description": "The URL of a server that was running before."]),
            ("steps", array("step", "The steps in the order of the contract.")),
            ("checks", array("check", "The checks after the last step.")),
            ("failedAttempts", array("case", "The failed attempts before this one.")),
        ])
    }

    private static var step: JSONValue {
        object([
            ("name", text), ("at", reference("place")), ("method", text), ("target", text),
            ("status", reference("status")), ("durationSeconds", reference("seconds")), ("expectedOutcome", text),
            ("outcome", ["type": ["string", "null"], "description": "The first outcome that the client reported."]),
            ("skipReason", textOrNull), ("skipCause", reference("cause")),
            ("checks", array("check", "The checks in the order of `expect`.")),
            ("driverFailed", ["type": "boolean", "description": "Whether the driver failed, not the client."]),
            ("exchange", ["type": ["string", "null"], "description": "The requests and responses of a failed step."]),
            ("curl", ["type": ["string", "null"], "description": "The first request of a failed step as a command."]),
        ])
    }

    private static var check: JSONValue {
        func kind(_ status: String, _ more: [(String, JSONValue)]) -> JSONValue {
            object(
                [
                    ("name", text), ("status", ["const": .string(status)]), ("at", reference("place")),
                    ("basis", reference("basis")),
                ] + more
            )
        }
        return [
            "oneOf": [
                kind("passed", []), kind("failed", [("expected", text), ("actual", text)]),
                kind("known", [("expected", text), ("actual", text), ("reason", text)]),
                kind("skipped", [("reason", text), ("cause", reference("cause"))]),
            ]
        ]
    }
}

extension ReportSchema {
    private static let text: JSONValue = ["type": "string"]
    private static let textOrNull: JSONValue = ["type": ["string", "null"]]
    private static let count: JSONValue = ["type": "integer", "minimum": 0]

    private static var wires: [JSONValue] { WireProtocol.allCases.map { .string($0.rawValue) } }

    private static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }

    private static func array(_ name: String, _ description: String) -> JSONValue {
        ["type": "array", "items": reference(name), "description": .string(description)]
    }

    /// An object with exactly these members.
    private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        [
            "type": "object",
            "properties": .object(JSONObject(members.map { .init($0.0, $0.1) })),
            "required": .array(members.map { .string($0.0) }),
            "additionalProperties": false,
        ]
    }
}
