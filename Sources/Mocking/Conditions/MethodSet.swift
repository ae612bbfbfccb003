import HTTPTypes
import Matching

/// The method of a request, with a number for each common one.
struct RequestMethod {
    static let head = RequestMethod(code: 2, bytes: [], range: 0..<0)
    static let get = RequestMethod(code: 1, bytes: [], range: 0..<0)
    static let common = ["", "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]

    /// The position in `common`; 0 for any other method, whose name is in `bytes`.
    let code: UInt8
    let bytes: [UInt8]
    let range: Range<Int>

    private init(code: UInt8, bytes: [UInt8], range: Range<Int>) {
        self.code = code
        self.bytes = bytes
        self.range = range
    }

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.init(code: Self.code(bytes, range), bytes: bytes, range: range)
    }

    private static func code(_ bytes: [UInt8], _ range: Range<Int>) -> UInt8 {
        guard range.count <= 7 else { return 0 }
        var packed: UInt64 = 0
        for index in range { packed = packed << 8 | UInt64(bytes[index]) }
        return switch packed {
        case 0x474554: 1
        case 0x4845_4144: 2
        case 0x504F_5354: 3
        case 0x505554: 4
        case 0x4445_4C45_5445: 5
        case 0x50_4154_4348: 6
        case 0x4F_5054_494F_4E53: 7
        case _: 0
        }
    }
}

/// The methods that a pattern accepts, as bits.
struct MethodSet {
    private let common: UInt8
    /// The less common methods that the pattern names, either to include or to exclude them.
    private let others: [[UInt8]]
    private let excludesOthers: Bool
    /// Whether the pattern names HEAD, so that it precedes patterns that accept HEAD as a GET.
    let namesHead: Bool
    /// Whether the pattern accepts HEAD only.
    let isOnlyHead: Bool

    init(_ pattern: MethodPattern) {
        let (names, excludes): ([String], Bool) =
            switch pattern {
            case .any: ([], true)
            case .oneOf(let methods): (methods.map(\.rawValue), false)
            case .noneOf(let methods): (methods.map(\.rawValue), true)
            }
        var bits: UInt8 = 0
        for (code, name) in RequestMethod.common.enumerated().dropFirst() where names.contains(name) {
            bits |= 1 << UInt8(code)
        }
        common = excludes ? ~bits : bits
        others = names.filter { !RequestMethod.common.contains($0) }.map { Array($0.utf8) }
        excludesOthers = excludes
        namesHead = !excludes && names.contains("HEAD")
        isOnlyHead = !excludes && names == ["HEAD"]
    }

    @inline(__always)
    func contains(_ method: RequestMethod) -> Bool {
        method.code != 0 ? common & (1 << method.code) != 0 : containsOther(method)
    }

    /// Whether the pattern accepts HEAD: as a GET, by name, or because it excludes other methods only.
    var answersHead: Bool {
        excludesOthers ? contains(.head) : contains(.get) || contains(.head)
    }

    private func containsOther(_ method: RequestMethod) -> Bool {
        let isNamed = others.contains { $0.elementsEqual(method.bytes[method.range]) }
        return isNamed != excludesOthers
    }
}
