import Documents
import HAL
import Matching
package import Messages
package import Scenarios

/// A webhook of one response, before its templates are rendered.
package struct WebhookCall: Sendable {
    /// The time between the choice of the response and the request.
    package let delayMilliseconds: Int
    /// The mapping for messages: its name or its place.
    package let mapping: String
    private let webhook: Webhook
    private let input: TemplateInput
    private let pathTemplate: PathTemplate?

    init(_ webhook: Webhook, after reply: MockReply, _ input: TemplateInput, _ random: RandomSource) {
        let interaction = reply.interaction
        let delay = DelayPlan(fixed: reply.delayMilliseconds, webhook.delay)
        delayMilliseconds = delay.draw(random)
        let place = webhook.location.file.isEmpty ? interaction.identifier : "\(webhook.location)"
        mapping = interaction.name.map { "'\($0)' (\(place))" } ?? place
        self.webhook = webhook
        self.input = input
        pathTemplate = if case .urlPathTemplate(let template) = interaction.request.url { template } else { nil }
    }

    /// The bytes in memory, approximately.
    package var byteCount: Int { input.request.head.count + input.request.body.count }

    /// Renders the request, as WireMock does: only POST, PUT and PATCH have a body.
    ///
    /// - Throws: ``TemplateFailure`` if the templates need too much, or a body file cannot be read.
    package func rendered() throws(TemplateFailure) -> OutgoingRequest {
        let facts = DecodedRequest(input.request, input.target)
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        let id = input.journalID.map { JournalID.text(of: $0) } ?? RandomUUID.text(using: &generator)
        let model = RequestModel(facts, id: id, base: input.base, pathTemplate: pathTemplate)
        var rendering = TemplateRendering(
            root: .model(["originalRequest": model.value, "parameters": .json(webhook.parameters)]),
            now: input.request.receivedAt,
            machine: input.machine,
            allowance: .maximum,
            generator: generator
        )
        var request = OutgoingRequest(
            method: try rendering.text(of: webhook.method).uppercased(),
            url: try rendering.text(of: webhook.url)
        )
        for field in webhook.fields {
            request.fields.append((field.name, try rendering.text(of: field.value)))
        }
        if Self.methodsWithBody.contains(request.method) { request.body = try body(&rendering) }
        return request
    }

    private static let methodsWithBody: Set = ["POST", "PUT", "PATCH", "QUERY"]

    private func body(_ rendering: inout TemplateRendering) throws(TemplateFailure) -> [UInt8]? {
        switch webhook.body {
        case .none: return nil
        case .template(let template): return Array(try rendering.text(of: template).utf8)
        case .bytes(let bytes): return bytes
        case .file(let name, let folder):
            do throws(BodyFolder.Refusal) {
                return try folder.read(name)
            } catch {
                throw TemplateFailure(reason: error.reason)
            }
        }
    }
}

extension Engine {
    /// The pseudonym of the server in `Via` (RFC 9110 §7.6.3) of the requests that it sends.
    package static let pseudonym = "hypermock"

    /// The webhooks of a response, which are sent after it; none for a request that a webhook has sent, so that servers
    /// do not call each other without end.
    package func webhooks(after reply: MockReply, to request: Request) -> [WebhookCall] {
        let webhooks = reply.interaction.webhooks
        guard !webhooks.isEmpty, !request.hasPassedThisServer, let (mount, target) = place(of: request) else {
            return []
        }
        let input = mount.contents.webhookInput(request, target, journalID: reply.journalID)
        return webhooks.map { WebhookCall($0, after: reply, input, random) }
    }

    private func place(of request: Request) -> (Mount, RequestTarget)? {
        var range = OriginForm.range(of: request.target, in: request.head)
        var mount = root
        if Address.begins(request.head, at: range.lowerBound, before: range.upperBound) {
            guard let found = try? self.mount(ofFirstSegmentOf: &range, request) else { return nil }
            mount = found
        }
        return (mount, RequestTarget(request.head, range))
    }
}

extension Request {
    fileprivate var hasPassedThisServer: Bool {
        fields.contains { field in
            head[field.name].elementsEqual("via".utf8, by: { $0 | 0x20 == $1 })
                && String(decoding: head[field.value], as: UTF8.self).split(separator: ",").contains { proxy in
                    proxy.split(separator: " ").dropFirst().first.map(String.init) == Engine.pseudonym
                }
        }
    }
}
