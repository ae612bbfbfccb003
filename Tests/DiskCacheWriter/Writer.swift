#if DiskCache
    import DiskCache
    import Foundation
    import HALClient

    /// Stores one response after the other and acknowledges each, until it is killed: `DiskCacheWriter FILE NUMBER`.
    @main
    struct Writer {
        static func main() async {
            let store = DiskCacheStore(path: CommandLine.arguments[1])
            var number = Int(CommandLine.arguments[2]) ?? 0
            while true {
                await store.store(NumberedResponse.response(number), for: NumberedResponse.key(number))
                FileHandle.standardOutput.write(Data("\(number)\n".utf8))
                number += 1
            }
        }
    }
#else
    @main
    struct Writer {
        static func main() {}
    }
#endif
