/// What takes bytes from strangers.
enum FuzzTarget: String, CaseIterable {
    case request, scenario, mapping, path, template, challenge, resource, multipart, pattern
    case helper, `operator`, comparison, admin, tls, http2, resp

    /// Has the target read the bytes, and checks what it promises of any input.
    func take(_ bytes: [UInt8]) {
        switch self {
        case .request: RequestTarget.take(bytes)
        case .scenario: ScenarioTarget.take(bytes, as: "yaml")
        case .mapping: ScenarioTarget.take(bytes, as: "json")
        case .path: PathTarget.take(bytes)
        case .template: TemplateTarget.take(bytes)
        case .challenge: ChallengeTarget.take(bytes)
        case .resource: ResourceTarget.take(bytes)
        case .multipart: MultipartTarget.take(bytes)
        case .helper: HelperTarget.take(bytes)
        case .operator: OperatorTarget.take(bytes)
        case .comparison: ComparisonTarget.take(bytes)
        case .pattern: PatternTarget.take(bytes)
        case .admin: AdminTarget.take(bytes)
        case .tls: TLSTarget.take(bytes)
        case .resp: RESPTarget.take(bytes)
        case .http2: HTTP2Target.take(bytes)
        }
    }
}
