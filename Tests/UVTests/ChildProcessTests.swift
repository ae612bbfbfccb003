import Support
import Testing
import UV

struct ChildProcessTests {
    /// Runs a command to its end, with `input` on its standard input.
    static func run(
        _ command: String,
        input: String = "",
        then: (ChildProcess) -> Void = { _ in }
    ) throws -> (output: String, ending: ChildProcess.Ending?) {
        var output: [UInt8] = []
        var ending: ChildProcess.Ending?
        try withLoop { loop in
            var openEnds = 2
            var child: ChildProcess?
            let end = {
                openEnds -= 1
                if openEnds == 0 { child?.closeAll() }
            }
            let process = try ChildProcess(on: loop, command: command) {
                ending = $0
                end()
            }
            child = process
            process.output.onBytes = { bytes in for index in bytes.indices { output.append(bytes[index]) } }
            process.output.onEnd = { _ in end() }
            try process.output.startReading()
            if !input.isEmpty { try process.input.write(Array(input.utf8).span) }
            process.input.shutdown()
            then(process)
            loop.run()
            child = nil
        }
        return (String(decoding: output, as: UTF8.self), ending)
    }

    @Test func readsAndWritesAndEnds() throws {
        let result = try Self.run("tr a-z A-Z", input: "hello\n")
        #expect(result.output == "HELLO\n")
        #expect(result.ending == .exit(code: 0))
    }

    @Test func saysHowItHasEnded() throws {
        #expect(try Self.run("exit 7").ending == .exit(code: 7))
        #expect(try Self.run("kill -15 $$").ending == .signal(15))
        #expect(try Self.run("/no/such/command 2>/dev/null").ending == .exit(code: 127))
    }

    @Test func aCommandDoesNotWaitForItsGuard() throws {
        let result = try Self.run("wait; sleep 0.01 & wait; echo 'it'\"'s\" \\$1 >&1; exit 3")
        #expect(result.output == "it's $1\n")
        #expect(result.ending == .exit(code: 3))
    }

    @Test func endsWithAllThatItHasStarted() throws {
        // The second process holds the pipe: if it lived on, the test would not end.
        let result = try Self.run("cat /dev/zero | cat > /dev/null; echo never", then: { $0.kill() })
        #expect(result.ending == .signal(9))
        #expect(result.output == "")
    }

    #if os(Linux)
        @Test func endsWhatHasLeftItsSession() throws {
            // The process in the other session has lost its parent, ignores signals and holds the pipe.
            let command = """
                (setsid sh -c "trap '' HUP INT TERM; echo ready; while :; do sleep 0.1; done" &); sleep 60
                """
            let result = try Self.run(command, then: { child in child.output.onBytes = { _ in child.kill() } })
            #expect(result.ending == .signal(9))
        }
    #endif
}
