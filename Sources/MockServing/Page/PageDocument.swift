import Documents
import HAL
import Messages

/// The page of the admin API: one HTML document of the embedded sources, which loads nothing else.
///
/// The scripts are modules for their readers, and one script in the document: its hash permits it, and it alone.
enum PageDocument {
    /// The scripts in the order of their dependencies.
    private static let modules: [[UInt8]] = [
        PackageResources.dom_js, PackageResources.api_js, PackageResources.rows_js, PackageResources.exchange_js,
        PackageResources.journal_js, PackageResources.state_js, PackageResources.hal_js,
        PackageResources.explorer_js, PackageResources.scenarios_js, PackageResources.main_js,
    ]

    /// The response with the document; it is put together for each visit, so that a server without visitors keeps none.
    static var response: Response {
        let script = String(decoding: CompactScript(modules.map { joined(module: $0) }.joined()).bytes, as: UTF8.self)
        let style = without(spacesOfStyle, text(PackageResources.page_css))
        let html = text(PackageResources.page_html).replacing("<!--style-->", with: "<style>\(style)</style>")
            .replacing("<!--script-->", with: "<script type=\"module\">\(script)</script>")
        return Response(status: 200, fields: fields(script: script, style: style), body: Array(html.utf8))
    }

    /// The fields that restrict the page to its own script, style and server.
    private static func fields(script: String, style: String) -> [(name: String, value: String)] {
        let policy = [
            "default-src 'none'", "script-src '\(hash(script))'", "style-src '\(hash(style))'", "connect-src 'self'",
            "img-src data:",
            "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        ]
        return [
            ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"), ("Vary", "Accept"),
            ("Content-Security-Policy", policy.joined(separator: "; ")), ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ]
    }

    /// A hash source (Content Security Policy Level 3, §2.3.1).
    private static func hash(_ text: String) -> String {
        "sha256-\(Base64.encode(SHA256.digest(of: text)))"
    }

    /// The lines of a module without imports and exports, which one script does not need.
    private static func joined(module: [UInt8]) -> String {
        text(module).split(separator: "\n").filter { !$0.hasPrefix("import ") }.map { line in
            (line.hasPrefix("export ") ? line.dropFirst("export ".count) : line) + "\n"
        }.joined()
    }

    /// The lines of a source without indentation and comments, which begin their lines.
    private static func text(_ bytes: [UInt8]) -> String {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.drop { $0 == " " } }
        return lines.filter { line in !comments.contains { line.hasPrefix($0) } }.map { $0 + "\n" }.joined()
    }

    /// Texts of a style sheet with spaces that separate nothing.
    private static let spacesOfStyle = ["; ", ": ", ", ", " {", "{ ", " }", "}\n", "{\n", ";\n"]

    private static func without(_ places: [String], _ text: String) -> String {
        places.reduce(text) { $0.replacing($1, with: $1.filter { !$0.isWhitespace }) }.replacing(";}", with: "}")
    }

    private static let comments = ["//", "/**", "* ", "*/"]

    /// Whether a request accepts HTML and prefers it to JSON.
    static func isPreferred(by request: AdminRequest) -> Bool {
        guard let accept = request.fields["accept"] else { return false }
        return AcceptedMediaTypes(accept).preferred(of: [.json, .html]) == .html
    }
}

extension MediaType {
    fileprivate static let html = MediaType(uncheckedType: "text", subtype: "html")
}
