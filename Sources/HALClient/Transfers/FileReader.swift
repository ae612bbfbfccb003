/// A problem with a file that is sent or received.
public struct FileFailure: Error, Sendable, CustomStringConvertible {
    /// The class of the problem.
    public enum Code: String, Sendable, Hashable {
        /// The file cannot be opened or read.
        case unreadable
        /// The file became shorter while it was sent.
        case shrank
        /// The file cannot be created, written or moved to its path.
        case unwritable
        /// The body is larger than allowed.
        case tooLarge
    }

    /// The class of the problem.
    public let code: Code
    /// A short description of the problem.
    public let message: String
    /// The error of the system, or nil.
    public let underlying: (any Error)?

    init(_ code: Code, _ message: String, underlying: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.underlying = underlying
    }

    /// The message and the error of the system.
    public var description: String {
        message + (underlying.map { ": \($0)" } ?? "")
    }
}

#if os(Linux)
    import NIOCore
    import NIOPosix
    import SystemPackage

    /// Reads a file piece by piece, on threads that may block; closes it when it is released.
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

        /// The next bytes; empty at the end.
        func read(upTo count: Int) async throws -> [UInt8] {
            do {
                let allocator = ByteBufferAllocator()
                return Array(
                    buffer: try await Self.files.read(fileHandle: handle, byteCount: count, allocator: allocator)
                )
            } catch {
                throw FileFailure(.unreadable, "cannot continue to read", underlying: error)
            }
        }
    }
#else
    import Foundation

    /// Reads a file piece by piece; closes it when it is released.
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

        /// The next bytes; empty at the end.
        func read(upTo count: Int) async throws -> [UInt8] {
            do {
                return try handle.read(upToCount: count).map { Array($0) } ?? []
            } catch {
                throw FileFailure(.unreadable, "cannot continue to read", underlying: error)
            }
        }
    }
#endif
