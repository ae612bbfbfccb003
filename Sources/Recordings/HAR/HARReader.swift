internal import Documents
internal import HAL
internal import Scenarios

extension ImportFormat {
    /// HTTP Archives, version 1.2 (http://www.softwareishard.com/blog/har-12-spec/).
    static let har = ImportFormat.json(
        name: "har",
        outline: "a HAR file with 'log'",
        noun: "a HAR file",
        recognizes: { $0[HTTPArchive.Member.log] != nil },
        read: { root, log, settings in
            var reader = HARReader(log: log, settings: settings)
            return reader.read(root)
        }
    )
}

/// Reads an HTTP Archive as its exporters write it: members may be missing, entries unsorted, headers pairs.
struct HARReader {
    /// An entry with the time of its request.
    private struct Timed {
        let time: Int
        let exchanges: [Exchange]
        let origin: String
    }

    private let log: IssueLog
    private let settings: ImportSettings
    private var result = ImportResult()

    init(log: IssueLog, settings: ImportSettings) {
        self.log = log
        self.settings = settings
    }

    mutating func read(_ root: Node) -> ImportResult {
        guard let entries = entries(of: root) else { return result }
        var timed: [Timed] = []
        var time = Int.min
        for node in entries {
            time = node[HTTPArchive.Member.started].flatMap { ISODate.milliseconds($0.text) } ?? time
            switch HAREntry(node, includesAll: settings.includesAll).content {
            case .skipped(let reason): result.skipped.add(reason)
            case .exchanges(let exchanges, let notes):
                guard let origin = exchanges.first?.request.origin else {
                    result.skipped.add(HAREntry.notHTTP)
                    continue
                }
                for note in notes { result.notes.add(note) }
                timed.append(Timed(time: time, exchanges: exchanges, origin: origin))
            }
        }
        guard let origin = chosenOrigin(timed) else { return result }
        // Stable: entries of the same time remain in the order of the file.
        let sorted = timed.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        let exchanges = sorted.map(\.element).filter { isWanted($0, origin) }.flatMap(\.exchanges)
        if !exchanges.isEmpty { result.scenario = settings.generator.scenario(of: exchanges, origin: origin) }
        return result
    }

    private func entries(of root: Node) -> [Node]? {
        guard let content = root[HTTPArchive.Member.log], case .mapping = content.content else {
            log.error("a HAR file must have an object 'log'", at: root[HTTPArchive.Member.log] ?? root)
            return nil
        }
        if let version = content[HTTPArchive.Member.version], let major = version.text.split(separator: ".").first,
            major != "1"
        {
            log.error("version \(version.text) of HAR is not supported", at: version, suggestion: "supported: 1.x")
            return nil
        }
        guard let entries = content[HTTPArchive.Member.entries], case .sequence(let items) = entries.content else {
            log.error("'log' must have a list 'entries'", at: content[HTTPArchive.Member.entries] ?? content)
            return nil
        }
        return items
    }

    /// The wanted origin, or that of most entries; of several, the first.
    private func chosenOrigin(_ entries: [Timed]) -> String? {
        if let origin = settings.origin { return Origin(origin)?.description ?? origin }
        var counts: [(origin: String, count: Int)] = []
        for entry in entries {
            if let index = counts.firstIndex(where: { $0.origin == entry.origin }) {
                counts[index].count += 1
            } else {
                counts.append((entry.origin, 1))
            }
        }
        let most = counts.map(\.count).max()
        return counts.first { $0.count == most }?.origin
    }

    private mutating func isWanted(_ entry: Timed, _ origin: String) -> Bool {
        guard entry.origin == origin else {
            result.skipped.add("of another origin: \(entry.origin)")
            return false
        }
        guard let only = settings.only, let url = entry.exchanges.first?.request.url else { return true }
        guard Glob(only).matches(URIReference(url).path) else {
            result.skipped.add("of another path than --only")
            return false
        }
        return true
    }
}

/// Dates and times of ISO 8601, as HAR has them.
enum ISODate {
    /// Milliseconds since 1970; nil if the text is not `2026-11-22T10:00:00`, with a fraction and an offset if it has them.
    static func milliseconds(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 19, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":")
        else { return nil }
        let fields = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19].map { number(bytes[$0]) }
        guard let year = fields[0], let month = fields[1], let day = fields[2], let hour = fields[3],
            let minute = fields[4], let second = fields[5], (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        var rest = bytes[19...]
        var fraction = 0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            fraction = number((Array(digits.prefix(3)) + [0x30, 0x30])[...].prefix(3)) ?? 0
            rest = rest[digits.endIndex...]
        }
        let seconds = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
        return (seconds - offset(rest)) * 1000 + fraction
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard !bytes.isEmpty, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// The seconds of `+01:00` or `-0700`; 0 for anything else.
    private static func offset(_ bytes: ArraySlice<UInt8>) -> Int {
        guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return 0 }
        let digits = bytes.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard digits.count == 4, let value = number(digits[...]) else { return 0 }
        let seconds = (value / 100 * 60 + value % 100) * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }

    /// Days since 1970 in the Gregorian calendar.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let ofEra = shifted - era * 400
        let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }
}
