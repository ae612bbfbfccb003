internal import HAL

/// The interactions of one operation.
struct OperationInteractions {
    let description: APIDescription
    let operation: DescribedOperation
    let origin: String
    /// Adds `_links`; nil if they are not wanted.
    let links: OperationLinks?
    /// The paths without parameters of all operations with the same method.
    let plainPaths: Set<String>

    /// The interactions in the order in which they are tried.
    func all() -> [DescribedInteraction] {
        let variants = ResponseVariant.all(of: operation.responses, description)
        let usualCases = RequestContentCase.usual(of: operation.body, description)
        let pairs = variants.compactMap(pair)
        var interactions = pairs + variants.compactMap { preferred($0, hasPairs: !pairs.isEmpty, usualCases) }
        for variant in variants where variant.isUsual && variant.isFirst {
            for content in usualCases { interactions.append(usual(variant, content)) }
        }
        if usualCases.contains(where: \.isChecked), let invalid = invalidContent(variants, usualCases) {
            interactions.append(invalid)
        }
        let sorted = interactions.enumerated().sorted { left, right in
            rank(left.element, left.offset).lexicographicallyPrecedes(rank(right.element, right.offset))
        }
        var seen: Set<JSONObject> = []
        return sorted.map(\.element).filter { interaction in
            guard !seen.insert(interaction.pattern).inserted else { return true }
            description.skipped.add("examples whose request is that of another one")
            return false
        }
    }

    private func rank(_ interaction: DescribedInteraction, _ offset: Int) -> [Int] {
        [interaction.priority, interaction.isAlternative ? 0 : 1, -interaction.conditions, offset]
    }

    /// The interaction for the request with the same name as the response; nil if there is none.
    private func pair(_ variant: ResponseVariant) -> DescribedInteraction? {
        guard let name = variant.example?.name else { return nil }
        let values = RequestValues(operation.parameters, example: name)
        let content = RequestContentCase.named(name, of: operation.body)
        guard values.count > 0 || content != nil else { return nil }
        let (key, path) = operation.path.pattern(values.fixedPath)
        guard key != "urlPath" || operation.path.names.isEmpty || !plainPaths.contains(path) else { return nil }
        return interaction(
            variant,
            values,
            content ?? RequestContentCase.usual(of: operation.body, description).first.map(Self.unchecked) ?? .init(),
            priority: DescribedInteraction.Priority.pair,
            conditions: values.count + (content == nil ? 0 : 1)
        )
    }

    /// The content is sent, but not matched.
    private static func unchecked(_ content: RequestContentCase) -> RequestContentCase {
        RequestContentCase(sent: content.sent)
    }

    /// The interaction for requests that prefer the response; nil if every request gets it.
    private func preferred(
        _ variant: ResponseVariant,
        hasPairs: Bool,
        _ usualCases: [RequestContentCase]
    ) -> DescribedInteraction? {
        let name = variant.example?.name.flatMap { Preference.isWritable($0) ? $0 : nil }
        let preference: Preference
        if variant.isUsual {
            guard let name, !variant.isFirst || hasPairs else { return nil }
            preference = .example(name)
        } else if let name, isShared(name, variant.response.status) {
            preference =
                variant.isFirst
                ? .status(variant.response.status, orExample: nil) : .both(variant.response.status, name)
        } else if variant.isFirst {
            preference = .status(variant.response.status, orExample: name)
        } else {
            guard let name else { return nil }
            preference = .example(name)
        }
        return interaction(
            variant,
            RequestValues(operation.parameters, example: nil),
            usualCases.first.map(Self.unchecked) ?? .init(),
            priority: preference.priority,
            conditions: 0,
            preference
        )
    }

    /// Whether a response with another status has an example with the name.
    private func isShared(_ name: String, _ status: Int) -> Bool {
        operation.responses.contains { response in
            response.status != status
                && response.contents.contains { $0.examples.contains { $0.name == name } }
        }
    }

    private func usual(_ variant: ResponseVariant, _ content: RequestContentCase) -> DescribedInteraction {
        interaction(
            variant,
            RequestValues(operation.parameters),
            content,
            priority: DescribedInteraction.Priority.usual,
            conditions: content.isChecked ? 1 : 0
        )
    }

