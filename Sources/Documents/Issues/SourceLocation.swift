import HAL

/// A place in a scenario file; lines and columns count from 1, columns in Unicode scalars.
package struct SourceLocation: Sendable, Hashable {
    package var file: String
    package var line: Int
    package var column: Int

    package init(file: String = "", line: Int = 1, column: Int = 1) {
        self.file = file
        self.line = line
        self.column = column
    }
}

extension SourceLocation: CustomStringConvertible {
    package var description: String { String(joining: file, ":", String(line), ":", String(column)) }
}
