import HAL
import Scenarios

/// Where a JSON value does not contain what is expected of it.
struct JSONDifference: Hashable {
    let path: String
    let expected: String
    let actual: String

    var verdict: CheckReport.Verdict {
        .failed(expected: "\(path): \(expected)", actual: "\(path): \(actual)")
    }

    /// The first difference, nil when there is none: objects may have more members, arrays are compared item by item,
    /// numbers by value.
    static func first(_ expected: JSONValue, in actual: JSONValue, at path: String = "$") -> JSONDifference? {
        switch (expected, actual) {
        case (.object(let expected), .object(let actual)): return first(expected, in: actual, at: path)
        case (.array(let expected), .array(let actual)):
            guard expected.count == actual.count else {
                let counts = (expected.count, actual.count)
                return JSONDifference(path: path, expected: "\(counts.0) items", actual: "\(counts.1) items")
            }
            return zip(expected, actual).enumerated().lazy
                .compactMap { first($1.0, in: $1.1, at: "\(path)[\($0)]") }.first
        case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _):
            guard !JSONComparison.isEqual(expected, actual) else { return nil }
            return JSONDifference(path: path, expected: short(expected), actual: short(actual))
        }
    }

    private static func first(_ expected: JSONObject, in actual: JSONObject, at path: String) -> JSONDifference? {
        for member in expected.members {
            let place = "\(path).\(member.name)"
            guard let value = actual[member.name] else {
                let names = actual.names.listed
                return JSONDifference(path: place, expected: short(member.value), actual: "missing; members: \(names)")
            }
            if let difference = first(member.value, in: value, at: place) { return difference }
        }
        return nil
    }

    private static func short(_ value: JSONValue) -> String {
        value.serialized().truncated()
    }
}
