package import Testing
package import UV

/// Runs `body` with a loop, and then proves that nothing is left on it and that it closes.
package func withLoop(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (Loop) throws -> Void
) throws {
    let loop = try Loop()
    defer {
        loop.closeAllHandles()
        loop.run()
        #expect(throws: Never.self, sourceLocation: sourceLocation) { try loop.close() }
    }
    try body(loop)
    loop.run()
    #expect(loop.openHandles.map(\.kind) == [], "handles are left", sourceLocation: sourceLocation)
}

/// Runs `body` with something that lives on a loop's own thread; then stops it and proves that nothing is left.
package func withLoopThread<Confined, Value: Sendable>(
    sourceLocation: SourceLocation = #_sourceLocation,
    make: @escaping @Sendable (Loop) throws -> Confined,
    closing: @escaping @Sendable (Confined) -> Void,
    _ body: (LoopThread<Confined>) async throws -> Value
) async throws -> Value {
    let thread = try await LoopThread.start(make)
    let result: Result<Value, any Error>
    do { result = .success(try await body(thread)) } catch { result = .failure(error) }
    let left = try await thread.stop(closing)
    #expect(left == [], "handles are left", sourceLocation: sourceLocation)
    return try result.get()
}
