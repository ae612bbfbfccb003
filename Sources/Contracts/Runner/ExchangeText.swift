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
    /// The running server that the command names; nil: one of `hypermock serve`.
    var server: RunningServer?

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
        guard let number = reported.status else { return ["< (\(reported.detail ?? reported.withoutStatus))"] }
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

    /// The first request as a command for the server; nil if nothing was sent, or a NUL, which no argument can contain.
    var curl: String? {
        guard let request = received.first, !request.body.contains(0) else { return nil }
        let options = server?.curlOptions(wire) ?? wire.curlOptions
        var words = ["curl \(request.method == .head ? "-I" : "-i")\(options)"]
        let isDefault = request.method == .head || (request.method == .get && request.body.isEmpty)
        if !isDefault { words.append("-X \(Shell.quoted(request.method.rawValue))") }
        for field in request.fields where !Self.ownFields.contains(field.name.rawName.lowercased()) {
            words.append("-H \(Self.header(field))")
        }
        if !request.body.isEmpty {
            // `--data-binary` would read the file that a body such as `@/etc/passwd` names.
            words.append("--data-raw \(Shell.quoted(bytes: request.body))")
        }
        words.append(Shell.quoted(origin + request.target))
        return words.joined(separator: " ")
    }

    /// Returns a header argument; a secret becomes a shell variable, without which the command fails.
    private static func header(_ field: HTTPField) -> String {
        let name = field.name.rawName
        guard Redaction.hides(name) else { return Shell.quoted("\(name): \(field.value)") }
        let variable = name.uppercased().replacing("-", with: "_")
        return "\"\(name): ${\(variable):?set it to the value that the step sends}\""
    }

    /// The URL of the scenario without its sandbox, which exists only during the run.
    private var origin: String {
        let rest = baseURL.drop { $0 != "/" }.dropFirst(2)
        let path = rest.drop { $0 != "/" }
        let address = path.lastIndex(of: "@").map { path[..<$0] } ?? path
        if server != nil { return String(baseURL[..<address.endIndex]) }
        return "\(wire.isSecure ? "https" : "http")://127.0.0.1:\(port)\(address)"
    }
}

/// A server that runs before and after the contracts, as commands name it.
package struct RunningServer: Sendable, Hashable {
    /// Its URL, without a final slash.
    let url: String
    /// The PEM file with the certificate authorities to trust; nil: those of the system.
    let authorityFile: String?

    /// The options with which curl uses it with a protocol.
    func curlOptions(_ wire: WireProtocol) -> String {
        let trust = authorityFile.map { " --cacert \(Shell.quoted($0))" } ?? ""
        return switch wire {
        case .http: ""
        case .https: "\(trust) --http1.1"
        case .h2: "\(trust) --http2"
        case .h2c: " --http2-prior-knowledge"
        }
    }
}

/// The ports of the server in the commands that reports show.
enum CommandPort {
    /// The default of `serve`.
    static let server = 8080
    /// The port of a TLS fault.
    static let fault = 8443
}
