package import Messages
package import TLS

/// The TLS that a listener offers to its connections.
package struct TLSOffer {
    /// nil: none.
    package var server: TLSServer?
    /// Whether connections in the clear are closed.
    package var isRequired: Bool
    /// The fault of each connection, unless the next handshakes have another one.
    package var fault: TLSFault?

    /// Connections in the clear only.
    package static var none: TLSOffer { TLSOffer(server: nil, isRequired: false) }

    package init(server: TLSServer?, isRequired: Bool, fault: TLSFault? = nil) {
        self.server = server
        self.isRequired = isRequired
        self.fault = fault
    }

    /// Begins the session of a new connection; nil without TLS, or if it cannot be made.
    func session() -> TLSSession? {
        try? server?.session(fault: fault)
    }
}
