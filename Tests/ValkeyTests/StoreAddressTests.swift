import Testing
import Valkey

struct StoreAddressTests {
    @Test(
        arguments: [
            ("valkey://localhost", "valkey://localhost:6379", false, nil, nil),
            ("redis://127.0.0.1:7000/3", "redis://127.0.0.1:7000/3", false, nil, nil),
            ("valkeys://ann:s%3Acret@store.example", "valkeys://store.example:6379", true, "ann", "s:cret"),
            ("rediss://:p@ss@[::1]:1", "rediss://[::1]:1", true, nil, "p@ss"),
            ("REDIS://ann@h/", "redis://h:6379", false, "ann", nil),
        ] as [(String, String, Bool, String?, String?)]
    )
    func readsAllParts(_ url: String, shown: String, isSecure: Bool, user: String?, password: String?) throws {
        let address = try StoreAddress(url)
        #expect(address.description == shown)
        #expect(address.isSecure == isSecure)
        #expect(address.user == user)
        #expect(address.password == password)
    }

    @Test(
        arguments: [
            ("localhost:6379", "it must begin with valkey://"),
            ("http://localhost", "it must begin with valkey://"),
            ("valkey://", "the host is not valid"),
            ("valkey://a b", "the host is not valid"),
            ("valkey://h:", nil),
            ("valkey://h:0", "the port must be a number from 1 to 65535"),
            ("valkey://h:99999999999999999999", "the port must be a number from 1 to 65535"),
            ("valkey://h:+1", "the port must be a number from 1 to 65535"),
            ("valkey://h/x", "the database must be a number from 0 to 65535"),
            ("valkey://[::1", "the host has no closing ]"),
            ("valkey://[::1]6379", "':' and a port must follow the host"),
            ("valkey://a:%2@h", "'%' must be followed by two hexadecimal digits"),
        ] as [(String, String?)]
    )
    func saysWhichPartIsInvalid(_ url: String, problem: String?) {
        do {
            _ = try StoreAddress(url)
            #expect(problem == nil)
        } catch {
            #expect(problem != nil && error.description.contains(problem ?? "?"), "\(error)")
        }
    }

    @Test func neverShowsThePassword() throws {
        #expect(try !"\(StoreAddress("valkey://ann:hidden@h"))".contains("hidden"))
        #expect(throws: StoreError.self) { try StoreAddress("valkey://ann:hidden@h:x") }
        do { _ = try StoreAddress("valkey://ann:hidden@h:x") } catch { #expect(!"\(error)".contains("hidden")) }
    }
}
