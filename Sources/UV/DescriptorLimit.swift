import CUV

/// How many files and sockets the process may have open.
package enum DescriptorLimit {
    /// Raises the limit as far as the system lets an ordinary process, so that many connections fit.
    package static func raise() {
        hypermock_raise_descriptor_limit()
    }
}
