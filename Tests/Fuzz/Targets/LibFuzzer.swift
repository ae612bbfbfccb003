#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What is fuzzed in this process; set once, before the first input.
nonisolated(unsafe) var current = FuzzTarget.request

/// The driver of libFuzzer, <https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library>.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ function: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Hands an input over to the target; a broken promise ends the process, which is what libFuzzer looks for.
func takeInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe current.take(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}
