package import Documents

/// An editor that opens URLs with a file, a line and a column.
package enum Editor: String, Sendable, CaseIterable {
    case vscode
    case cursor
    case zed
    case idea
}

/// Links to the lines of scenario files in an editor.
package struct SourceLinks: Sendable {
    private let editor: Editor
    private let folder: String

    /// Relative paths are in the folder.
    package init(_ editor: Editor, in folder: String) {
        self.editor = editor
        self.folder = folder
    }

    /// Returns the URL that opens the place: `vscode://file/home/me/station.yaml:12:5`.
    package func url(of place: SourceLocation) -> String {
        let path = Self.encoded(place.file.hasPrefix("/") ? place.file : "\(folder)/\(place.file)")
        switch editor {
        case .vscode, .cursor, .zed: return "\(editor.rawValue)://file\(path):\(place.line):\(place.column)"
        case .idea: return "idea://open?file=\(path)&line=\(place.line)&column=\(place.column)"
        }
    }

    /// Percent-encodes all bytes but slashes and the unreserved characters of RFC 3986 §2.3.
    private static func encoded(_ path: String) -> String {
        path.utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += byte < 16 ? "%0\(digits)" : "%\(digits)"
            }
        }
    }
}
