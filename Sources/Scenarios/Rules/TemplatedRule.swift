import Documents
internal import URITemplates

/// A link whose `templated` does not fit its target.
enum TemplatedRule: Rule {
    static let checksSingleResponses = true
    static let judgesResponses = true

    static func check(_ subject: RuleSubject) {
        for answer in subject.answers {
            for link in answer.links {
                if link.isTemplated {
                    checkSyntax(of: link, subject)
                } else if link.looksTemplated, answer.response.template == nil {
                    // Otherwise the braces may be those of the template of the response.
                    subject.log.warning(
                        "the link is a template, but 'templated' is missing",
                        at: link.hrefNode,
                        suggestion: link.relation == "location" ? nil : "add 'templated: true'"
                    )
                }
            }
        }
    }

    /// A template that no client can expand is an error.
    private static func checkSyntax(of link: LintedLink, _ subject: RuleSubject) {
        do throws(URITemplateError) {
            _ = try URITemplate(link.href)
        } catch {
            subject.log.error("'\(link.href)' is not a valid URI template: \(error.message)", at: link.hrefNode)
        }
    }
}
