import Documents

/// A step that submits a template that no response of the scenario has: an error, because the step cannot run.
enum UnknownTemplateRule: Rule {
    static func check(_ subject: RuleSubject) {
        guard subject.variant.contract.count == subject.steps.count else { return }
        // Templates in the exact bytes of a raw response are not read.
        guard !subject.answers.contains(where: { $0.response.raw != nil }) else { return }
        let keys = Set(subject.answers.flatMap(\.forms).map(\.key))
        for (step, node) in zip(subject.variant.contract, subject.steps) {
            guard case .submit(let form) = step.request.address, !keys.contains(form.template) else { continue }
            // Without a template of this name, the first one is the default; a key may be the long form of a CURIE.
            guard keys.isEmpty || form.template != SubmittedForm.defaultTemplate, !form.template.contains(":") else {
                continue
            }
            let submit = node[Step.requestKey]?[StepRequest.submitKey]
            subject.log.error(
                "no response of this scenario has a template '\(form.template)'",
                at: submit?[SubmittedForm.templateKey] ?? submit ?? node,
                suggestion: Spelling.suggestion(for: form.template, among: keys.sorted())
            )
        }
    }
}
