import Matching
import Scenarios
import SeededRandom
import Testing

@testable import Mocking

@Suite struct IndexEditTests {
    private static let targets = ["/p0", "/p1?q", "/p2/x", "/p3", "/p1/x?q", "/other"]

    /// An index and a state that edits have led to, and those that were built anew.
    private struct Pair {
        var edited: (index: InteractionIndex, state: MountState)
        var anew: (index: InteractionIndex, state: MountState)
        var overrides: MappingOverrides
        /// How many times edits were enough.
        var editedTimes = 0

        init(_ files: InteractionIndex) {
            edited = (files, MountState(files))
            anew = edited
            overrides = MappingOverrides(files)
        }

        mutating func settle() {
            let index = InteractionIndex(overrides.ordered)
            anew.state.move(from: anew.index, to: index, restartsChangedMachines: false)
            anew.index = index
            if let edits = overrides.edits, let (next, ranks) = edited.index.edited(by: edits) {
                for rank in ranks { edited.state.move(by: rank) }
                edited.index = next
                editedTimes += 1
            } else {
                edited = anew
            }
            overrides.beIndexed()
        }

        /// Counts a response of an interaction.
        mutating func serve(_ rank: Int) {
            guard anew.state.served.indices.contains(rank) else { return }
            edited.state.count(rank)
            anew.state.count(rank)
        }
    }

    private func interaction(_ random: inout SeededGenerator) throws -> CompiledInteraction {
        let number = Int.random(in: 0..<4, using: &random)
        let urls: [URLPattern] = [
            .urlPath("/p\(number)"), .url("/p\(number)?q"), .urlPathTemplate(try PathTemplate("/p\(number)/{id}")),
            .urlPathTemplate(try PathTemplate("/{any}/**")), .any,
        ]
        let methods: [MethodPattern] = [.any, .get, .head]
        let texts = (0...Int.random(in: 0..<3, using: &random)).map { ResponseDefinition(body: .text("\($0)")) }
        var definition = Interaction(
            nil,
            methods.randomElement(using: &random) ?? .any,
            urls.randomElement(using: &random) ?? .any,
            priority: Int.random(in: 1...3, using: &random)
        )
        .with(texts)
        definition.id = "\(UInt32.random(in: 0 ... .max, using: &random))"
        return CompiledInteraction(definition)
    }

    private func candidates(_ index: InteractionIndex, _ target: String) -> [Int] {
        let bytes = Array(target.utf8)
        var cursor = index.lists.candidates(for: RequestTarget(bytes, bytes.indices))
        var ranks: [Int] = []
        while let rank = cursor.next(index.lists.ranks) { ranks.append(rank) }
        return ranks
    }

    @Test(arguments: 0..<30 as Range<UInt64>) func editsLeadToTheIndexThatIsBuiltAnew(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let files = try (0..<Int(seed)).map { _ in try interaction(&random) }
        var pair = Pair(InteractionIndex(files))
        for _ in 0..<80 {
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let known = pair.overrides.ordered.randomElement(using: &random)
                switch (Int.random(in: 0..<5, using: &random), known) {
                case (0, let known?): pair.overrides.removeAll { $0 === known }
                case (1, let known?):
                    var definition = try interaction(&random).definition
                    definition.id = known.definition.id
                    if Bool.random(using: &random) { definition.priority = known.priority }
                    _ = pair.overrides.replace([CompiledInteraction(definition)], in: 0)
                case _: pair.overrides.add(try interaction(&random), in: 0)
                }
            }
            pair.settle()
            try check(pair)
            pair.serve(Int.random(in: 0..<max(1, pair.anew.index.interactions.count), using: &random))
        }
        #expect(pair.editedTimes > 40)
    }

    private func check(_ pair: Pair) throws {
        let (edited, anew) = (pair.edited.index, pair.anew.index)
        try #require(edited.interactions.map { ObjectIdentifier($0) } == anew.interactions.map { ObjectIdentifier($0) })
        #expect(edited.firstResponses == anew.firstResponses)
        #expect(edited.responseCount == anew.responseCount)
        #expect(edited.mentionsHead == anew.mentionsHead)
        #expect(edited.stateRules.count == anew.stateRules.count)
        for target in Self.targets { #expect(candidates(edited, target) == candidates(anew, target)) }
        #expect(edited.interactions.map { edited.rank(of: $0) } == Array(anew.interactions.indices))
        #expect(pair.edited.state.served == pair.anew.state.served)
    }

    @Test func machinesNeedANewIndex() throws {
        let index = InteractionIndex([CompiledInteraction(Interaction("", .any, .urlPath("/a")))])
        let other = Interaction("", .any, .urlPath("/b")).inState("m", "s")
        #expect(index.edited(by: [.insertion(CompiledInteraction(other))])?.ranks == nil)
    }

    /// Otherwise the tables of a server that adds and removes mappings without end would grow without end.
    @Test func manyRemovalsNeedANewIndex() throws {
        var index = InteractionIndex([])
        var count = 0
        while count < 1000 {
            let added = CompiledInteraction(Interaction("", .any, .urlPath("/\(count)")))
            guard let (next, _) = index.edited(by: [.insertion(added), .removal(added)]) else { break }
            index = next
            count += 1
        }
        #expect((50..<100).contains(count))
    }
}
