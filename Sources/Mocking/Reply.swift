package import Messages
package import Scenarios

/// The engine's reply to a request.
package enum Reply {
    /// An interaction matches.
    case mock(MockReply)
    /// No interaction matches: 404 with the diagnosis, which names the nearest ones.
    case unmatched(Diagnosis)
    /// A request to the admin API of that mount; `path` is the part after `/__admin`, query included, possibly empty.
    case administration(Mount, path: String)
    /// The address does not exist: 404; the root's journal records the request as unmatched.
    case unknownAddress(AddressError)
}

/// Renders a response on another thread; a class, so that replies without it stay small and cheap to copy.
package final class RenderingWork: Sendable {
    /// The request to forward instead, if the server does that; nil for most work.
    package let forwarded: ForwardedCall?
    private let render: @Sendable () -> RenderedResponse

    init(forwarding forwarded: ForwardedCall? = nil, _ render: @escaping @Sendable () -> RenderedResponse) {
        self.forwarded = forwarded
        self.render = render
    }

    package func callAsFunction() -> RenderedResponse { render() }
}

/// The response of an interaction; cheap, because it refers to rendered bytes.
package struct MockReply: Sendable {
    /// Head, body and how to send them; a placeholder if there is `work`.
    package internal(set) var response: RenderedResponse
    /// Renders the response on another thread, because that takes long; nil: `response` is complete.
    package internal(set) var work: RenderingWork?
    /// The fixed delay plus the random one.
    package let delayMilliseconds: Int
    /// The interaction as it is in the file.
    package var interaction: Interaction { source.definition }
    /// Whether requests are sent after the response.
    package var hasWebhooks: Bool { source.definition.hasWebhooks }
    package var interactionName: String? { source.definition.name }
    /// Whether the response was rendered for this request only, from a template, a static file or a live resource.
    package var isForOneRequest: Bool {
        isLive || source.isForOneRequest || work != nil || !response.isReused
    }
    /// The status of the response; with `work`, the one that it probably has.
    package var status: Int {
        work == nil || isLive ? response.status : source.definition.responses.responses[responseNumber].status
    }

    /// Identifies the responses that are canceled together while they wait.
    package let pendingGroup: Int

    /// The position of a response that is not among those of the interaction.
    static let noResponseNumber = -1

    let source: InteractionSource
    /// The position of the response among those of the interaction, or `noResponseNumber`.
    let responseNumber: Int
    /// The id of the journal's entry; 0: none.
    package internal(set) var journalID = 0
    /// Whether a live resource responds, whose source has no responses.
    private let isLive: Bool

    init(
        response: RenderedResponse,
        work: RenderingWork? = nil,
        delayMilliseconds: Int,
        source: InteractionSource,
        responseNumber: Int,
        pendingGroup: Int,
        isLive: Bool = false
    ) {
        self.response = response
        self.work = work
        self.delayMilliseconds = delayMilliseconds
        self.source = source
        self.responseNumber = responseNumber
        self.pendingGroup = pendingGroup
        self.isLive = isLive
    }
}