    /// The response to content that is not valid: 422, else 400, if the operation has it.
    private func invalidContent(
        _ variants: [ResponseVariant],
        _ usualCases: [RequestContentCase]
    ) -> DescribedInteraction? {
        let candidates = [422, 400].compactMap { status in
            variants.first { $0.response.status == status && $0.isFirst && !$0.isAlternative }
        }
        return candidates.first.map { variant in
            interaction(
                variant,
                RequestValues(operation.parameters),
                usualCases.first.map(Self.unchecked) ?? .init(),
                priority: DescribedInteraction.Priority.invalidContent,
                conditions: 0
            )
        }
    }

    private func interaction(
        _ variant: ResponseVariant,
        _ values: RequestValues,
        _ content: RequestContentCase,
        priority: Int,
        conditions: Int,
        _ preference: Preference? = nil
    ) -> DescribedInteraction {
        let (key, path) = operation.path.pattern(values.fixedPath)
        var pattern: JSONObject = ["method": .string(operation.method), key: .string(path)]
        for member in values.conditions.members { pattern[member.name] = member.value }
        var headers = values.conditions["headers"]?.object ?? JSONObject()
        if variant.isAlternative, let type = variant.content?.essence {
            headers["Accept"] = ["contains": .string(type)]
        }
        if let matcher = content.typeMatcher { headers["Content-Type"] = matcher }
        if let preference { headers["Prefer"] = preference.matcher }
        pattern["headers"] = headers.isEmpty ? nil : .object(headers)
        for member in content.keys.members { pattern[member.name] = member.value }
        return DescribedInteraction(
            name: name(variant, priority, content),
            path: operation.path,
            priority: priority,
            pattern: pattern,
            isAlternative: variant.isAlternative,
            conditions: conditions,
            exchange: exchange(variant, values, content, preference),
            ownFields: values.fields.map(\.name),
            isGenerated: variant.example?.isGenerated ?? false
        )
    }

    private func name(_ variant: ResponseVariant, _ priority: Int, _ content: RequestContentCase) -> String {
        var parts = [operation.method, operation.path.text, "\(variant.response.status)"]
        if let name = variant.example?.name, priority < DescribedInteraction.Priority.usual { parts.append(name) }
        if priority < DescribedInteraction.Priority.pair { parts.append("by Prefer") }
        if variant.isAlternative, let type = variant.content?.essence { parts.append(type) }
        if priority == DescribedInteraction.Priority.invalidContent { parts.append("invalid content") }
        if priority == DescribedInteraction.Priority.usual, !content.isChecked, let type = content.sent?.type {
            parts.append("to \(MediaType(type)?.essence ?? type)")
        }
        return String(parts.joined(separator: " ").map { $0.isNewline ? " " : $0 })
    }

    private func exchange(
        _ variant: ResponseVariant,
        _ values: RequestValues,
        _ content: RequestContentCase,
        _ preference: Preference?
    ) -> Exchange {
        let target = operation.path.concrete(values.path) + (values.queryText.map { "?\($0)" } ?? "")
        var request = Exchange.Request(operation.method, origin + target, fields: values.fields)
        if let type = variant.content?.mediaType { request.fields.append(FieldLine("Accept", type)) }
        if !values.cookies.isEmpty {
            let text = values.cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
            request.fields.append(FieldLine("Cookie", text))
        }
        if let preference { request.fields.append(FieldLine("Prefer", preference.value)) }
        if let sent = content.sent {
            request.fields.append(FieldLine("Content-Type", sent.type))
            request.body = sent.bytes
        }
        var response = Exchange.Response(variant.response.status)
        var value = variant.example?.value
        if let links { links.add(variant.response.links, to: &value, operation, values, content.sent?.value, variant) }
        if let value, let bytes = variant.content?.bytes(of: value), let type = variant.content?.mediaType {
            response.body = bytes
            response.fields.append(FieldLine("Content-Type", type))
        }
        response.fields += variant.response.fields
        if let preference { response.fields.append(FieldLine("Preference-Applied", preference.applied)) }
        description.spend(response.body.count + request.body.count)
        return Exchange(request, response)
    }
}
