import Matching
import Messages
import Scenarios
import Testing

@testable import Mocking

@Suite struct MountStateTests {
    private static let get = Request("GET /log HTTP/1.1\n\n")
    private static let post = Request("POST /log HTTP/1.1\n\n")

    private func contents() -> MountContents {
        let texts = ["a", "b"].map { ResponseDefinition(body: .text($0)) }
        let interactions = [
            Interaction("", .get, .urlPath("/log"), answers: "filled").inState("log", "filled"),
            Interaction("", .get, .urlPath("/log")).with(texts),
            Interaction("", .post, .urlPath("/log"), answers: "created").inState("log", nil, next: "filled"),
            Interaction("", .any, .urlPath("/constant"), answers: "constant"),
        ]
        let index = InteractionIndex(interactions.map { CompiledInteraction($0) })
        let configuration = EngineConfiguration()
        let journal = Journal(configuration)
        return MountContents(index, pendingGroup: 0, prefix: [], configuration: configuration, journal: journal)
    }

    private func choose(_ request: Request, in contents: MountContents) -> Choice? {
        contents.choose(for: request, RequestTarget(request.head, request.target))
    }

    @Test(arguments: [get, post]) func choosingTwiceGivesTheSameChoiceAndChangesNothing(_ request: Request) throws {
        let contents = contents()
        let before = contents.state
        let choice = try #require(choose(request, in: contents))
        #expect(choose(request, in: contents) == choice)
        #expect(contents.state == before)
    }

    @Test func committingAChoiceWritesItsCountsAndItsState() throws {
        var contents = contents()
        let choice = try #require(choose(Self.post, in: contents))
        let isCommitted = contents.state.commit(choice)
        #expect(isCommitted)
        #expect(contents.state.served == [0, 0, 1, 0] && contents.state.positions == [0, 0, 1, 0])
        #expect(contents.state.version == choice.version + 1)
        #expect(choose(Self.get, in: contents)?.rank == 0)
    }

    @Test("A choice is refused when another one has been committed meanwhile")
    func refusesAChoiceOfAnOlderVersion() throws {
        var contents = contents()
        let first = try #require(choose(Self.get, in: contents))
        let second = try #require(choose(Self.get, in: contents))
        let isFirstCommitted = contents.state.commit(first)
        let before = contents.state
        let isSecondCommitted = contents.state.commit(second)
        #expect(isFirstCommitted && !isSecondCommitted)
        #expect(contents.state == before)
        #expect(choose(Self.get, in: contents)?.response == 1)
    }

    @Test func refusesAChoiceOfAnotherIndex() throws {
        var contents = contents()
        let choice = try #require(choose(Self.get, in: contents))
        contents.move(to: InteractionIndex([]))
        let isCommitted = contents.state.commit(choice)
        #expect(!isCommitted && contents.state.served.isEmpty && contents.state.states.isEmpty)
    }

    @Test("Choices that nothing depends on do not exclude each other")
    func acceptsConstantChoicesInAnyOrder() throws {
        var contents = contents()
        let request = Request("GET /constant HTTP/1.1\n\n")
        let choices = try (0..<2).map { _ in try #require(choose(request, in: contents)) }
        let results = [contents.state.commit(choices[0]), contents.state.commit(choices[1])]
        #expect(results == [true, true])
        #expect(contents.state.served[3] == 2)
    }
}
