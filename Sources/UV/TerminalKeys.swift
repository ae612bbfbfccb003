import CUV

/// The keys that are pressed on the terminal of the standard input, each at once and without an echo.
///
/// Meanwhile the terminal sends Ctrl-C as a byte, not as a signal. Closing it, and the end of the process, restore the
/// terminal.
package final class TerminalKeys: ByteStream {
    /// The byte of Ctrl-C.
    package static let interrupt: UInt8 = 3

    private static let descriptor: Int32 = 0

    /// Whether the standard input is a terminal, and this process is not in its background.
    package static var areAvailable: Bool {
        uv_guess_handle(descriptor) == UV_TTY && hypermock_may_configure(descriptor) != 0
    }

    /// Starts reading; `onKey` gets the bytes of the keys.
    ///
    /// - Throws: `UVError` if the standard input is not a terminal.
    package init(on loop: Loop, _ onKey: @escaping (UInt8) -> Void) throws(UVError) {
        try unsafe super.init(UV_TTY, on: loop) { loop, memory in
            unsafe uv_tty_init(loop, memory.assumingMemoryBound(to: uv_tty_t.self), Self.descriptor, 0)
        }
        onBytes = { bytes in
            for index in bytes.indices { onKey(bytes[index]) }
        }
        hypermock_reset_terminal_at_exit()
        let status = unsafe uv_tty_set_mode(memory.assumingMemoryBound(to: uv_tty_t.self), UV_TTY_MODE_RAW)
        guard status == 0 else {
            close()
            throw UVError(code: status, operation: "read keys")
        }
        try startReading()
    }

    override func requestClose() {
        uv_tty_reset_mode()
        super.requestClose()
    }
}
