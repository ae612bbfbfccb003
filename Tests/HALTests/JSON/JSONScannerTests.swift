import HAL
import SeededRandom
import Testing

@Suite struct JSONScannerTests {
    @Test func givesEventsWithTheirPlaces() throws {
        let text = #" {"a\n": [1.50, "x", true, null]} "#
        var scanner = JSONScanner(Array(text.utf8))
        var seen: [String] = []
        while let event = try scanner.next() {
            let place = "\(scanner.eventOffset)-\(scanner.position) depth \(scanner.depth)"
            switch event {
            case .key(let key): seen.append("key \(scanner.string(key).debugDescription) \(place)")
            case .string(let string): seen.append("string \(scanner.string(string)) \(place)")
            case .number(let range):
                seen.append("number \(String(decoding: scanner.bytes[range], as: UTF8.self)) \(place)")
            case .beginObject, .endObject, .beginArray, .endArray, .bool, .null: seen.append("\(event) \(place)")
            }
        }
        #expect(
            seen == [
                "beginObject 1-2 depth 1", "key \"a\\n\" 2-8 depth 1", "beginArray 9-10 depth 2",
                "number 1.50 10-14 depth 2", "string x 16-19 depth 2", "bool(true) 21-25 depth 2", "null 27-31 depth 2",
                "endArray 31-32 depth 1", "endObject 32-33 depth 0",
            ]
        )
        #expect(try scanner.next() == nil)
    }

    @Test func agreesWithItselfOnWhateverIsThrownAtIt() throws {
        var random = SeededGenerator(seed: 8259)
        let seeds = [
            #"{"a":[1,2.5e-3,{"b":null}],"c":"é\u00e9\ud83d\ude00","d":[true,false]}"#, "[[[[]]],{}]", #"["\\\"\/"]"#,
        ]
        let alphabet = Array("{}[]\",:0123456789.eE+-truefalsn\\u \n\u{0}".utf8) + [0x80, 0xC3, 0xA9, 0xED, 0xF0, 0xFF]
        for _ in 0..<30_000 {
            var bytes = Array((seeds.randomElement(using: &random) ?? "").utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[index] = alphabet.randomElement(using: &random) ?? 0
                case 1: bytes.insert(alphabet.randomElement(using: &random) ?? 0, at: index)
                case 2 where bytes.count > 1: bytes.remove(at: index)
                default: bytes = Array(bytes.prefix(index + 1))
                }
            }
            do throws(JSONError) {
                let value = try JSONValue(parsing: bytes)
                #expect(try JSONValue(parsing: value.serializedBytes()) == value)
            } catch {
                #expect((0...bytes.count).contains(error.offset) && error.line >= 1 && error.column >= 1)
            }
        }
    }
}
