import Foundation
import Messages
import Testing

@testable import CLI
@testable import HTTP1Server
@testable import HTTP2
@testable import HTTPServing
@testable import Matching
@testable import MockServing
@testable import Mocking
@testable import Scenarios

/// Limits on pages, which are written by hand: each is equal to its constant.
struct PageFiguresTests {
    private static let server = MockServerConfiguration()
    private static let frames = HTTP2Limits(request: RequestLimits())
    private static let turns = (frames: TurnLimits().total, handshakes: server.server.handshakeTurns.total)
    private static let (template, depth) = (TemplateAllowance.maximum, TemplateAllowance.maximumDepth)

    /// Groups digits: `10 000`.
    private static func count(_ number: Int) -> String {
        guard number >= 10_000 else { return "\(number)" }
        let thousands = number / 1000
        return (thousands < 1000 ? "\(thousands)" : "\(thousands / 1000) \(String(thousands + 1000).suffix(3))")
            + " \(String(number % 1000 + 1000).suffix(3))"
    }

    /// Whole KiB or MiB: `64 KiB`.
    private static func size(_ bytes: Int) -> String {
        bytes % (1 << 20) == 0 ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
    }

    /// Whole seconds: `10 s`.
    private static func seconds(_ seconds: Double) -> String { "\(Int(seconds)) s" }

    private static let templates =
        "limited to \(count(template.steps)) steps, \(size(template.output)) of text, \(size(template.values)) of "
        + "values and \(depth) levels of nesting"

    private static let security = [
        "Chunk extensions are limited to \(size(ChunkLine.extensionLimit)) per message",
        "Head (\(size(server.maxHeaderBytes)), \(RequestLimits().maxFields) fields) and body "
            + "(\(size(server.maxBodyBytes)), also after gzip expansion)",
        "A head must arrive within \(seconds(server.headerTimeout)); a body may pause for "
            + "\(seconds(server.idleTimeout)); then 408. An idle connection is closed after "
            + seconds(server.idleTimeout),
        "is limited to \(count(EvaluationBudget.usualSteps)) steps over all interactions",
        "JSON with more than \(count(EvaluationBudget.maximumValues)) values, forms with more than "
            + "\(count(DecodedRequest.maximumFormFields)) fields, and multipart bodies with more than "
            + "\(count(MultipartBody.maximumParts)) parts",
        templates,
        "only the first \(count(RequestSummary.Fields.limit)) are shown",
        "At most \(count(server.maxConnections)) at a time",
        "They have \(turns.handshakes / 1_000_000) ms of each turn",
        "HTTP/2 frames have \(turns.frames / 1_000_000) ms of each turn",
        "end their connection after \(count(frames.maxUselessFrames)) in a row",
        "At most \(size(OutputQueue.copyLimit)) are buffered for a client that does not read; while a response is "
            + "pending, at most \(size(Backlog.limit)) of further requests",
        "a turn longer than \(TurnWatch.limit) ms is reported",
        "The journal is limited (\(count(server.journalEntries)) entries, \(size(server.journalBytes)))",
        "Sandboxes are limited too (\(count(server.maxSandboxes)); unused ones are dropped after "
            + "\(server.sandboxIdle / 60) minutes)",
        "At most \(count(UpstreamCalls.most)) requests with \(size(UpstreamCalls.mostBytes)) wait",
        "A response has at most \(size(HTTPUpstream.usualBodyBytes))",
        "sent in pieces of \(size(BodySource.pieceLength))",
        "is limited to \(count(PatternSteps.usual(for: 0))) steps of about 25 ns, for values over 4 KiB to 4 more per "
            + "byte, at most \(count(PatternSteps.most))",
        "share \(PatternSteps.most * 25 / 1_000_000) ms",
        "\(count(server.maxConnections)) connections that each send a body of \(size(server.maxBodyBytes))",
    ]

    private static let http2 = [
        "| requests in progress on a connection | \(server.http2Streams) |",
        "| \(size(server.maxHeaderBytes)), then 431 |",
        "a burst of \(frames.excessHeaderBytes / RequestLimits().maxHeaderBytes) × `--max-header-bytes`",
        "| \(seconds(server.headerTimeout)), then 408", "| \(size(server.maxBodyBytes)), then 413 |",
        "a burst of \(count(frames.resetBurst)), then \(frames.resetsPerSecond) per second",
        "unknown types | \(count(frames.maxUselessFrames)), then GOAWAY",
        "| idle connection | \(seconds(server.idleTimeout)), then GOAWAY",
    ]

    private static func text(of page: String) throws -> String {
        try Pages.text(of: page).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test(
        "A limit on a page is the one in the code",
        arguments: security.map { (".github/SECURITY.md", $0) }
            + http2.map { ("Sources/CLI/CLI.docc/HTTP2.md", $0) }
            + [("Sources/CLI/CLI.docc/WireMockMappings.md", templates)]
    )
    func isThatOfTheCode(page: String, sentence: String) throws {
        #expect(try Self.text(of: page).contains(sentence), "\(page) lacks: \(sentence)")
    }

    @Test("No size on the page about security is left uncompared")
    func comparesAllSizes() throws {
        var text = try Self.text(of: ".github/SECURITY.md")
        for sentence in Self.security { text = text.replacing(sentence, with: "") }
        let known = ["above 2 KiB"]
        for sentence in known { text = text.replacing(sentence, with: "") }
        let rest = try Regex(#"[0-9]+ (KiB|MiB|steps|fields|entries|parts|values)\b"#)
        #expect(text.matches(of: rest).map { String(text[$0.range]) } == [])
    }
}
