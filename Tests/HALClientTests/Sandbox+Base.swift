import MockServing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Sandbox {
    /// The address without a slash at its end.
    var base: String { baseURL.absoluteString }
}
