import Messages
import Scenarios

/// Conditions on request headers that can be tested by comparing bytes.
///
/// All names and values are in one buffer, so that testing touches no reference count.
struct HeaderTests {
    private enum Operation {
        case equalTo
        case equalToIgnoringCase
        case contains
        case absent
    }

    private struct Test {
        let operation: Operation
        /// In lower case.
        let name: Range<Int>
        let value: Range<Int>
    }

    private var bytes: [UInt8] = []
    private var tests: [Test] = []

    var count: Int { tests.count }

    /// Adds a test; returns false, and adds nothing, if the matcher cannot be tested by comparing bytes.
    mutating func add(_ header: Named<MultiValueMatcher>) -> Bool {
        guard case .any(let matcher) = header.pattern else { return false }
        switch matcher {
        case .equalTo(let text, caseInsensitive: false): add(header.name, .equalTo, text)
        case .equalTo(let text, caseInsensitive: true):
            guard text.utf8.allSatisfy({ $0 < 128 }) else { return false }
            add(header.name, .equalToIgnoringCase, text.lowercased())
        case .contains(let part): add(header.name, .contains, part)
        case .absent: add(header.name, .absent, "")
        case .doesNotContain, .matches, .doesNotMatch, .equalToJSON, .equalToJSONPattern, .matchesJSONPath,
            .matchesJSONSchema, .binaryEqualTo, .number, .date, .matchesPathTemplate, .anything, .and, .or, .not:
            return false
        }
        return true
    }

    /// Whether all tests hold.
    @inline(__always)
    func hold(for request: Request) -> Bool {
        for index in tests.indices {
            guard holds(tests[index], for: request) else { return false }
        }
        return true
    }

    /// The number of tests that hold.
    func holding(for request: Request) -> Int {
        tests.count { holds($0, for: request) }
    }

    /// Whether some field of that name has a matching value; for `absent`, whether there is no such field.
    private func holds(_ test: Test, for request: Request) -> Bool {
        let head = request.head.span
        let own = bytes.span
        let name = own.extracting(test.name)
        let value = own.extracting(test.value)
        for index in request.fields.indices {
            let field = request.fields[index]
            guard field.name.count == name.count, head.extracting(field.name).isEqualIgnoringCase(to: name) else {
                continue
            }
            let actual = head.extracting(field.value)
            switch test.operation {
            case .absent: return false
            case .equalTo: if actual.isEqual(to: value) { return true }
            case .equalToIgnoringCase: if actual.isEqualIgnoringCase(to: value) { return true }
            case .contains: if actual.contains(value) { return true }
            }
        }
        return test.operation == .absent
    }

    private mutating func add(_ name: String, _ operation: Operation, _ value: String) {
        let start = bytes.count
        bytes += name.lowercased().utf8
        let middle = bytes.count
        bytes += value.utf8
        tests.append(Test(operation: operation, name: start..<middle, value: middle..<bytes.count))
    }
}
