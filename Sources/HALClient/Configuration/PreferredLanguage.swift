import HAL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The preferred language of the user of this device.
public enum PreferredLanguage {
    /// A language tag, RFC 5646: `de-AT`; nil if none is set.
    ///
    /// Read from the settings of the device; on Linux from `LC_ALL`, `LC_MESSAGES` or `LANG`.
    public static func tag() -> String? {
        #if os(Linux)
            let environment = ProcessInfo.processInfo.environment
            return ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
                .flatMap(tag(ofLocale:))
        #else
            Locale.preferredLanguages.first
        #endif
    }

    /// `de-AT` for `de_AT.UTF-8@euro`; nil for `C` and `POSIX`.
    static func tag(ofLocale locale: String) -> String? {
        let name = locale.prefix { $0 != "." && $0 != "@" }.replacing("_", with: "-")
        let isTag = name.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isTokenByte }
        return isTag && name.count > 1 && name != "POSIX" ? String(name) : nil
    }
}

/// The language of responses as a parameter of every request, independent of `Accept-Language`.
public struct LanguageParameter: Sendable, Hashable {
    /// The parameter's name.
    public var name: String
    /// A language tag.
    public var tag: String

    /// Makes a parameter, by default with the name `language`.
    public init(_ tag: String, name: String = "language") {
        self.tag = tag
        self.name = name
    }
}
