public import HAL
import HTTPTypes

extension FormTemplate {
    /// The rules that are checked before values are submitted.
    public enum Validation: Sendable, Hashable {
        /// None: the server decides.
        case none
        /// Those of the template.
        case local
        /// Those of the template, and the options to which it links, which are requested first.
        case complete
    }
}

extension Call where Model: Decodable {
    /// Makes a call that submits values to a template of a representation, with its method, target and content type.
    ///
    /// Values that break a rule of the template end the call without a request, see ``ConnectionFailure/violations``.
    /// Without such a template, the call ends as `undecodable` with the code `missingTemplate`. Credentials of the call
    /// are for the origin at which the chain of calls that led to the representation began.
    public static func submit<Page>(
        _ key: String = FormTemplate.defaultKey,
        of page: Representation<Page>,
        _ values: JSONObject = [:],
        as type: Model.Type = Model.self,
        validation: FormTemplate.Validation = .local,
        options: RequestOptions = RequestOptions()
    ) -> Call {
        Call(FormSubmission(key, of: page, values, validation), options)
    }

    private init(_ submission: FormSubmission, _ options: RequestOptions) {
        self.init(submission.method, submission.target, content: submission.content, options: options)
    }
}

extension CallPerforming {
    /// Submits values to a template of a representation, with its method, target and content type.
    ///
    /// Properties that the values leave out have those of the template. Values that break a rule of the template end
    /// the call without a request, see ``ConnectionFailure/violations``.
    ///
    /// ```swift
    /// await client.submit("create", of: stations, ["name": "Exxon"])
    /// ```
    public func submit<Page, Model: Decodable & Sendable>(
        _ key: String = FormTemplate.defaultKey,
        of page: Representation<Page>,
        _ values: JSONObject = [:],
        as type: Model.Type = JSONObject.self,
        validation: FormTemplate.Validation = .local,
        options: RequestOptions = RequestOptions()
    ) async -> Outcome<Model> {
        var choices: [String: [FormTemplate.Choice]] = [:]
        if validation == .complete {
            let submitted = Set(page.template(key)?.submission(of: values).names ?? [])
            for property in page.template(key)?.properties ?? [] where submitted.contains(property.name) {
                guard property.options?.link != nil else { continue }
                switch await self.choices(for: property, of: page, options: options.forChoices) {
                case .success(let list): choices[property.name] = list.model ?? []
                case let other: return other.withoutModel()
                }
            }
        }
        let submission = FormSubmission(key, of: page, values, validation, choices)
        return await perform(
            Call(submission.method, submission.target, content: submission.content, as: type, options: options)
        )
    }

    /// The values to choose from for a property of a template: those inline, else those that a GET of its link returns.
    ///
    /// A property without options ends the call as `undecodable` with the code `missingLink`.
    public func choices<Page>(
        for property: FormTemplate.Property,
        of page: Representation<Page>,
        options: RequestOptions = RequestOptions()
    ) async -> Outcome<[FormTemplate.Choice]> {
        if let inline = property.options?.inline { return .success(page.with(model: inline)) }
        let choices = property.options ?? FormTemplate.Options()
        let target: Target
        if let link = choices.link {
            target = Target(link, "", base: page.baseURI, in: page.response)
        } else {
            let failure = DecodingFailure(.missingLink, "the property '\(property.name)' has no options")
            target = Target(.missing(failure, in: page.response))
        }
        return await perform(Call(.get, target, serializer: ChoicesSerializer(choices), options: options))
    }
}

extension ConnectionFailure {
    /// The rules of a template that the submitted values break; empty if the call failed for another reason.
    public var violations: [FormTemplate.Violation] {
        (underlying as? FormTemplate.InvalidValues)?.violations ?? []
    }
}

extension Representation {
    /// The templates of HAL-FORMS in order; empty without a resource.
    public var templates: [FormTemplate] {
        resource?.templates ?? []
    }

    /// The template with that key, or nil; without a template `default`, the first one has this key.
    public func template(_ key: String = FormTemplate.defaultKey) -> FormTemplate? {
        resource?.template(key)
    }
}

extension RequestOptions {
    /// The options that also apply to the request for the choices of a property.
    fileprivate var forChoices: RequestOptions {
        var options = onlyForFollowing
        options.onProgress = nil
        return options
    }
}
