import Testing
import Valkey

struct StoreFactsTests {
    @Test(arguments: [
        ("redis_version:7.0.15\r\nredis_mode:standalone\r\n", "Redis 7.0.15", 0),
        ("redis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.1.1\r\n", "Valkey 8.1.1", 0),
        ("redis_version:7.0.0\r\nmaxmemory:1000\r\nmaxmemory_policy:allkeys-lru\r\n", "Redis 7.0.0", 1),
        ("redis_version:7.0.0\r\nmaxmemory:0\r\nmaxmemory_policy:allkeys-lru\r\n", "Redis 7.0.0", 0),
        ("redis_version:7.0.0\r\nmaxmemory:1000\r\nmaxmemory_policy:volatile-lru\r\n", "Redis 7.0.0", 0),
        ("", "a store", 0),
    ])
    func namesTheStore(_ text: String, product: String, warnings: Int) throws {
        let facts = try StoreFacts(text)
        #expect(facts.product == product)
        #expect(facts.warnings.count == warnings)
    }

    @Test(arguments: [
        ("redis_version:6.2.7\r\n", "Redis 6.2.7 is too old"),
        ("redis_version:7.0.0\r\nredis_mode:cluster\r\n", "the store is a cluster"),
    ])
    func rejectsStoresThatCannotBeUsed(_ text: String, problem: String) {
        do {
            _ = try StoreFacts(text)
            Issue.record("it was accepted")
        } catch {
            #expect(error.description.contains(problem))
        }
    }
}
