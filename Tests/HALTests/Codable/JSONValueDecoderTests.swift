import HAL
import Testing

@Suite struct JSONValueDecoderTests {
    private struct Everything: Codable, Equatable {
        enum Grade: String, Codable { case regular, premium }
        struct Inner: Codable, Equatable { var x: [Int?] }
        var text: String
        var flag: Bool
        var int: Int
        var small: UInt8
        var big: UInt64
        var double: Double
        var float: Float
        var none: String?
        var missing: Int?
        var grade: Grade
        var inner: Inner
        var list: [[String]]
        var map: [String: Double]
        var number: JSONNumber
        var anything: JSONValue
        var object: JSONObject
    }

    private static let text = """
        {"text":"é","flag":true,"int":-4,"small":255,"big":18446744073709551615,"double":2.89,"float":0.1,\
        "grade":"premium","inner":{"x":[1,null,3]},"list":[["a"],[]],"map":{"k":1.5},"number":2.890,\
        "anything":[1.0,{"b":1,"a":null}],"object":{"z":1,"y":2.50}}
        """

    @Test func decodesAndEncodesEverything() throws {
        let value = try JSONValue(parsing: Self.text)
        let model = try JSONValueDecoder().decode(Everything.self, from: value)
        #expect(model.big == .max && model.small == 255 && model.grade == .premium)
        #expect(model.inner.x == [1, nil, 3])
        #expect(model.number.literal == "2.890")
        #expect(model.none == nil && model.missing == nil)
        #expect(try JSONValueEncoder().encode(model).serialized() == Self.text)
    }

    @Test(
        arguments: [
            ("4.0", 4), ("4e2", 400), ("400e-2", 4), ("4.5", nil), ("\"4\"", nil), ("null", nil), ("1e300", nil),
            ("9223372036854775808", nil),
        ] as [(String, Int?)]
    )
    func takesIntegersHoweverTheyAreWritten(literal: String, expected: Int?) throws {
        let value = try JSONValue(parsing: "[\(literal)]")
        #expect((try? JSONValueDecoder().decode([Int].self, from: value).first) == expected)
    }

