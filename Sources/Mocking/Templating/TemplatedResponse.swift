import HAL
import HTTPTypes
import Matching
import Messages
import Scenarios

/// A response whose body or fields are rendered for each request.
final class TemplatedResponse: Sendable {
    /// The largest request body, in bytes, for which templates are rendered on the loop.
    private static let largestBodyOnLoop = 64 << 10

    private let definition: ResponseDefinition
    private let template: ResponseTemplate
    private let context: ResponseContext

    init(_ definition: ResponseDefinition, _ template: ResponseTemplate, _ context: ResponseContext) {
        self.definition = definition
        self.template = template
        self.context = context
    }

    /// Renders the response without evaluating its templates.
    func unrendered(for base: LinkBase?) -> RenderedResponse {
        ResponseParts(definition, context).rendered(for: base)
    }

    /// Renders the response to a request on the loop; nil if that takes too long, so that `work` has to.
    func rendered(
        for request: Request,
        _ target: RequestTarget,
        _ base: LinkBase?,
        _ random: RandomSource
    ) -> RenderedResponse? {
        guard request.body.count <= Self.largestBodyOnLoop else { return nil }
        let quick = try? definition(for: request, target, base, .onLoop, &random.generator)
        return quick.map { ResponseParts($0, context).rendered(for: base) }
    }

    /// The work that renders the response to a request, however long that takes.
    func work(for request: Request, _ target: RequestTarget, _ base: LinkBase?) -> RenderingWork {
        RenderingWork { [self] in
            var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
            do throws(TemplateFailure) {
                let whole = try definition(for: request, target, base, .maximum, &generator)
                return ResponseParts(whole, context).rendered(for: base)
            } catch {
                return ResponseParts(ResponseDefinition(error), context).rendered(for: base)
            }
        }
    }

    private func definition(
        for request: Request,
        _ target: RequestTarget,
        _ base: LinkBase?,
        _ allowance: TemplateAllowance,
        _ generator: inout any RandomNumberGenerator
    ) throws(TemplateFailure) -> ResponseDefinition {
        let facts = DecodedRequest(request, target)
        let model = RequestModel(facts, base: base, pathTemplate: context.pathTemplate)
        let root = TemplateValue.model([
            "request": model.value, "parameters": .json(definition.transformerParameters ?? .object(JSONObject())),
        ])
        let now = request.receivedAt
        var allowance = allowance
        var definition = definition
        if let body = template.body {
            definition = definition.keepingItsType
            definition.body = .text(try body.render(root, now: now, allowance: &allowance, generator: &generator))
        }
        for (index, field) in template.fields where definition.fields.indices.contains(index) {
            let value = try field.render(root, now: now, allowance: &allowance, generator: &generator)
            definition.fields[index].value = value
        }
        return definition
    }
}

extension ResponseDefinition {
    /// Creates a response with status 500 and the reason why a template failed.
    fileprivate init(_ failure: TemplateFailure) {
        self.init(status: 500, body: .text("\(failure.reason)\n"))
        fields = [HTTPField(name: .contentType, value: "text/plain; charset=utf-8")]
    }
}

extension ResponseDefinition {
    /// The definition with the media type that its JSON has by default, before the body becomes text.
    fileprivate var keepingItsType: ResponseDefinition {
        guard let type = ResponseParts.defaultType(of: body), !ResponseParts.has(.contentType, in: fields) else {
            return self
        }
        var definition = self
        definition.fields.append(HTTPField(name: .contentType, value: type))
        return definition
    }
}
