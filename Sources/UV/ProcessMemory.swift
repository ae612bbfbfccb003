import CUV

/// What the process does with memory that it has freed.
package enum ProcessMemory {
    /// Gives large blocks back to the system as soon as they are freed.
    package static func returnLargeBlocks() {
        hypermock_return_large_blocks()
    }
}
