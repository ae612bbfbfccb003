public import HALClient
import Scenarios

extension ServerEnvironments {
    /// Reads a YAML file of at most a mebibyte, with the libyaml that scenario files are read with.
    ///
    /// For tools and tests on macOS and Linux; an app brings a reader of its own, see
    /// ``/HALClient/ServerEnvironments/init(contentsOf:reading:)``.
    public init(yamlContentsOf path: String) throws(InvalidEnvironments) {
        try self.init(contentsOf: path) { try YAMLText.value(of: $0) }
    }
}
