import HALClient
import HTTPTypes
import Testing

struct MemoryCacheStoreTests {
    private static func answer(_ size: Int, _ variant: [String: String] = [:]) -> StoredResponse {
        StoredResponse(
            status: 200,
            fields: HTTPFields(),
            body: [UInt8](repeating: 0, count: size),
            variant: variant,
            requestedAt: .now(),
            receivedAt: .now()
        )
    }

    @Test func forgetsWhatWasNotUsedForLongest() {
        let store = MemoryCacheStore(entries: 3)
        for url in ["a", "b", "c"] { store.store(Self.answer(1), for: CacheKey(url: url)) }
        _ = store.responses(for: CacheKey(url: "a"))
        store.store(Self.answer(1), for: CacheKey(url: "d"))
        #expect(["a", "b", "c", "d"].map { store.responses(for: CacheKey(url: $0)).count } == [1, 0, 1, 1])
    }

    @Test func neverHoldsMoreThanItsBytes() {
        let store = MemoryCacheStore(bytes: 10_000)
        for number in 0..<500 {
            store.store(Self.answer(number * 7 % 3000, ["a": "\(number % 40)"]), for: CacheKey(url: "\(number % 9)"))
            #expect(store.bytes <= 10_000)
        }
        #expect(store.bytes > 0)
        store.removeAll()
        #expect(store.bytes == 0)
    }

    @Test func anAnswerThatIsTooLargeRemovesTheOldOne() {
        let store = MemoryCacheStore(bytes: 10_000)
        let key = CacheKey(url: "a")
        store.store(Self.answer(1), for: key)
        store.store(Self.answer(3000), for: key)
        #expect(store.responses(for: key).isEmpty)
        #expect(store.bytes == 0)
    }

    @Test func anAnswerTakesThePlaceOfItsVariant() {
        let store = MemoryCacheStore()
        let key = CacheKey(partition: "p", url: "a")
        for (size, language) in [(1, "de"), (2, "en"), (3, "de")] {
            store.store(Self.answer(size, ["accept-language": language]), for: key)
        }
        #expect(store.responses(for: key).map(\.body.count).sorted() == [2, 3])
        #expect(store.responses(for: CacheKey(url: "a")).isEmpty)
    }

    @Test func variantsAreLimited() {
        let store = MemoryCacheStore()
        for number in 0..<1000 { store.store(Self.answer(1, ["a": "\(number)"]), for: CacheKey(url: "a")) }
        #expect(store.responses(for: CacheKey(url: "a")).count == 16)
    }
}
