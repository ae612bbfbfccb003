package import Messages
package import Scenarios

/// What the engine has to say to a request.
package enum Reply {
    /// An interaction answers.
    case mock(MockReply)
    /// No interaction answers; the diagnosis says which came near. Answered with 404.
    case unmatched(Diagnosis)
    /// A request for the admin API of that address; `path` is what follows `/__admin`, with the query, perhaps empty.
    case administration(Mount, path: String)
    /// The path names an address that does not exist. Answered with 404; the root's journal has it as unmatched.
    case unknownAddress(AddressError)
}

/// Renders a response on another thread.
package typealias RenderingWork = @Sendable () -> RenderedResponse

/// The response of an interaction; cheap, because it refers to what was rendered before.
package struct MockReply: Sendable {
    /// Head, body and how to send them; a placeholder if there is `work`.
    package internal(set) var response: RenderedResponse
    /// Renders the response on another thread, because that takes long; nil: `response` is complete.
    package internal(set) var work: RenderingWork?
    /// The fixed delay plus the drawn one.
    package let delayMilliseconds: Int
    /// The interaction as the file has it.
    package var interaction: Interaction { source.definition }
    package var interactionName: String? { source.definition.name }
    /// Whether the response was rendered for this request alone, from a template or of a file.
    package var isForOneRequest: Bool {
        source.isForOneRequest || source.definition.responses.responses[responseNumber].template != nil
    }
    /// The status of the response; with `work`, the one that it probably has.
    package var status: Int {
        work == nil ? response.status : source.definition.responses.responses[responseNumber].status
    }

    /// Identifies the responses that are cancelled together while they wait.
    package let pendingGroup: Int

    let source: InteractionSource
    /// Which of the interaction's responses it is.
    let responseNumber: Int
    /// The request in the journal; 0 where it is not.
    var journalID = 0

    init(
        response: RenderedResponse,
        work: RenderingWork? = nil,
        delayMilliseconds: Int,
        source: InteractionSource,
        responseNumber: Int,
        pendingGroup: Int
    ) {
        self.response = response
        self.work = work
        self.delayMilliseconds = delayMilliseconds
        self.source = source
        self.responseNumber = responseNumber
        self.pendingGroup = pendingGroup
    }
}
