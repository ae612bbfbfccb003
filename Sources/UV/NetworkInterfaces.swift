import CUV

/// The network interfaces of this machine.
package enum NetworkInterfaces {
    /// The addresses that a listener can be bound to, in text, each once.
    package static var addresses: [String] {
        var list: UnsafeMutablePointer<uv_interface_address_t>?
        var count: Int32 = 0
        guard unsafe uv_interface_addresses(&list, &count) == 0, let list = unsafe list else { return [] }
        defer { unsafe uv_free_interface_addresses(list, count) }
        var addresses: [String] = []
        for index in 0..<Int(count) {
            let address = unsafe text(of: list + index)
            if !address.isEmpty, !addresses.contains(address) { addresses.append(address) }
        }
        return addresses
    }

    private static func text(of interface: UnsafeMutablePointer<uv_interface_address_t>) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let start = buffer.baseAddress, unsafe hypermock_interface_name(interface, start, buffer.count) == 0
            else {
                return ""
            }
            return unsafe String(cString: start)
        }
    }
}
