import Messages

/// The description of the admin API, under its own address and those of WireMock.
enum DocumentationAPI {
    static let routes = [
        description("/docs/openapi.json", "Returns this description."),
        description("/docs/swagger", "Returns this description, at WireMock's address."),
        AdminRoute(
            "GET",
            "/docs",
            "Returns a page for browsers with a link to this description.",
            result: .page,
            sharing: .local
        ) { _ in
            AdminAnswer(page)
        },
    ]

    private static func description(_ path: String, _ summary: String) -> AdminRoute {
        AdminRoute("GET", path, summary, result: .openapi, sharing: .local) { _ in
            .json(OpenAPIDocument.json)
        }
    }

    private static let page = Response(
        status: 200,
        fields: [
            ("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", "default-src 'none'"),
            ("X-Content-Type-Options", "nosniff"),
        ],
        body: Array(html.utf8)
    )

    /// Its links are relative to `/__admin/`, so that they also lead to the API of a sandbox.
    private static let html = """
        <!DOCTYPE html>
        <html lang="en">
        <head><meta charset="utf-8"><title>Hypermock admin API</title></head>
        <body>
        <h1>Hypermock admin API</h1>
        <p><a href="docs/openapi.json">OpenAPI description</a></p>
        <p><a href="./">Live journal, states and scenarios</a></p>
        </body>
        </html>

        """
}
