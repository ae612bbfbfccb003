public import HAL

/// Tells several links of one relation apart; what is nil does not matter.
public struct LinkSelector: Sendable, Hashable {
    /// The link's `name`.
    public var name: String?
    /// The link's `type`, compared without parameters.
    public var type: MediaType?
    /// The link's `profile`.
    public var profile: String?
    /// The link's `hreflang`, in any case.
    public var hreflang: String?

    /// Makes a selector; without arguments it takes the first link.
    public init(name: String? = nil, type: MediaType? = nil, profile: String? = nil, hreflang: String? = nil) {
        self.name = name
        self.type = type
        self.profile = profile
        self.hreflang = hreflang
    }

    func accepts(_ link: Link) -> Bool {
        (name == nil || link.name == name)
            && (type == nil || link.mediaType?.essence == type?.essence)
            && (profile == nil || link.profile == profile)
            && (hreflang == nil || link.hreflang?.lowercased() == hreflang?.lowercased())
    }
}
