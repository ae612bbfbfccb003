#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Security)
    import HAL
    import Security

    /// Stores tokens in the keychain of this device, as generic passwords that are not part of backups.
    ///
    /// They are readable after the first unlock of the device, so that background work can refresh them.
    public struct KeychainTokenStore: TokenStore {
        private let service: String
        private let accessGroup: String?

        /// Makes a store.
        ///
        /// `service` distinguishes the items from those of others: for example, the bundle's identifier. Apps of one
        /// `accessGroup` share their items.
        public init(service: String, accessGroup: String? = nil) {
            self.service = service
            self.accessGroup = accessGroup
        }

        /// Reads the item of the key.
        public func tokens(for key: String) throws(TokenStoreError) -> StoredTokens? {
            var query = item(key)
            query[kSecReturnData as String] = true
            query[kSecMatchLimit as String] = kSecMatchLimitOne
            var found: CFTypeRef?
            switch unsafe SecItemCopyMatching(query as CFDictionary, &found) {
            case errSecSuccess: break
            case errSecItemNotFound: return nil
            case let status: throw problem(status, "read")
            }
            guard let data = found as? Data,
                let value = try? JSONValue(parsing: [UInt8](data), limits: JSONLimits(depth: 8, bytes: 1 << 20)),
                let tokens = try? JSONValueDecoder().decode(StoredTokens.self, from: value)
            else { throw TokenStoreError(.malformed, "the keychain's item is damaged") }
            return tokens
        }

        /// Updates or adds the item of the key, or removes it if there are no tokens.
        public func keep(_ tokens: StoredTokens, for key: String) throws(TokenStoreError) {
            guard !tokens.isEmpty else { return try remove(key) }
            guard let value = try? JSONValueEncoder().encode(tokens) else {
                throw TokenStoreError(.malformed, "the keychain cannot store these tokens")
            }
            let content: [String: Any] = [
                kSecValueData as String: Data(value.serializedBytes()),
                kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            var status = SecItemUpdate(item(key) as CFDictionary, content as CFDictionary)
            if status == errSecItemNotFound {
                let added = item(key).merging(content) { _, new in new }
                status = SecItemAdd(added as CFDictionary, nil)
            }
            guard status == errSecSuccess else { throw problem(status, "written") }
        }

        private func remove(_ key: String) throws(TokenStoreError) {
            let status = SecItemDelete(item(key) as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else { throw problem(status, "removed") }
        }

        private func item(_ key: String) -> [String: Any] {
            var item: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword,
                kSecAttrService as String: service,
                kSecAttrAccount as String: key,
                // The data protection keychain on macOS too.
                kSecUseDataProtectionKeychain as String: true,
            ]
            if let accessGroup { item[kSecAttrAccessGroup as String] = accessGroup }
            return item
        }

        private func problem(_ status: OSStatus, _ verb: String) -> TokenStoreError {
            let reason = SecCopyErrorMessageString(status, nil).map { $0 as String } ?? "status \(status)"
            return TokenStoreError(.unavailable, "the keychain cannot be \(verb): \(reason)")
        }
    }
#endif