    @Test(arguments: [
        (#"{"a":{"b":[{"c":1},{}]}}"#, "keyNotFound a b Index 1"),
        (#"{"a":{"b":[{"c":"x"}]}}"#, "typeMismatch a b Index 0 c"),
        (#"{"a":{"b":{}}}"#, "typeMismatch a b"), (#"{"a":null}"#, "valueNotFound a"), (#"{}"#, "keyNotFound "),
        ("[]", "typeMismatch "), (#"{"a":{"b":[{"c":300}]}}"#, "dataCorrupted a b Index 0 c"),
        (#"{"a":{"b":[null]}}"#, "valueNotFound a b Index 0"),
    ])
    func saysWhereAValueDoesNotFit(text: String, expected: String) throws {
        struct Outer: Decodable { let a: Middle }
        struct Middle: Decodable { let b: [Inner] }
        struct Inner: Decodable { let c: Int8 }
        let value = try JSONValue(parsing: text)
        #expect { try JSONValueDecoder().decode(Outer.self, from: value) } throws: { error in
            guard let error = error as? DecodingError else { return false }
            let (kind, context) = Self.parts(error)
            return "\(kind) \(context.codingPath.map(\.stringValue).joined(separator: " "))" == expected
        }
    }

    private static func parts(_ error: DecodingError) -> (String, DecodingError.Context) {
        switch error {
        case .typeMismatch(_, let context): ("typeMismatch", context)
        case .valueNotFound(_, let context): ("valueNotFound", context)
        case .keyNotFound(_, let context): ("keyNotFound", context)
        case .dataCorrupted(let context): ("dataCorrupted", context)
        @unknown default: ("unknown", DecodingError.Context(codingPath: [], debugDescription: ""))
        }
    }

    @Test func takesTheFirstOfDoubledKeysAlsoInLargeObjects() throws {
        let many = (0..<100).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        let value = try JSONValue(parsing: "{\(many),\"k7\":-1}")
        struct Model: Decodable { let k7: Int, k99: Int }
        let model = try JSONValueDecoder().decode(Model.self, from: value)
        #expect(model.k7 == 7 && model.k99 == 99)
    }

    @Test func usesRegisteredConversions() throws {
        struct Log: Codable, Equatable { let at: Stamp, gallons: [Stamp] }
        var decoder = JSONValueDecoder()
        decoder.register(Stamp.self) { value in
            guard let date = value.string.flatMap({ HTTPDate($0) }) else { throw Stamp.NoDate() }
            return Stamp(seconds: date.secondsSinceEpoch)
        }
        var encoder = JSONValueEncoder()
        encoder.register(Stamp.self) { .string(HTTPDate(secondsSinceEpoch: $0.seconds).description) }
        let date: JSONValue = "Sun, 06 Nov 1994 08:49:37 GMT"
        let value: JSONValue = ["at": date, "gallons": [date]]
        let log = try decoder.decode(Log.self, from: value)
        #expect(log.gallons == [Stamp(seconds: 784_111_777)])
        #expect(try encoder.encode(log) == value)
        #expect { try decoder.decode(Log.self, from: ["at": "x"]) } throws: { error in
            guard case .dataCorrupted(let context)? = error as? DecodingError else { return false }
            return context.codingPath.map(\.stringValue) == ["at"] && context.underlyingError is Stamp.NoDate
        }
    }

    @Test func takesDatesAsHTTPWritesThem() throws {
        let dates = try JSONValueDecoder().decode([HTTPDate].self, from: ["Sunday, 06-Nov-94 08:49:37 GMT"])
        #expect(dates.map(\.secondsSinceEpoch) == [784_111_777])
        #expect(try JSONValueEncoder().encode(dates) == ["Sun, 06 Nov 1994 08:49:37 GMT"])
        #expect(throws: DecodingError.self) { try JSONValueDecoder().decode([HTTPDate].self, from: ["1994"]) }
    }

    @Test func takesListsOfPlainValues() throws {
        let value = try JSONValue(parsing: #"{"a":[1,2.0],"b":[0.5,1],"c":[true],"d":["x"],"e":{"k":3}}"#)
        struct Lists: Decodable { let a: [Int], b: [Double], c: [Bool], d: [String], e: [String: Int] }
        let lists = try JSONValueDecoder().decode(Lists.self, from: value)
        #expect(
            lists.a == [1, 2] && lists.b == [0.5, 1] && lists.c == [true] && lists.d == ["x"] && lists.e == ["k": 3]
        )
        #expect { try JSONValueDecoder().decode([String: [Int]].self, from: ["a": [1, 1.5]]) } throws: { error in
            guard case .dataCorrupted(let context)? = error as? DecodingError else { return false }
            return context.codingPath.map(\.stringValue) == ["a", "Index 1"]
        }
        #expect(try JSONValueDecoder().decode([[Int]].self, from: [[], [1, 2]]) == [[], [1, 2]])
        #expect(throws: DecodingError.self) { try JSONValueDecoder().decode([String].self, from: [1]) }
    }

    @Test func refusesToWriteWhatJSONCannotSay() {
        #expect(throws: EncodingError.self) { try JSONValueEncoder().encode([Double.infinity]) }
        #expect(throws: EncodingError.self) { try JSONValueEncoder().encode(Float.nan) }
    }

    @Test func followsClassesToTheirSuperclass() throws {
        let value = try JSONValueEncoder().encode(Child())
        #expect(value.serialized() == #"{"own":2,"super":{"inherited":1}}"#)
        #expect(try JSONValueDecoder().decode(Child.self, from: value).inherited == 1)
    }
}

private struct Stamp: Codable, Equatable {
    struct NoDate: Error {}
    let seconds: Int
}

private class Parent: Codable {
    var inherited = 1
}

private final class Child: Parent {
    var own = 2
    private enum Keys: CodingKey { case own }

    override init() {
        super.init()
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        own = try container.decode(Int.self, forKey: .own)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(own, forKey: .own)
        try super.encode(to: container.superEncoder())
    }
}
