import Foundation
import HAL
import Testing

@testable import HALClient

/// The texts that say which statuses an outcome has, which are written by hand.
struct StatusTextTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")
    private static let statuses = 200...999

    private static func lines(_ path: String) throws -> [Substring] {
        try String(contentsOf: sources.appending(path: path), encoding: .utf8).split(separator: "\n")
    }

    /// The statuses with an outcome; those of `success` are also those of `undecodable`.
    private static func statuses(of kind: OutcomeKind) -> Set<Int> {
        Set(statuses.filter { kinds(of: StatusClass(status: $0)).contains(kind) })
    }

    private static func kinds(of status: StatusClass) -> [OutcomeKind] {
        switch status {
        case .protocolViolation: []
        case .success: [.success, .undecodable]
        case .redirection: [.redirection]
        case .authenticationRequired: [.authenticationRequired]
        case .conflict: [.conflict]
        case .clientError: [.clientError]
        case .serverUnavailable: [.serverUnavailable]
        case .serverError: [.serverError]
        }
    }

    /// The statuses in a text such as `The other 400 to 499`, `3xx`, `409, with …`.
    private static func statuses(in text: some StringProtocol) -> Set<Int> {
        let words = text.split { !$0.isLetter && !$0.isNumber }
        let numbers = words.compactMap { Int($0) }.filter { (100...999).contains($0) }
        var found: Set<Int> = []
        if let hundreds = words.first(where: { $0.hasSuffix("xx") })?.first?.wholeNumberValue {
            found = Set(hundreds * 100...hundreds * 100 + 99)
        } else if numbers.count > 1 {
            found = Set(numbers[0]...numbers[1])
        } else {
            found = Set(numbers)
        }
        if found.count > 1 { found.subtract([401, 409, 503]) }
        let isOpen = text.contains("every status that HTTP does not define") || text.contains("any status above 599")
        return isOpen ? found.union(600...999) : found
    }

    @Test(
        "Comments of declarations",
        arguments: [
            ("HAL/HTTP/OutcomeKind.swift", "case "), ("HALClient/Outcomes/Outcome.swift", "case "),
            ("HALClient/Outcomes/CallError.swift", "case "), ("HALClient/Calls/Callbacks.swift", "public var "),
        ]
    )
    func comments(file: String, declaration: String) throws {
        let lines = try Self.lines(file).map { $0.drop { $0 == " " } }
        for kind in OutcomeKind.allCases where !(kind == .success && file.hasSuffix("CallError.swift")) {
            let index = try #require(
                lines.firstIndex { line in
                    line.hasPrefix(declaration + kind.rawValue)
                        && !(line.dropFirst((declaration + kind.rawValue).count).first?.isLetter ?? false)
                }
            )
            #expect(Self.statuses(in: lines[index - 1]) == Self.statuses(of: kind), "\(file): \(lines[index - 1])")
        }
    }

    @Test("The table of outcomes")
    func table() throws {
        let rows = try Self.lines("HALClient/HALClient.docc/Outcomes.md").filter { $0.hasPrefix("| ") }
        for kind in OutcomeKind.allCases {
            let row = try #require(rows.first { $0.contains("| `\(kind.rawValue)` |") })
            let text = row.dropFirst().prefix { $0 != "|" }
            let cut = text.firstRange(of: " (RFC").map { text[..<$0.lowerBound] } ?? text
            #expect(Self.statuses(in: cut) == Self.statuses(of: kind), "\(row)")
        }
    }

    @Test("The hints of the report in HTML")
    func hints() throws {
        let lines = try Self.lines("Contracts/Reporters/HTML/HTMLReporter+Coverage.swift")
        for kind in OutcomeKind.allCases where kind != .undecodable {
            let line = try #require(lines.first { $0.contains("case .\(kind.rawValue): \"") })
            let text = line.drop { $0 != "\"" }
            #expect(Self.statuses(in: text) == Self.statuses(of: kind).filter { $0 < 600 }, "\(line)")
        }
    }
}
