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
    func rendered(for input: TemplateInput, _ random: RandomSource) -> RenderedResponse? {
        guard template.bodyFile == nil, input.request.body.count <= Self.largestBodyOnLoop else { return nil }
        let quick = try? definition(for: input, .onLoop, &random.generator)
        return quick.map { ResponseParts($0, context).rendered(for: input.base) }
    }

    /// The work that renders the response to a request, however long that takes.
    func work(for input: TemplateInput) -> RenderingWork {
        RenderingWork { [self] in
            var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
            do throws(TemplateFailure) {
                let whole = try definition(for: input, .maximum, &generator)
                return ResponseParts(whole, context).rendered(for: input.base)
            } catch {
                return ResponseParts(definition.failed(error.reason), context).rendered(for: input.base)
            }
        }
    }

    private func definition(
        for input: TemplateInput,
        _ allowance: TemplateAllowance,
        _ generator: inout any RandomNumberGenerator
    ) throws(TemplateFailure) -> ResponseDefinition {
        let facts = DecodedRequest(input.request, input.target)
        let id = input.journalID.map { JournalID.text(of: $0) } ?? RandomUUID.text(using: &generator)
        let model = RequestModel(facts, id: id, base: input.base, pathTemplate: context.pathTemplate)
        let parameters = definition.transformerParameters ?? .object(JSONObject())
        var rendering = TemplateRendering(
            root: .model(["request": model.value, "parameters": .json(parameters)]),
            now: input.request.receivedAt,
            machine: input.machine,
            allowance: allowance,
            generator: generator
        )
        defer { generator = rendering.generator }
        var definition = definition
        if let file = template.bodyFile {
            definition.body = try body(from: file, &rendering)
        } else if let body = template.body {
            definition = definition.keepingItsType
            definition.body = .text(try rendering.text(of: body))
        }
        for (index, field) in template.fields where definition.fields.indices.contains(index) {
            definition.fields[index].value = try rendering.text(of: field)
        }
        return definition
    }

    /// The body from the file whose name the template renders; the file is itself a template, unless it is not text.
    private func body(
        from file: ResponseTemplate.BodyFile,
        _ rendering: inout TemplateRendering
    ) throws(TemplateFailure) -> ResponseDefinition.Body {
        let name = try rendering.text(of: file.name)
        let bytes: [UInt8]
        do throws(BodyFolder.Refusal) {
            bytes = try file.folder.read(name)
        } catch {
            throw TemplateFailure(reason: error.reason)
        }
        guard let text = String(validating: bytes, as: UTF8.self), Template.isIn(text) else { return .bytes(bytes) }
        let template: Template
        do throws(InvalidPattern) {
            template = try Template(text)
        } catch {
            throw TemplateFailure(reason: "invalid template in '\(name)': \(error.message)")
        }
        return .text(try rendering.text(of: template))
    }
}

extension ResponseDefinition {
    /// The definition with the media type that its JSON has by default, before the body becomes text.
    fileprivate var keepingItsType: ResponseDefinition {
        guard let type = defaultType, !ResponseParts.has(.contentType, in: fields) else {
            return self
        }
        var definition = self
        definition.fields.append(HTTPField(name: .contentType, value: type))
        return definition
    }
}
