extension RelationExecutor {
    /// The outcome with the error of the application's mapping.
    func mapped<Model>(_ outcome: Outcome<Model>) -> Outcome<Model> {
        guard let map = configuration.errorMapping, let error = map(outcome.withoutModel()) else { return outcome }
        return outcome.with(applicationError: error)
    }

    /// Calls the observer, after the caller has the outcome.
    func observe<Model>(_ outcome: Outcome<Model>, _ delivery: Delivery?) {
        guard let observer = configuration.observer else { return }
        let seen: Outcome<Never> = outcome.withoutModel()
        guard let delivery else {
            Task { observer(seen) }
            return
        }
        delivery.add { observer(seen) }
    }
}
