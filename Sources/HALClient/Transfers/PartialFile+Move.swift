#if os(Linux)
    import NIOPosix
#else
    import Foundation
#endif

extension PartialFile {
    /// Gives a file another name, in one step; another file of that name is replaced.
    #if os(Linux)
        static func move(_ source: String, to target: String) async throws {
            try await NonBlockingFileIO(threadPool: .singleton).rename(path: source, newName: target)
        }
    #else
        static func move(_ source: String, to target: String) async throws {
            do {
                try FileManager.default.moveItem(atPath: source, toPath: target)
            } catch CocoaError.fileWriteFileExists {
                _ = try FileManager.default.replaceItemAt(URL(filePath: target), withItemAt: URL(filePath: source))
            }
        }
    #endif
}
