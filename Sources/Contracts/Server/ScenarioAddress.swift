import HAL

/// Where a case's scenario is served: what addresses in its contract are relative to.
package struct ScenarioAddress: Sendable, Hashable {
    /// Without a slash at its end.
    package let baseURL: String

    package init(_ baseURL: String) {
        self.baseURL = baseURL
    }

    /// Whether the same server is found at another origin too: the loopback interface has two names.
    package var hasOtherOrigin: Bool {
        URIReference(baseURL).authority?.split(separator: ":").first == "127.0.0.1"
    }

    /// The absolute form of an address: path-absolute means below the scenario's address, and so does a relative one.
    package func absolute(_ address: String) -> String {
        let text = address.hasPrefix("/") && !address.hasPrefix("//") ? baseURL + address : address
        return URIReference(text).resolved(against: URIReference(baseURL + "/")).description
    }

    /// Like `absolute(_:)`, for a text that may be a template, which stays as it is written.
    package func shown(_ address: String) -> String {
        guard address.contains("{") else { return absolute(address) }
        return address.hasPrefix("/") ? baseURL + address : address
    }

    /// Whether both are the same URI once the expected one is absolute; a template is compared as it is written.
    package func isSame(_ expected: String, as actual: String) -> Bool {
        if expected.contains("{") || actual.contains("{") {
            return expected == actual || (expected.hasPrefix("/") && baseURL + expected == actual)
        }
        return absolute(expected) == URIReference(actual).description
    }
}
