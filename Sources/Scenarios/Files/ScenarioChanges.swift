import Documents

/// The difference between the scenarios that are served and those that their files have now.
///
/// A file with an error keeps its previous version, and holds back no other file.
package struct ScenarioChanges: Sendable {
    package enum Kind: String, Sendable {
        case added
        case reloaded
        case removed
    }

    /// A file whose content differs from the served one.
    package struct Change: Sendable, Hashable {
        package let kind: Kind
        package let file: String
        /// The scenario; nil for a mapping of a WireMock folder, which belongs to the root.
        package let slug: String?
    }

    /// The scenarios to be served.
    package private(set) var scenarios: [Scenario] = []
    package private(set) var changes: [Change] = []
    /// Files with errors of which a previous version is served.
    package private(set) var keptFiles: [String] = []

    private let broken: Set<String>

    /// Takes what was read into account; with `folder`, only that WireMock folder was read, and all else stays.
    package init(from old: [Scenario], to result: ScenarioLoader.Result, onlyIn folder: String? = nil) {
        broken = Set(result.issues.filter(\.isOfUnservedFile).map(\.location.file))
        let isRead = { (scenario: Scenario) in folder == nil || scenario.wireMockFolder == folder }
        let previous = Dictionary(old.filter(isRead).map { ($0.file, $0) }) { first, _ in first }
        var read: [Scenario] = []
        for scenario in result.scenarios {
            let before = previous[scenario.file]
            if isBroken(scenario.file) {
                if let before { read.append(keeping(before)) }
            } else {
                read.append(scenario.wireMockFolder == nil ? scenario : merged(scenario, with: before))
            }
        }
        let files = Set(read.map(\.file))
        for scenario in previous.values.sorted(by: { $0.file < $1.file })
        where !files.contains(scenario.file) && isBroken(scenario.file) {
            read.append(keeping(scenario))
        }
        scenarios = folder == nil ? Self.ordered(read, as: result.files) : Self.replaced(in: old, read)
        note(from: previous, to: read)
    }

    /// Whether the file, or a folder that it is in, could not be read.
    private func isBroken(_ file: String) -> Bool {
        broken.contains(file) || broken.contains { file.hasPrefix($0 + "/") }
    }

    private mutating func keeping(_ scenario: Scenario) -> Scenario {
        keptFiles.append(scenario.file)
        return scenario
    }

    /// The mappings of a folder, those of broken files as they were before.
    private mutating func merged(_ scenario: Scenario, with before: Scenario?) -> Scenario {
        let brokenFiles = scenario.contents.keys.filter { broken.contains($0) }
        guard !brokenFiles.isEmpty else { return scenario }
        var merged = scenario
        for file in brokenFiles {
            merged.contents[file] = before?.contents[file]
            if merged.contents[file] != nil { keptFiles.append(file) }
        }
        let kept = before?.variants.all.first?.interactions.filter { broken.contains($0.location.file) } ?? []
        let read = scenario.variants.all.first?.interactions.filter { !broken.contains($0.location.file) } ?? []
        let groups = Dictionary(grouping: read + kept, by: \.location.file).sorted { $0.key > $1.key }
        merged.variants = [Variant(interactions: groups.flatMap(\.value))]
        return merged
    }

    private static func ordered(_ scenarios: [Scenario], as files: [String]) -> [Scenario] {
        let places = Dictionary(files.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
        return scenarios.enumerated().sorted { left, right in
            (places[left.element.file] ?? .max, left.offset) < (places[right.element.file] ?? .max, right.offset)
        }.map(\.element)
    }

    private static func replaced(in old: [Scenario], _ read: [Scenario]) -> [Scenario] {
        let new = Dictionary(read.map { ($0.file, $0) }) { first, _ in first }
        return old.map { new[$0.file] ?? $0 }
    }

    private mutating func note(from old: [String: Scenario], to new: [Scenario]) {
        var gone = old
        for scenario in new {
            let before = gone.removeValue(forKey: scenario.file)
            note(from: before?.contents ?? [:], to: scenario.contents, scenario.reportedSlug)
        }
        for scenario in gone.values { note(from: scenario.contents, to: [:], scenario.reportedSlug) }
        changes.sort { $0.file < $1.file }
        keptFiles.sort()
    }

    private mutating func note(
        from before: [String: ContentHash],
        to after: [String: ContentHash],
        _ slug: String?
    ) {
        guard before != after else { return }
        for (file, hash) in after {
            let known = before[file]
            guard known != hash else { continue }
            changes.append(Change(kind: known == nil ? .added : .reloaded, file: file, slug: slug))
        }
        changes += before.keys.filter { after[$0] == nil }.map { Change(kind: .removed, file: $0, slug: slug) }
    }
}

extension Scenario {
    fileprivate var reportedSlug: String? { wireMockFolder == nil ? slug : nil }
}

/// A hash of the bytes of a file, to detect changes (FNV-1a, 64 bits).
package struct ContentHash: Sendable, Hashable {
    private var value: UInt64 = 0xCBF2_9CE4_8422_2325

    init(_ bytes: [UInt8]) {
        add(bytes)
    }

    /// The hash of several texts, in their order.
    package init(of texts: [String]) {
        for text in texts { add(Array("\(text)\n".utf8)) }
    }

    /// 16 hexadecimal digits.
    package var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The hash of a file and the body files that it names.
    init(_ bytes: [UInt8], bodies: [String: [UInt8]], stored: [String: StoredBody]) {
        add(bytes)
        for (name, body) in bodies.sorted(by: { $0.key < $1.key }) {
            add(Array("\n\(name) \(body.count)\n".utf8))
            add(body)
        }
        for (name, body) in stored.sorted(by: { $0.key < $1.key }) {
            add(Array("\n\(name) \(body.versionText)\n".utf8))
        }
    }

    private mutating func add(_ bytes: [UInt8]) {
        var value = value
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        self.value = value
    }
}

extension ContentHash: CustomStringConvertible {
    /// 16 hexadecimal digits.
    package var description: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
