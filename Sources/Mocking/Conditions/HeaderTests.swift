import Matching
import Messages

/// Conditions on request headers that can be tested by comparing bytes.
///
/// All names and values are in one buffer, so that testing touches no reference count.
struct HeaderTests {
    private struct Test {
        let comparison: ByteTest.Comparison
        /// In lower case.
        let name: Range<Int>
        let value: Range<Int>
    }

    private var bytes: [UInt8] = []
    private var tests: [Test] = []

    var count: Int { tests.count }

    /// Adds a test; the name is in lower case.
    mutating func add(_ name: String, _ test: ByteTest) {
        let start = bytes.count
        bytes += name.utf8
        let middle = bytes.count
        bytes += test.text.utf8
        tests.append(Test(comparison: test.comparison, name: start..<middle, value: middle..<bytes.count))
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
            switch test.comparison {
            case .absent: return false
            case .equalTo: if actual.isEqual(to: value) { return true }
            case .equalToIgnoringCase: if actual.isEqualIgnoringCase(to: value) { return true }
            case .contains: if actual.contains(value) { return true }
            }
        }
        return test.comparison == .absent
    }
}
