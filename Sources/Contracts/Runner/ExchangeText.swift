import HAL
import HALClient
import HTTPTypes

/// The exchange of a step as text: the requests that the server received, and the response that the client reported.
struct ExchangeText {
    let received: [ReceivedRequest]
    let reported: ReportedOutcome?
    /// The base URL of the sandbox.
    let baseURL: String
    /// The protocol of the exchange, for the command.
    var wire = WireProtocol.http
    /// The port of the server, for the command.
    var port = CommandPort.server

    /// The lines, with `>` before requests and `<` before responses; empty if nothing was sent.
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
        guard let reported else { return ["< (the client reported nothing)"] }
        guard let number = reported.status else { return ["< (\(reported.detail ?? "no complete response"))"] }
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
        let lines = body.truncated().split(separator: "\n", omittingEmptySubsequences: false)
        return head + [mark] + lines.map { "\(mark) \($0)" }
    }
}

extension ExchangeText {
    /// The fields that clients and curl add by themselves.
    private static let ownFields: Set = [
        "host", "content-length", "accept-encoding", "connection", "user-agent", "transfer-encoding",
    ]

    /// The first request as a command for a server of `hypermock serve`; nil if nothing was sent.
    var curl: String? {
        guard let request = received.first else { return nil }
        var words = ["curl \(request.method == .head ? "-I" : "-i")\(wire.curlOptions)"]
        let isDefault = request.method == .head || (request.method == .get && request.body.isEmpty)
        if !isDefault { words.append("-X \(Shell.quoted(request.method.rawValue))") }
        for field in request.fields where !Self.ownFields.contains(field.name.rawName.lowercased()) {
            words.append("-H \(Self.header(field))")
        }
        if !request.body.isEmpty {
            // `--data-binary` would read the file that a body such as `@/etc/passwd` names.
            words.append("--data-raw \(Shell.quoted(String(decoding: request.body, as: UTF8.self)))")
        }
        let scheme = wire.isSecure ? "https" : "http"
        words.append(Shell.quoted("\(scheme)://127.0.0.1:\(port)" + addressPath + request.target))
        return words.joined(separator: " ")
    }

    /// Returns a header argument; a secret becomes a shell variable, without which the command fails.
    private static func header(_ field: HTTPField) -> String {
        let name = field.name.rawName
        guard Redaction.hides(name) else { return Shell.quoted("\(name): \(field.value)") }
        let variable = name.uppercased().replacing("-", with: "_")
        return "\"\(name): ${\(variable):?set it to the value that the step sends}\""
    }

    /// The path of the scenario without its sandbox, which exists only during the run.
    private var addressPath: String {
        let rest = baseURL.drop { $0 != "/" }.dropFirst(2)
        let path = rest.drop { $0 != "/" }
        return String(path.lastIndex(of: "@").map { path[..<$0] } ?? path)
    }
}

/// The ports of the server in the commands that reports show.
enum CommandPort {
    /// The default of `serve`.
    static let server = 8080
    /// The port of a TLS fault.
    static let fault = 8443
}

/// Quotes words for a POSIX shell.
package enum Shell {
    /// Returns the word as it is if the shell takes it literally, else in single quotes.
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
