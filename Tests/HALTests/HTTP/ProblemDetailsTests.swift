import HAL
import Testing

@Suite struct ProblemDetailsTests {
    @Test func readsTheExampleOfTheRFC() throws {
        let value = try JSONValue(
            parsing: """
                {"type": "https://example.com/probs/out-of-credit", "title": "You do not have enough credit.",
                 "detail": "Your current balance is 30, but that costs 50.", "instance": "/account/12345/msgs/abc",
                 "balance": 30, "accounts": ["/account/12345", "/account/67890"], "status": 403}
                """
        )
        let details = try #require(ProblemDetails(value))
        #expect(details.type == "https://example.com/probs/out-of-credit")
        #expect(details.title == "You do not have enough credit.")
        #expect(details.detail == "Your current balance is 30, but that costs 50.")
        #expect(details.instance == "/account/12345/msgs/abc")
        #expect(details.status == 403)
        #expect(details.extensions == ["balance": 30, "accounts": ["/account/12345", "/account/67890"]])
        #expect(ProblemDetails(.object(details.object)) == details)
    }

    @Test func ignoresMembersOfTheWrongType() throws {
        let value: JSONValue = [
            "type": 1, "title": .null, "detail": [:], "instance": false, "status": "404", "x": .null,
        ]
        let details = try #require(ProblemDetails(value))
        #expect(details == ProblemDetails(extensions: ["x": .null]))
        #expect(details.type == "about:blank")
    }

    @Test(arguments: [99, 600, -1] as [JSONValue])
    func ignoresAStatusThatIsNone(status: JSONValue) {
        #expect(ProblemDetails(["status": status])?.status == nil)
    }

    @Test(arguments: [.null, "x", 1, []] as [JSONValue])
    func isAnObject(value: JSONValue) {
        #expect(ProblemDetails(value) == nil)
    }

    @Test func isWrittenWithoutWhatItDoesNotHave() {
        let details = ProblemDetails(status: 404, title: "Not Found", extensions: ["near": [1], "status": 5])
        #expect(
            JSONValue.object(details.object).serialized()
                == #"{"type":"about:blank","title":"Not Found","status":404,"near":[1]}"#
        )
    }
}
