#if !os(Linux) || URLSessionOnLinux
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension ConnectionFailure.Kind {
    /// Tells what an error of `URLSession` means, before the head was complete or after.
    init(of error: any Error, afterHead: Bool) {
        guard let code = (error as? URLError)?.code else {
            self = .other
            return
        }
        self = Self.onLinux(code, afterHead: afterHead) ?? Self.everywhere(code, afterHead: afterHead)
    }

    private static func everywhere(_ code: URLError.Code, afterHead: Bool) -> Self {
        switch code {
        case .cannotFindHost, .dnsLookupFailed: .dns
        case .cannotConnectToHost: .refused
        case .networkConnectionLost: afterHead ? .truncated : .reset
        case .timedOut: .timedOut
        case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive: .offline
        case .cancelled: .cancelled
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .userCancelledAuthentication:
            .tls
        case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData:
            .protocolViolation
        case .dataLengthExceedsMaximum: .tooLarge
        default: .other
        }
    }

    /// What only the session on Linux says: it stands on libcurl and knows fewer codes.
    private static func onLinux(_ code: URLError.Code, afterHead: Bool) -> Self? {
        #if os(Linux)
        switch code {
        case .badServerResponse: afterHead ? .truncated : .reset
        case .unsupportedURL: .protocolViolation
        case .unknown: afterHead ? .truncated : .protocolViolation
        default: nil
        }
        #else
        nil
        #endif
    }
}
#endif
