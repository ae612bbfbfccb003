import CUV

/// Where a program writes; somebody else has opened it, and may read slowly or not at all.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Opens those that whoever started the process has closed, on nothing; to be called before anything else is opened.
    package static func openAll() {
        hypermock_open_standard_streams()
    }

    /// Whether a person reads it.
    package var isTerminal: Bool {
        uv_guess_handle(rawValue) == UV_TTY
    }

    /// How many columns its terminal has; nil without a terminal.
    package var columns: Int? {
        let columns = isTerminal ? Int(hypermock_columns(rawValue)) : 0
        return columns > 0 ? columns : nil
    }

    /// Writes the text before it returns, however long its reader takes.
    package func write(_ text: String) {
        write(Array(text.utf8), waitingAtMost: -1)
    }

    /// Writes the text before it returns, however long its reader takes.
    ///
    /// - Throws: `UVError` when nobody is left who could read it, or there is no room for it.
    package func send(_ text: String) throws(UVError) {
        _ = try OutputDescriptor(rawValue).write(Array(text.utf8), waitingAtMost: -1)
    }

    /// Writes as many of the bytes as their reader lets in time, by whole lines where they are short.
    ///
    /// - Parameters:
    ///   - bytes: What to write.
    ///   - milliseconds: How long to wait each time that the reader is behind; 0: not at all, negative: for ever.
    /// - Returns: How many need not be offered again: they are written, or nobody is left who could read them.
    @discardableResult
    package func write(_ bytes: [UInt8], waitingAtMost milliseconds: Int32) -> Int {
        (try? OutputDescriptor(rawValue).write(bytes, waitingAtMost: milliseconds)) ?? bytes.count
    }
}

/// A pipe or a device with a name.
package enum OutputDevice {
    /// Writes the text before it returns, however long its reader takes.
    ///
    /// - Throws: `UVError` when it cannot be opened, when nobody reads it, or when there is no room.
    package static func send(_ text: String, to path: String, waitingForReader waits: Bool) throws(UVError) {
        let descriptor = try OutputDescriptor(opening: path, waitingForReader: waits)
        defer { descriptor.close() }
        _ = try descriptor.write(Array(text.utf8), waitingAtMost: -1)
    }
}
