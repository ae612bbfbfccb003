/// How a scenario file is told from any other YAML or JSON: by its key `scenario`.
enum ScenarioSignature {
    /// Whether the file has that key at the top; not whether anything else in it is right.
    static func isIn(_ path: String) -> Bool {
        guard let contents = try? DiskFile.contents(of: path, limit: ScenarioReader.maximumBytes) else { return false }
        let bytes = UTF8Check.withoutByteOrderMark(contents)
        guard FileName(path).isJSON else { return isInYAML(bytes) }
        return (try? JSONComposer.compose(bytes))?.root?["scenario"] != nil
    }

    /// Looks at the beginnings of lines, so that a file that is no valid YAML is still reported.
    private static func isInYAML(_ bytes: [UInt8]) -> Bool {
        bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }).contains { line in
            [#"scenario:"#, #""scenario":"#, "'scenario':"].contains { line.starts(with: $0.utf8) }
        }
    }
}
