#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

// The target is named by the environment, since libFuzzer starts itself again with the arguments that it got.

guard let name = environment("HYPERMOCK_FUZZ_TARGET"), let target = FuzzTarget(rawValue: name) else {
    print("HYPERMOCK_FUZZ_TARGET must be one of: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
    exit(2)
}
unsafe current = target
var count = CommandLine.argc
var arguments = unsafe CommandLine.unsafeArgv
exit(unsafe runFuzzer(&count, &arguments, takeInput))
