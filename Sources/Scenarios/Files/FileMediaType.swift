/// The media types of files by their extensions.
package enum FileMediaType {
    private static let types = [
        "json": "application/json", "html": "text/html", "htm": "text/html", "txt": "text/plain", "css": "text/css",
        "js": "text/javascript", "xml": "application/xml", "png": "image/png", "jpg": "image/jpeg",
        "jpeg": "image/jpeg", "gif": "image/gif", "svg": "image/svg+xml", "pdf": "application/pdf",
        "yaml": "application/yaml", "yml": "application/yaml", "csv": "text/csv", "zip": "application/zip",
        "gz": "application/gzip", "woff2": "font/woff2", "ico": "image/x-icon",
    ]

    /// The type of a file with this name; nil when its extension is not known.
    package static func essence(of name: String) -> String? {
        types[FileName(name).fileExtension.lowercased()]
    }
}
