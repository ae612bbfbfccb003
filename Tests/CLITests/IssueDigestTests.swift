import Foundation
import Testing

/// Warnings of `serve` about many mappings.
struct IssueDigestTests {
    @Test func manyWarningsAreSummedUp() async throws {
        let folder = try TemporaryFolder()
        for number in 0..<300 {
            let mapping = #"{"request": {"url": "/\#(number)"}, "response": {"status": "200"}}"#
            try folder.write("mappings/m\(number).json", mapping)
        }
        try folder.write("mappings/z.json", #"{"request": {"wrong": {"name": "x"}}}"#)
        let tool = try RunningTool(["serve", "--root-dir", folder.path, "--port", "0"])
        _ = try #require(await tool.readPort())
        tool.terminate()
        let errors = await tool.finish().errors
        #expect(errors.contains("'status' is a string, and is read as the number 200"))
        #expect(errors.contains("  and 299 more like it\n"))
        #expect(errors.contains("this mapping is not served: unknown key 'wrong' in a request"))
        #expect(
            errors.contains("hypermock: 301 warnings in 301 files; 'hypermock lint' with the same folders lists all\n")
        )
        #expect(errors.utf8.count < 2000)
    }
}
