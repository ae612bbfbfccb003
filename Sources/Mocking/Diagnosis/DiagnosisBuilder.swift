struct DiagnosisBuilder {
    init(_ space: Space, _ request: IncomingRequest, _ target: RequestTarget) {}
    func build() -> Diagnosis { Diagnosis(prefersJSON: false) }
}
