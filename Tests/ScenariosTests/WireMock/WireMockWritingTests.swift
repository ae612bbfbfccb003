import HAL
import Testing

@testable import Matching
@testable import Scenarios

@Suite struct WireMockWritingTests {
    private static let id = "8c5db8b0-2db4-4ad7-a99f-38c9b00da3f7"

    /// What becomes of a mapping of a file that is read and written.
    private func written(_ text: String) throws -> JSONValue {
        var interaction = try WireMockReader().mapping(Array(text.utf8)).value
        interaction.source = nil
        return interaction.wireMockJSON
    }

    @Test func aMappingOfTheAdminAPIComesBackAsItWasSent() throws {
        let text = #"""
            {"name":null,"priority":5,"persistent":false,"request":{"method":"POST","host":null,
            "bodyPatterns":[{"equalToJson":"{ \"a\": 1.0 }","ignoreArrayOrder":false}]},
            "response":{"jsonBody":{"a":null},"delayDistribution":{"type":"lognormal","median":90.0,"sigma":0.1}}}
            """#
        var interaction = try WireMockReader().mapping(Array(text.utf8)).value
        interaction.id = Self.id
        #expect(
            interaction.wireMockJSON.serialized() == #"{"priority":5,"persistent":false,"request":{"method":"POST","#
                + #""bodyPatterns":[{"equalToJson":"{ \"a\": 1.0 }","ignoreArrayOrder":false}]},"#
                + #""response":{"jsonBody":{"a":null},"#
                + #""delayDistribution":{"type":"lognormal","median":90.0,"sigma":0.1}},"#
                + #""id":"\#(Self.id)","uuid":"\#(Self.id)"}"#
        )
    }

    @Test func showsAMappingAsWireMockDoes() throws {
        let text = #"""
            {"id":"\#(Self.id)","name":"n","request":{"urlPath":"/a","method":"GET","headers":{"Accept":{"contains":"x"}},
            "basicAuth":{"username":"u","password":"p"}},"response":{"status":201,"headers":{"A":["b","c"],"D":"e"},
            "jsonBody":{"n":1.50}},"priority":1,"metadata":{"m":[1]},"persistent":true}
            """#
        #expect(
            try written(text).serialized() == #"{"id":"\#(Self.id)","name":"n","#
                + #""request":{"urlPath":"/a","method":"GET","headers":{"Accept":{"contains":"x"}},"#
                + #""basicAuthCredentials":{"username":"u","password":"p"}},"#
                + #""response":{"status":201,"headers":{"A":["b","c"],"D":"e"},"jsonBody":{"n":1.50}},"#
                + #""uuid":"\#(Self.id)","persistent":true,"priority":1,"metadata":{"m":[1]}}"#
        )
    }

    @Test(
        "What is written says the same when it is read again",
        arguments: [
            "{}",
            #"{"request":{"url":"/a?b=c","method":{"oneOf":["GET","PUT"]},"scheme":"http","host":{"equalTo":"h"},"port":80,"clientIp":{"equalTo":"::1"}}}"#,
            #"{"request":{"urlPattern":"/a.*","method":{"noneOf":["GET"]}}}"#,
            #"{"request":{"urlPathPattern":"/a.*","cookies":{"c":{"matches":"d"}},"formParameters":{"f":{"absent":true}}}}"#,
            #"{"request":{"urlPathTemplate":"/a/{b}","pathParameters":{"b":{"doesNotMatch":"c"}}}}"#,
            #"{"request":{"queryParameters":{"q":{"hasExactly":[{"equalTo":"1"}]},"r":{"includes":[{"contains":"2"}]}}}}"#,
            #"{"request":{"bodyPatterns":[{"equalToJson":{"a":[1.0]},"ignoreArrayOrder":true,"ignoreExtraElements":true}]}}"#,
            #"{"request":{"bodyPatterns":[{"equalToJson":"\"a\""},{"equalTo":"A","caseInsensitive":true}]}}"#,
            #"{"request":{"bodyPatterns":[{"matchesJsonPath":"$.a"},{"matchesJsonPath":{"expression":"$.b","equalTo":"c"}}]}}"#,
            #"{"request":{"bodyPatterns":[{"not":{"and":[{"or":[{"contains":"a"}]},{"doesNotContain":"b"}]}}]}}"#,
            #"{"response":{"status":204,"statusMessage":"Nothing","fixedDelayMilliseconds":5}}"#,
            #"{"response":{"body":"a","delayDistribution":{"type":"lognormal","median":80,"sigma":0.4,"maxValue":500}}}"#,
            #"{"response":{"base64Body":"AP8=","delayDistribution":{"type":"uniform","lower":1,"upper":2}}}"#,
            #"{"response":{"chunkedDribbleDelay":{"numberOfChunks":5,"totalDuration":1000},"transferEncoding":"chunked"}}"#,
            #"{"response":{"fault":"RANDOM_DATA_THEN_CLOSE"}}"#,
            #"{"response":{"fault":{"effect":"stall","after":{"bodyBytes":3}},"throttle":{"bytesPerSecond":9}}}"#,
            #"{"response":{"retryAfter":{"date":120},"rewriteLinks":false}}"#,
            #"{"response":{"raw":"HTTP/1.1 200 OK\n\n"}}"#,
            #"{"responses":[{"status":503,"times":2},{"status":200}],"afterLast":"loop"}"#,
            #"{"scenarioName":"s","requiredScenarioState":"Started","newScenarioState":"b","priority":9}"#,
        ]
    )
    func roundTrip(_ text: String) throws {
        let withID = #"{"id":"\#(Self.id)""# + (text == "{}" ? "}" : "," + text.dropFirst())
        let first = try written(withID)
        let second = try written(first.serialized())
        #expect(first == second)
        #expect(
            try JSONComparison(ignoresExtraElements: true)
                .matches(expected: JSONValue(parsing: text), actual: first) || text.contains("raw"),
            "\(first.serialized())"
        )
    }

    @Test func interactionsOfAScenarioFileHaveALastingIdentifier() throws {
        let text = "scenario: t\ninteractions:\n  - response: {}\n  - response: { status: 404 }\n"
        let first = try interactions(text).map(\.identifier)
        #expect(first == (try interactions(text).map(\.identifier)))
        #expect(Set(first).count == 2 && first.allSatisfy { StableIdentifier.isUUID($0) })
    }
}
