import Foundation
import Testing

/// A terminal without a screen, on which a test presses keys.
final class PseudoTerminal {
    /// What the program has as its standard input.
    let device: FileHandle

    private let keyboard: FileHandle

    init() throws {
        var (controller, program): (Int32, Int32) = (-1, -1)
        let status = unsafe openpty(&controller, &program, nil, nil, nil)
        try #require(status == 0)
        keyboard = FileHandle(fileDescriptor: controller, closeOnDealloc: true)
        device = FileHandle(fileDescriptor: program, closeOnDealloc: true)
    }

    func press(_ keys: String) throws {
        try keyboard.write(contentsOf: Data(keys.utf8))
    }
}
