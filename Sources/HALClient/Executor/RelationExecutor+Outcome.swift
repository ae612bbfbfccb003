extension RelationExecutor {
    /// The outcome with what the application's error mapping says of it.
    func mapped<Model>(_ outcome: Outcome<Model>) -> Outcome<Model> {
        guard let map = configuration.errorMapping, let error = map(outcome.withoutModel()) else { return outcome }
        return outcome.with(applicationError: error)
    }

    /// Has the observer told, after the caller.
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
