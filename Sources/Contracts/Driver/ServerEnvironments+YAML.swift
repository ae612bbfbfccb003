import Documents
public import HALClient

extension ServerEnvironments {
    /// Reads a YAML file of at most 1 MiB with libyaml, as scenario files are read.
    ///
    /// For tools and tests on macOS and Linux; an app brings its own reader, see
    /// ``/HALClient/ServerEnvironments/init(contentsOf:reading:)``.
    public init(yamlContentsOf path: String) throws(InvalidEnvironments) {
        try self.init(contentsOf: path) { try YAMLText.value(of: $0) }
    }
}
