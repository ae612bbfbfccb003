/// Waits until this task is cancelled.
func untilCancelled() async {
    for await _ in AsyncStream<Never>.makeStream().stream {}
}
