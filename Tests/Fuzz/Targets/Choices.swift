/// The fuzzer's bytes, taken as a row of choices: what is generated of them depends on nothing else.
struct Choices {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    var isAtEnd: Bool { bytes.isEmpty }

    /// 0 up to `count`, which is positive; 0 when the bytes are used up.
    mutating func number(below count: Int) -> Int {
        guard let byte = bytes.popFirst() else { return 0 }
        guard count > 256 else { return Int(byte) % count }
        return (Int(byte) << 8 | Int(bytes.popFirst() ?? 0)) % count
    }

    mutating func isYes() -> Bool { number(below: 2) == 1 }

    /// One of several, of which there is at least one.
    mutating func one<Value>(of values: [Value]) -> Value {
        values[number(below: values.count)]
    }

    /// A number of any size, written in one of the ways of JSON.
    mutating func decimal() -> String {
        guard isYes() else { return one(of: Extremes.numbers) }
        let digits = (0...number(below: 24)).map { _ in String(number(below: 10)) }.joined()
        let integer = (isYes() ? "-" : "") + "1" + digits
        guard isYes() else { return integer }
        return integer + (isYes() ? ".0\(number(below: 1000))" : "e\(one(of: ["-", ""]))\(number(below: 5000))")
    }
}

/// Values at the ends of what types can hold.
enum Extremes {
    static let numbers = [
        "0", "-0", "-1", "1", "0.5", "255", "65536", "2147483647", "-2147483648", "2147483648", "9007199254740993",
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551616", "1e400",
        "-1e400", "1e-400", "1e99999999999999999999", "0.1e1", "253402300799999", "-62167219200001",
    ]
    static let texts = [
        "", "a", "é", "e\u{301}", "👨‍👩‍👧", "ß", " a  b ", "true", "null", "[", "[[]]", #"{"a": [1, {"b": null}]}"#, "$",
        "$..*",
        "$[-9007199254740991:9007199254740991:-1]", "$.a[?(@.b > 1)]", "(a|b)*c", "(", "9223372036854775807 years",
        "-9223372036854775808 milliseconds", "3 days", "now", "now +1 months", "last day of month", "yyyy-MM-dd",
        "9999-12-31T23:59:59.999-23:59", "0000-01-01", "unix", "epoch", "yyyyyyyyyyyyyyyyyy", "+99:99", "UUID", "%",
        "%41%",
        "YWI=", "/", "+", "x.[-1]", "ids[].1", "-9223372036854775808", "9223372036854775807", "1e400",
    ]
}
