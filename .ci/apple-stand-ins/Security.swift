// The declarations of Apple's Security and Core Foundation that HALClient uses, with the signatures of the SDK; values of
// Core Foundation are those of Foundation, because Linux has no bridging.
@_exported public import Foundation
@_exported public import FoundationNetworking

public typealias OSStatus = Int32
public typealias CFTypeRef = Any
public typealias CFString = String
public typealias CFDictionary = [String: Any]
public typealias CFArray = [Any]
public typealias CFData = Data
public typealias CFIndex = Int
public final class CFAllocator {}
public final class CFError {}
public final class SecTrust {}
public final class SecCertificate {}
public final class SecIdentity {}

public let kSecReturnData: CFString = "r_Data"
public let kSecMatchLimit: CFString = "m_Limit"
public let kSecMatchLimitOne: CFString = "m_LimitOne"
public let kSecValueData: CFString = "v_Data"
public let kSecAttrAccessible: CFString = "pdmn"
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
public let kSecClass: CFString = "class"
public let kSecClassGenericPassword: CFString = "genp"
public let kSecAttrService: CFString = "svce"
public let kSecAttrAccount: CFString = "acct"
public let kSecAttrAccessGroup: CFString = "agrp"
public let kSecUseDataProtectionKeychain: CFString = "nleg"
public let kSecImportExportPassphrase: CFString = "passphrase"
public let kSecImportItemIdentity: CFString = "identity"
public let kSecImportItemCertChain: CFString = "chain"
public let errSecSuccess: OSStatus = 0
public let errSecItemNotFound: OSStatus = -25300
public let errSecCertificateExpired: OSStatus = -67818
public let errSecCertificateNotValidYet: OSStatus = -67819
public let errSecHostNameMismatch: OSStatus = -67602

public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus { 0 }
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? { nil }
public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? { nil }
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { Data() }
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { nil }
public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool { true }
public func CFErrorGetCode(_ error: CFError) -> CFIndex { 0 }
@discardableResult
public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchors: CFArray?) -> OSStatus { 0 }
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ only: Bool) -> OSStatus { 0 }
public func SecPKCS12Import(
    _ data: CFData,
    _ options: CFDictionary,
    _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus { 0 }

extension URLCredential {
    public convenience init(trust: SecTrust) {
        self.init(user: "", password: "", persistence: .none)
    }

    public convenience init(identity: SecIdentity, certificates: [Any]?, persistence: Persistence) {
        self.init(user: "", password: "", persistence: persistence)
    }
}

extension URLProtectionSpace {
    public var serverTrust: SecTrust? { nil }
}
