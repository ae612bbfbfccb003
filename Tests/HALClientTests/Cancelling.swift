/// Waits until this task is canceled.
func untilCancelled() async {
    for await _ in AsyncStream<Never>.makeStream().stream {}
}
