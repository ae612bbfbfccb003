// The station of the benchmarks, as somebody would write it with Hummingbird: one route, whose body is in memory.
//
//     HummingbirdStation PORT BODY-FILE

import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix

guard CommandLine.arguments.count == 3, let port = Int(CommandLine.arguments[1]) else {
    FileHandle.standardError.write(Data("usage: HummingbirdStation PORT BODY-FILE\n".utf8))
    exit(2)
}
var bytes = try Data(contentsOf: URL(filePath: CommandLine.arguments[2]))
if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
let body = ByteBuffer(bytes: bytes)

// Each handler runs as a task on the one loop, not on a thread of Swift's pool: that saves two switches for a request.
NIOSingletons.groupLoopCountSuggestion = 1
let runsOnLoop = NIOSingletons.unsafeTryInstallSingletonPosixEventLoopGroupAsConcurrencyGlobalExecutor()

// The same fields as Hypermock's answer has; Hummingbird adds Date and Content-Length.
var fields: HTTPFields = [.contentType: "application/hal+json"]
if let name = HTTPField.Name("Matched-Stub-Name") { fields[name] = "station" }
let headers = fields

let router = Router()
router.get("/fuelstations/:id") { _, _ in
    Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
}
var logger = Logger(label: "station")
logger.logLevel = runsOnLoop ? .error : .warning
if !runsOnLoop { logger.warning("handlers run on Swift's pool of threads") }
let application = Application(
    router: router,
    configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
    logger: logger
)
try await application.runService()
