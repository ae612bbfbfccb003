package import HTTP2
package import HTTPServing

extension ServedProtocols {
    /// Returns a function that makes HTTP/2 connections (RFC 9113); they share `heads`, and so belong to one loop.
    package static func http2(_ limits: HTTP2Limits, heads: HeadCache) -> Connect {
        { HTTP2Connection($0, server: $1, limits: limits, heads: heads) }
    }
}
