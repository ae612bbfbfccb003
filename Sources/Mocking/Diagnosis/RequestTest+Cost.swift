import Scenarios

extension RequestTest {
    func cost(on facts: DecodedRequest) -> Int {
        switch self {
        case .basicAuth, .query, .port, .scheme: 1 + facts.target.query.count / 16
        case .headerValues(let header): header.pattern.cost(on: facts.headerValues(header.name))
        case .queryValues(let parameter):
            1 + facts.query.count + parameter.pattern.cost(on: facts.queryValues(parameter.name))
        case .cookie(let cookie): MultiValueMatcher.any(cookie.pattern).cost(on: facts.cookieValues(cookie.name))
        case .pathParameter(let parameter, let template):
            1 + (facts.pathParameter(parameter.name, of: template).map(parameter.pattern.cost) ?? 0)
        case .host(let matcher): 1 + (facts.authority.host.map(matcher.cost) ?? 0)
        case .form(let field):
            1 + (facts.form?.count ?? 0) + field.pattern.cost(on: facts.formValues(field.name) ?? [])
        case .body(let matcher): 1 + (facts.body.map(matcher.cost) ?? 0)
        case .part(let part): part.cost(on: facts)
        }
    }
}
