/// The ways to mend the mistakes of a driver.
enum DriverAdvice {
    /// Returns the advice for a mistake, after the lines that the driver wrote; nil if the message says enough.
    static func text(for problem: String, after lines: [DriverTranscript.Line]) -> String? {
        let bytes = lines.last?.bytes ?? []
        if problem.contains("is not valid JSON") {
            if bytes.contains(0) { return "write UTF-8, not UTF-16" }
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return "write UTF-8 without a byte order mark" }
            let text = String(decoding: bytes, as: UTF8.self)
            if text.contains("NaN") || text.contains("Infinity") {
                return "JSON has neither NaN nor Infinity; in Python, json.dumps(…, allow_nan=False) finds them"
            }
            if bytes.first != UInt8(ascii: "{") { return "write other output to standard error" }
            return "write each answer as one JSON object in one line"
        }
        return table.first { problem.contains($0.part) }?.advice
    }

    /// Parts of messages, the more specific first.
    private static let table: [(part: String, advice: String)] = [
        ("sent no hello within", "write the hello at the start, before reading a line, and flush it"),
        ("exited with code 127", "check the command: the shell runs it in the current folder"),
        ("before it sent a hello", "run the command by itself: it must write the hello and wait for input"),
        ("did not end its line", "end each line with a line feed, and flush it"),
        ("does not end within", "end each line with a line feed"),
        ("did not respond", "flush each line; end a call at its timeoutMilliseconds, and answer \"calls\": []"),
        ("closed its standard output", "keep standard output open until standard input ends"),
        ("before it responded", "catch the exceptions of the client, and report them as an outcome"),
        ("is for call", "repeat the id of the call in its answer"),
        ("unknown outcome", "spell the outcome as listed"),
        ("an unexpected line", "write other output to standard error, and nothing after the answer"),
        ("not exactly one outcome", "write one line per call, with every outcome that the client reported for it"),
        ("without an outcome", "report the outcome that the client returned; [] means that it never called back"),
        ("received: expected", "make the call once, with the method and the url of the line, and nothing else"),
        ("status: expected", "report the status of the final response with every outcome but connectionFailure"),
        ("notModified: expected", "report notModified and permanent with every redirection"),
        ("permanent: expected", "report notModified and permanent with every redirection"),
        ("outcome: expected undecodable", "report undecodable if the resource has no such link, and send no request"),
        ("outcome: expected", "report the class of the response, or of the client's exception for it"),
        (": expected", "report the value as the page on drivers describes it, or do not declare its capability"),
    ]
}
