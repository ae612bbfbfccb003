import CUV

/// The end of the process, whatever its other threads do.
package enum ProcessEnd {
    /// Ends at once: nothing is finished, and nothing waited for.
    package static func now(_ status: Int32) {
        hypermock_end_process(status)
    }
}
