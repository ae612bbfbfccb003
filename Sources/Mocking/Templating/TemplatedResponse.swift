import HAL
import HTTPTypes
import Scenarios

/// A response whose body or fields are made anew for each request.
final class TemplatedResponse: Sendable {
    private let definition: ResponseDefinition
    private let template: ResponseTemplate
    private let context: ResponseContext

    init(_ definition: ResponseDefinition, _ template: ResponseTemplate, _ context: ResponseContext) {
        self.definition = definition
        self.template = template
        self.context = context
    }

    /// With the templates as they stand in the file.
    func unrendered(for base: LinkBase?) -> RenderedResponse {
        ResponseParts(definition, context).rendered(for: base)
    }

    /// For a request; a template that passes a limit is answered with 500 and the reason.
    func rendered(
        for request: IncomingRequest,
        _ target: RequestTarget,
        _ base: LinkBase?,
        _ dice: DelayDice
    ) -> RenderedResponse {
        let facts = RequestFacts(request, target)
        let model = RequestModel(facts, base: base, pathTemplate: context.pathTemplate)
        var definition = definition
        do throws(TemplateFailure) {
            let root = TemplateValue.model([
                "request": model.value, "parameters": .json(definition.transformerParameters ?? .object(JSONObject())),
            ])
            let now = request.receivedAt
            if let body = template.body {
                definition = definition.keepingItsType
                definition.body = .text(try body.render(root, now: now, generator: &dice.generator))
            }
            for (index, field) in template.fields where definition.fields.indices.contains(index) {
                definition.fields[index].value = try field.render(root, now: now, generator: &dice.generator)
            }
        } catch {
            var failure = ResponseDefinition(status: 500, body: .text("\(error.reason)\n"))
            failure.fields = [HTTPField(name: .contentType, value: "text/plain; charset=utf-8")]
            definition = failure
        }
        return ResponseParts(definition, context).rendered(for: base)
    }
}

extension ResponseDefinition {
    /// With the media type that its JSON has by default, whatever becomes of the body.
    fileprivate var keepingItsType: ResponseDefinition {
        guard let type = ResponseParts.defaultType(of: body), !ResponseParts.has(.contentType, in: fields) else {
            return self
        }
        var definition = self
        definition.fields.append(HTTPField(name: .contentType, value: type))
        return definition
    }
}
