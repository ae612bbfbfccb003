/// The machine that templates name.
package struct TemplateMachine: Sendable {
    package let hostName: String
    /// Looks an environment variable up.
    package let variable: @Sendable (String) -> String?

    package init(hostName: String = "localhost", variable: @escaping @Sendable (String) -> String? = { _ in nil }) {
        self.hostName = hostName
        self.variable = variable
    }
}
