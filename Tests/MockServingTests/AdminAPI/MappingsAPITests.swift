import HAL
import Support
import Testing

@testable import MockServing

struct MappingsAPITests {
    private static let unknown = "99999999-9999-4999-8999-999999999999"
    private static let hello = #"{"request": {"url": "/hello"}, "response": {"body": "Hi"}}"#

    private static func names(_ answer: AdminFixture.Answer) -> [String?] {
        (answer.json["mappings"]?.array ?? []).map { $0["name"]?.string }
    }

    @Test func addsAMappingThatAnswersTheNextRequest() throws {
        let server = AdminFixture()
        #expect(server.send("GET", "/hello").status == 404)
        let id = try server.add(Self.hello)
        #expect(server.send("GET", "/hello").text == "Hi")
        let mapping = server.send("GET", "/__admin/mappings/\(id.uppercased())")
        #expect(mapping.status == 200)
        #expect(mapping.json["request"]?["url"] == "/hello")
        #expect(mapping.json["uuid"]?.string == id, "2.x and 3.x say both")
    }

    @Test func theNewestOfAPriorityGoesFirst() throws {
        let server = AdminFixture.withStation()
        _ = try server.add(#"{"name": "newer", "request": {"url": "/station"}, "response": {"body": "added"}}"#)
        #expect(server.send("GET", "/station").text == "added")
        _ = try server.add(#"{"request": {"url": "/station"}, "response": {"body": "last"}, "priority": 9}"#)
        #expect(server.send("GET", "/station").text == "added")
        #expect(Self.names(server.send("GET", "/__admin/mappings")).first == "newer")
    }

    @Test func listsInPages() {
        let server = AdminFixture.withStation()
        for path in ["/__admin/mappings", "/__admin/"] {
            let all = server.send("GET", path)
            #expect(all.json["meta"]?["total"] == 3)
            #expect(Self.names(all) == ["the purchase", "a purchase", "the station"])
            #expect(Self.names(server.send("GET", path + "?limit=1&offset=1")) == ["a purchase"])
            let past = server.send("GET", path + "?offset=10")
            #expect(past.status == 200 && past.json["mappings"] == [] && past.json["meta"]?["total"] == 3)
        }
    }

    @Test func replacesAMappingWhereItIs() throws {
        let server = AdminFixture.withStation()
        let station = "/__admin/mappings/11111111-1111-4111-8111-111111111111"
        let answer = server.send(
            "PUT",
            station,
            #"{"name": "new", "request": {"url": "/station"}, "response": {"body": "b"}}"#
        )
        #expect(answer.status == 200)
        #expect(answer.json["id"] == "11111111-1111-4111-8111-111111111111", "the id of the path wins")
        #expect(server.send("GET", "/station").text == "b")
        #expect(Self.names(server.send("GET", "/__admin/mappings")) == ["the purchase", "a purchase", "new"])
        let edit = #"{"id": "11111111-1111-4111-8111-111111111111", "response": {"body": "c"}}"#
        #expect(server.send("POST", "/__admin/mappings/edit", edit).status == 204)
        #expect(server.send("GET", "/anything").text == "c")
        #expect(server.send("POST", "/__admin/mappings/edit", "{}").status == 404)
        #expect(server.send("PUT", "/__admin/mappings/\(Self.unknown)", "{}").status == 404)
    }

    @Test func removesOneOrAll() throws {
        let server = AdminFixture.withStation()
        let station = "/__admin/mappings/11111111-1111-4111-8111-111111111111"
        #expect(server.send("DELETE", station).json == [:])
        #expect(server.send("GET", "/station").status == 404)
        #expect(server.send("DELETE", station).status == 404)
        #expect(server.send("DELETE", "/__admin/mappings").status == 200)
        #expect(server.send("GET", "/__admin/mappings").json["meta"]?["total"] == 0)
        #expect(server.send("POST", "/__admin/mappings/reset").json == [:])
        #expect(server.send("GET", "/station").text == "from the file")
    }

    @Test func keepsCountsAndStatesOfWhatStays() throws {
        let server = AdminFixture.withStation()
        server.send("POST", "/purchases")
        _ = try server.add(
            #"{"request": {"url": "/other"}, "scenarioName": "buying", "newScenarioState": "paid"}"#
        )
        #expect(server.send("GET", "/purchases/1").text == "bought")
        let unmatched = server.send("GET", "/__admin/mappings/unmatched")
        #expect(Self.names(unmatched) == [nil, "the station"])
        #expect(server.send("DELETE", "/__admin/mappings/unmatched").status == 200)
        #expect(Self.names(server.send("GET", "/__admin/mappings")) == ["the purchase", "a purchase"])
    }

    @Test func refusesAnIdThatIsThereAlready() {
        let server = AdminFixture.withStation()
        let answer = server.send(
            "POST",
            "/__admin/mappings",
            #"{"id": "11111111-1111-4111-8111-111111111111", "response": {}}"#
        )
        #expect(answer.status == 422)
        #expect(answer.error?["code"] == 109 && answer.pointer == "/id")
    }

    @Test("Warnings about an accepted mapping are in the response's head")
    func warns() {
        let server = AdminFixture()
        let mapping = #"""
            {"request": {"bodyPatterns": [{"matchesJsonSchema": {"requierd": ["a"], "format": "date"}, "schemaVersion": "V7"}]}}
            """#
        let answer = server.send("POST", "/__admin/mappings", mapping)
        #expect(answer.status == 201)
        #expect(
            answer.response?.fields.filter { $0.hasPrefix("Hypermock-Warning") } == [
                "Hypermock-Warning: /request/bodyPatterns/0/matchesJsonSchema/requierd 'matchesJsonSchema': 'requierd' is not a keyword and has no effect; did you mean 'required'?",
                "Hypermock-Warning: /request/bodyPatterns/0/matchesJsonSchema/format 'matchesJsonSchema': 'format' is not validated",
            ]
        )
        #expect(server.send("GET", "/__admin/mappings").response?["hypermock-warning"] == nil)
    }

    @Test func importsInTheOrderOfTheDocument() {
        let server = AdminFixture.withStation()
        let document = #"""
            {"mappings": [
              {"request": {"url": "/a"}, "response": {"body": "first"}},
              {"request": {"url": "/a"}, "response": {"body": "second"}},
              {"id": "11111111-1111-4111-8111-111111111111", "name": "again", "response": {"body": "over"},
               "request": {"url": "/station"}}
            ], "importOptions": {"duplicatePolicy": "POLICY", "deleteAllNotInImport": DELETE}}
            """#
        let ignore = document.replacing("POLICY", with: "IGNORE").replacing("DELETE", with: "false")
        #expect(server.send("POST", "/__admin/mappings/import", ignore).status == 200)
        #expect(server.send("GET", "/a").text == "first")
        #expect(server.send("GET", "/station").text == "from the file")
        let overwrite = document.replacing("POLICY", with: "OVERWRITE").replacing("DELETE", with: "true")
        #expect(server.send("POST", "/__admin/mappings/import", overwrite).status == 200)
        #expect(server.send("GET", "/station").text == "over")
        #expect(server.send("GET", "/__admin/mappings").json["meta"]?["total"] == 3)
    }

    @Test func findsAndRemovesByMetadata() {
        let server = AdminFixture.withStation()
        let matcher = #"{"matchesJsonPath": {"expression": "$.suite", "equalTo": "fuel"}}"#
        #expect(Self.names(server.send("POST", "/__admin/mappings/find-by-metadata", matcher)) == ["the station"])
        #expect(server.send("POST", "/__admin/mappings/remove-by-metadata", matcher).json == [:])
        #expect(server.send("GET", "/__admin/mappings").json["meta"]?["total"] == 2)
    }

    @Test(arguments: [
        #"{"id": "11111111-1111-4111-8111-111111111111"}"#,
        #"{"request": {"method": "GET", "url": "/station"}}"#,
        #"{"mappings": [{"request": {"method": "GET", "url": "/station"}}]}"#,
    ])
    func removesByIdOrRequest(document: String) {
        let server = AdminFixture.withStation()
        #expect(server.send("POST", "/__admin/mappings/remove", document).status == 200)
        #expect(server.send("GET", "/__admin/mappings").json["meta"]?["total"] == 2)
    }

    @Test func eachSandboxHasItsOwn() throws {
        let server = AdminFixture.withStation()
        _ = try server.add(Self.hello, at: "/@a")
        #expect(server.send("GET", "/@a/hello").text == "Hi")
        for address in ["", "/@b", "/~station", "/~station@a"] {
            #expect(server.send("GET", address + "/hello").status == 404, "\(address)")
        }
        #expect(server.send("DELETE", "/~station@a/__admin/mappings").status == 200)
        #expect(server.send("GET", "/~station@a/station").status == 404)
        #expect(server.send("GET", "/~station@b/station").status == 200)
    }

    @Test(arguments: [
        ("{", "", "Error parsing JSON"), ("", "", "Error parsing JSON"), ("[]", "", ""), ("1", "", ""),
        (#"{"reqest": {}}"#, "/reqest", ""),
        (#"{"request": {"headers": {"A": {"equls": "x"}}}}"#, "/request/headers/A/equls", ""),
        (#"{"response": {"status": "ok"}}"#, "/response/status", ""), (#"{"priority": "a"}"#, "/priority", ""),
        (#"{"id": "1234"}"#, "/id", ""), (#"{"id": 7}"#, "/id", ""),
        (#"{"response": {"status": 99}}"#, "/response/status", ""),
        (#"{"request": {"url": ["/a"]}}"#, "/request/url", ""),
    ])
    func saysWhereAMappingIsWrong(document: String, pointer: String, title: String) {
        for (method, path) in [("POST", ""), ("POST", "/edit"), ("PUT", "/11111111-1111-4111-8111-111111111111")] {
            let answer = AdminFixture.withStation().send(method, "/__admin/mappings" + path, document)
            #expect(answer.status == 422, "\(answer.text)")
            #expect(answer.error?["code"] == 10)
            #expect(answer.pointer?.hasPrefix(pointer) == true, "\(answer.text)")
            #expect(title.isEmpty || answer.error?["title"]?.string == title)
        }
    }

    @Test func thousandsOfMappingsCostOneIndex() throws {
        let server = AdminFixture()
        for number in 0..<2000 {
            _ = try server.add(#"{"request": {"url": "/\#(number)"}, "response": {"status": 201}}"#)
        }
        #expect(server.send("GET", "/1999").status == 201)
        #expect(server.send("GET", "/0").status == 201)
    }
}
