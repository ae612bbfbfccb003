/// The transport that executors share when they are given none; it lives as long as the process.
enum PlatformTransport {
    #if os(Linux)
        static let shared: any Transport = AsyncHTTPClientTransport.shared
    #else
        static let shared: any Transport = URLSessionTransport.shared
    #endif
}
