#if os(Linux)
    import NIOCore
    import NIOPosix
    import SystemPackage

    /// Reads a file piece by piece, on threads that may wait for a disk; closes it when it is let go.
    final class FileReader: Sendable {
        private let handle: NIOFileHandle
        private static let files = NonBlockingFileIO(threadPool: .singleton)

        init(_ path: String) async throws {
            do {
                let descriptor = try SystemPackage.FileDescriptor.open(FilePath(path), .readOnly)
                handle = NIOFileHandle(_deprecatedTakingOwnershipOfDescriptor: descriptor.rawValue)
            } catch {
                throw FileFailure(.unreadable, "cannot read '\(path)'", underlying: error)
            }
        }

        deinit {
            try? handle.close()
        }

        /// The next bytes; none at the end.
        func read(upTo count: Int) async throws -> [UInt8] {
            do {
                let allocator = ByteBufferAllocator()
                return Array(
                    buffer: try await Self.files.read(fileHandle: handle, byteCount: count, allocator: allocator)
                )
            } catch {
                throw FileFailure(.unreadable, "cannot read on", underlying: error)
            }
        }
    }
#else
    import Foundation

    /// Reads a file piece by piece; closes it when it is let go.
    final class FileReader {
        private let handle: FileHandle

        init(_ path: String) async throws {
            do {
                handle = try FileHandle(forReadingFrom: URL(filePath: path))
            } catch {
                throw FileFailure(.unreadable, "cannot read '\(path)'", underlying: error)
            }
        }

        deinit {
            try? handle.close()
        }

        /// The next bytes; none at the end.
        func read(upTo count: Int) async throws -> [UInt8] {
            do {
                return try handle.read(upToCount: count).map { Array($0) } ?? []
            } catch {
                throw FileFailure(.unreadable, "cannot read on", underlying: error)
            }
        }
    }
#endif
