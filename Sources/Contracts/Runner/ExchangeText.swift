import HAL
import HALClient
import HTTPTypes

/// What went over the wire in a step, as people read it: requests as the server has seen them, the answer as the client
/// has.
struct ExchangeText {
    let received: [ReceivedRequest]
    let reported: ReportedOutcome?
    /// Of the sandbox.
    let baseURL: String

    /// `>` before what was sent, `<` before what came; empty when nothing was sent.
    var text: String {
        guard !received.isEmpty else { return "" }
        var lines: [String] = []
        for (index, request) in received.enumerated() {
            lines.append("> \(request.method.rawValue) \(request.target)")
            lines += block(request.fields, String(decoding: request.body, as: UTF8.self), mark: ">")
            lines += index == received.count - 1 ? answer : ["< \(status(request.status))"]
        }
        return lines.joined(separator: "\n")
    }

    private var answer: [String] {
        guard let reported else { return ["< (the client has reported nothing)"] }
        guard let number = reported.status else { return ["< (\(reported.detail ?? "no complete answer"))"] }
        return ["< \(number)"] + block(reported.fields, reported.body ?? "", mark: "<")
    }

    private func status(_ number: Int) -> String {
        number == 0 ? "(the exact bytes of a raw response)" : "\(number)"
    }

    private func block(_ fields: [HTTPField], _ body: String, mark: String) -> [String] {
        let head = fields.map { field in
            "\(mark) \(field.name.rawName): \(Redaction.hides(field.name.rawName) ? Redaction.mark : field.value)"
        }
        guard !body.isEmpty else { return head }
        let lines = Excerpt.of(body).split(separator: "\n", omittingEmptySubsequences: false)
        return head + [mark] + lines.map { "\(mark) \($0)" }
    }
}

extension ExchangeText {
    /// What a client adds by itself and curl does too.
    private static let ownFields: Set = [
        "host", "content-length", "accept-encoding", "connection", "user-agent", "transfer-encoding",
    ]

    /// The first request for a server that was started by `hypermock serve`; nil when nothing was sent.
    var curl: String? {
        guard let request = received.first else { return nil }
        var words = ["curl -i"]
        if request.method == .head { words[0] = "curl -I" }
        if request.method != .get, request.method != .head {
            words.append("-X \(Shell.quoted(request.method.rawValue))")
        }
        for field in request.fields where !Self.ownFields.contains(field.name.rawName.lowercased()) {
            words.append("-H \(Self.header(field))")
        }
        if !request.body.isEmpty {
            words.append("--data-binary \(Shell.quoted(String(decoding: request.body, as: UTF8.self)))")
        }
        words.append(Shell.quoted("http://127.0.0.1:8080" + addressPath + request.target))
        return words.joined(separator: " ")
    }

    /// A secret is a variable of the shell, which ends the command as long as it is not set.
    private static func header(_ field: HTTPField) -> String {
        let name = field.name.rawName
        guard Redaction.hides(name) else { return Shell.quoted("\(name): \(field.value)") }
        let variable = name.uppercased().replacing("-", with: "_")
        return "\"\(name): ${\(variable):?set it to what the step sends}\""
    }

    /// The scenario's path without the sandbox, which is gone when somebody reads this.
    private var addressPath: String {
        let rest = baseURL.drop { $0 != "/" }.dropFirst(2)
        let path = rest.drop { $0 != "/" }
        return String(path.lastIndex(of: "@").map { path[..<$0] } ?? path)
    }
}

/// Words for a shell.
package enum Shell {
    /// As it is where nothing is special, else in single quotes.
    package static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || "-_./:@%+=,".utf8.contains(byte)
            }
        return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
    }
}
