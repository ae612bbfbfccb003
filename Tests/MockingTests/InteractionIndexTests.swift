import Matching
import Scenarios
import Testing

@testable import Mocking

@Suite struct InteractionIndexTests {
    private func index(_ interactions: [Interaction]) -> InteractionIndex {
        let scenario = Scenario("s", interactions)
        return InteractionIndex(interactions.map { CompiledInteraction($0, in: scenario) })
    }

    private func candidates(_ index: InteractionIndex, _ target: String) -> [Int] {
        let bytes = Array(target.utf8)
        var cursor = index.lists.candidates(for: RequestTarget(bytes, bytes.indices))
        var ranks: [Int] = []
        while let rank = cursor.next(index.lists.ranks) { ranks.append(rank) }
        return ranks
    }

    @Test func looksAtNoMoreCandidatesThanFit() throws {
        let index = index(
            try (0..<10_000).map { number in
                let template = try PathTemplate("/t\(number)/{id}")
                let urls: [URLPattern] = [.urlPath("/p\(number)"), .url("/u\(number)?q"), .urlPathTemplate(template)]
                return Interaction("", .any, urls[number % 3])
            }
        )
        #expect(candidates(index, "/p9999") == [9999])
        #expect(candidates(index, "/u4?q") == [4])
        #expect(candidates(index, "/t5/x?y") == [5])
        #expect(candidates(index, "/p1") == [])
    }

    @Test func mergesAllKindsInRankOrder() throws {
        let index = index([
            Interaction("", .any, .any),
            Interaction("", .any, .urlPathTemplate(try PathTemplate("/a/{x}"))),
            Interaction("", .any, .urlPath("/a/b")),
            Interaction("", .any, .url("/a/b?c")),
            Interaction("", .any, .urlPathPattern(try RegularExpression("/.*"))),
            Interaction("", .any, .urlPathTemplate(try PathTemplate("/a/b")), priority: 1),
            Interaction("", .any, .urlPath("/a/b"), priority: 9),
            Interaction("", .any, .urlPathTemplate(try PathTemplate("/**")), priority: 8),
        ])
        #expect(candidates(index, "/a/b?c") == [0, 1, 2, 3, 4, 5, 6, 7])
        #expect(candidates(index, "/a/z") == [1, 2, 5, 6])
        #expect(candidates(index, "/z") == [1, 5, 6])
    }

    @Test func survivesAVeryDeepTemplate() throws {
        let path = String(repeating: "/a", count: 2_000)
        let engine = Engine(Interaction("", .any, .urlPathTemplate(try PathTemplate(path)), answers: "deep"))
        #expect(engine.outcome("GET \(path) HTTP/1.1\n\n") == "deep")
        #expect(engine.outcome("GET \(path)/b HTTP/1.1\n\n") == "unmatched")
    }
}

@Suite struct LiteralTableTests {
    @Test func findsWhatWasInsertedAndNothingElse() {
        var table = LiteralTable()
        #expect(table.find(ByteHash([1]), [1], 0..<1) == -1)
        for round in [0, 5000] {
            for number in 0..<3000 {
                let key = Array("key\(number)".utf8)
                let value = table.value(of: key, owner: Int32(number % 3), orInsert: Int32(number + round))
                #expect(value == number)
            }
        }
        for number in 0..<3000 {
            let key = Array("key\(number)".utf8)
            #expect(table.find(ByteHash(key), owner: Int32(number % 3), key, key.indices) == number)
            #expect(table.find(ByteHash(key), owner: Int32(number % 3) + 1, key, key.indices) == -1)
        }
    }

    @Test func comparesTheKeyAndNotOnlyItsHash() {
        var table = LiteralTable()
        #expect(table.value(of: Array("key".utf8), orInsert: 1) == 1)
        #expect(table.find(ByteHash(Array("key".utf8)), Array("kez".utf8), 0..<3) == -1)
    }
}

@Suite struct OriginFormTests {
    @Test(
        arguments: [
            ("/a?b", "/a?b"), ("http://h/a?b", "/a?b"), ("http://h", ""), ("http://h?x", "?x"), ("*", "*"),
            ("h:80", "h:80"),
            ("HTTPS://user@h:1/", "/"), ("", ""), (":", ":"), ("a:/b", "a:/b"), ("a://", ""),
        ]
    )
    func isThePathAndTheQuery(target: String, expected: String) {
        let bytes = Array(target.utf8)
        #expect(String(decoding: bytes[OriginForm.range(of: bytes.indices, in: bytes)], as: UTF8.self) == expected)
    }
}
