import Messages
import Testing

@testable import MockServing

private let (trace, parent) = ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7")

struct TraceContextTests {
    @Test func readsTheFieldsOfARequest() throws {
        let fields = [
            ("Traceparent", "00-\(trace)-\(parent)-01"), ("tracestate", "a=1"), ("tracestate", "b=2"),
        ]
        let context = try #require(TraceContext(Request(method: "GET", target: "/", fields: fields)))
        #expect(context.traceID == trace)
        #expect(context.parentID == parent)
        #expect(context.isSampled)
        #expect(context.state == "a=1,b=2")
    }

    @Test(arguments: [
        ("00-\(trace)-\(parent)-00", false), ("00-\(trace)-\(parent)-03", true),
        ("cc-\(trace)-\(parent)-01", true), ("cc-\(trace)-\(parent)-01-what-is-later", true),
    ])
    func readsValidParents(_ text: String, isSampled: Bool) throws {
        #expect(try #require(TraceContext(parent: text)).isSampled == isSampled)
    }

    @Test(arguments: [
        "", "00", "00-\(trace)-\(parent)", "00-\(trace)-\(parent)-1", "00-\(trace)-\(parent)-01-more",
        "cc-\(trace)-\(parent)-01.more", "ff-\(trace)-\(parent)-01", "00-\(trace.uppercased())-\(parent)-01",
        "00-00000000000000000000000000000000-\(parent)-01", "00-\(trace)-0000000000000000-01",
        "00_\(trace)-\(parent)-01", "00-\(trace)-\(parent)-0g", String(repeating: "é", count: 40),
        String(repeating: "-", count: 55),
    ])
    func rejectsInvalidParents(_ text: String) {
        #expect(TraceContext(parent: text) == nil)
    }

    @Test func rejectsSeveralParents() {
        let field = ("traceparent", "00-\(trace)-\(parent)-01")
        #expect(TraceContext(Request(method: "GET", target: "/", fields: [field, field])) == nil)
    }

    @Test func dropsAStateThatIsTooLong() throws {
        let state = String(repeating: "a", count: 513)
        #expect(try #require(TraceContext(parent: "00-\(trace)-\(parent)-01", state: state)).state.isEmpty)
    }
}
