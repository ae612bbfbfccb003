import HAL
import Matching

/// A value of a JSON report, and its place in the document.
struct ReportNode {
    let value: JSONValue
    /// `variants[3].cases[0].status`; empty for the document.
    let place: String

    init(_ value: JSONValue, at place: String = "") {
        self.value = value
        self.place = place
    }

    subscript(name: String) -> ReportNode {
        get throws(ReportProblem) {
            let place = place.isEmpty ? name : "\(place).\(name)"
            guard let member = value[name] else { throw ReportProblem("'\(place)' is missing") }
            return ReportNode(member, at: place)
        }
    }

    /// The value that `read` makes of it; nil for null.
    func optional<Value>(_ read: (ReportNode) throws(ReportProblem) -> Value) throws(ReportProblem) -> Value? {
        value.isNull ? nil : try read(self)
    }

    func text() throws(ReportProblem) -> String { try required(value.string, "a string") }

    func bool() throws(ReportProblem) -> Bool { try required(value.bool, "true or false") }

    /// Reads an integer within bounds that no sum of such numbers leaves.
    func integer() throws(ReportProblem) -> Int {
        let number = try required(value.number?.int, "an integer")
        return try required((0...1_000_000_000).contains(number) ? number : nil, "an integer from 0 to 1000000000")
    }

    func seconds() throws(ReportProblem) -> Duration {
        let number = try required(value.number?.double, "a number of seconds")
        return .seconds(try required((0...1e9).contains(number) ? number : nil, "a number of seconds from 0 to 1e9"))
    }

    func time() throws(ReportProblem) -> HTTPDate {
        let moment = try required(Moment(try text()), "a time such as 2026-11-03T10:00:00Z")
        return HTTPDate(secondsSinceEpoch: Int(moment.instant / 1000))
    }

    /// Reads a name that the report format knows.
    func name<Value>(_ read: (String) -> Value?) throws(ReportProblem) -> Value {
        let text = try text()
        return try required(read(text), "a known name; is the report of another version?")
    }

    func list<Value>(_ read: (ReportNode) throws(ReportProblem) -> Value) throws(ReportProblem) -> [Value] {
        var values: [Value] = []
        for (index, item) in try required(value.array, "an array").enumerated() {
            values.append(try read(ReportNode(item, at: "\(place)[\(index)]")))
        }
        return values
    }

    func required<Value>(_ value: Value?, _ kind: String) throws(ReportProblem) -> Value {
        guard let value else { throw ReportProblem("'\(place)' must be \(kind)") }
        return value
    }
}

/// The reason why a text is not a report that can be read.
package struct ReportProblem: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
