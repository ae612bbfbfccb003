/// A recording of the requests that a mount forwards.
package struct MountRecording: Sendable {
    /// Whether it has not been stopped.
    package var isRunning = true
    /// The id of the newest entry of the journal at its start.
    package let start: Int
    /// The identifier of the mapping that forwards the requests.
    package let mapping: String
    /// The document that describes what it makes of the requests.
    package let specification: [UInt8]

    package init(start: Int, mapping: String, specification: [UInt8]) {
        self.start = start
        self.mapping = mapping
        self.specification = specification
    }
}
