import HAL
import Testing

/// Templates as the table of HAL-FORMS defines them.
struct FormTemplateTests {
    static func resource(_ templates: String, itself: String? = "/me") throws -> HALResource {
        let link = itself.map { #""_links": {"self": {"href": "\#($0)"}}, "# } ?? ""
        return try #require(HALResource(try JSONValue(parsing: "{\(link)\"_templates\": \(templates)}")))
    }

    static func template(_ members: String) throws -> FormTemplate {
        try #require(try resource(#"{"default": {\#(members)}}"#).template())
    }

    static func property(_ members: String) throws -> FormTemplate.Property {
        let comma = members.isEmpty ? "" : ", "
        return try #require(template(#""properties": [{"name": "x"\#(comma)\#(members)}]"#).properties.first)
    }

    /// A change of the defaults of a template.
    struct TemplateRow: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout FormTemplate) -> Void

        init(_ members: String, _ change: @escaping @Sendable (inout FormTemplate) -> Void) {
            testDescription = members
            self.change = change
        }
    }

    @Test(arguments: [
        TemplateRow("") { _ in },
        TemplateRow(#""method": "POST""#) { $0.method = .post },
        TemplateRow(#""method": "put""#) { $0.method = .put },
        TemplateRow(#""method": "PATCH""#) { $0.method = .patch },
        TemplateRow(#""method": "DELETE""#) { $0.method = .delete },
        TemplateRow(#""method": "HEAD""#) { $0.method = .head },
        TemplateRow(#""method": "CONNECT""#) { _ in },
        TemplateRow(#""method": 5"#) { _ in },
        TemplateRow(#""contentType": "application/json""#) { _ in },
        TemplateRow(#""contentType": "application/x-www-form-urlencoded""#) {
            if let form = MediaType("application/x-www-form-urlencoded") { $0.contentType = form }
        },
        TemplateRow(#""contentType": "text/plain""#) { _ in },
        TemplateRow(#""target": "/them""#) { $0.target = "/them" },
        TemplateRow(#""title": "Create""#) { $0.title = "Create" },
        TemplateRow(#""properties": null"#) { _ in },
        TemplateRow(#""properties": []"#) { _ in },
        TemplateRow(#""properties": [{"name": "x"}]"#) { $0.properties = [FormTemplate.Property(name: "x")] },
        TemplateRow(#""properties": [{}, {"name": ""}, 5, {"name": "x"}, {"name": "x", "type": "url"}]"#) {
            $0.properties = [FormTemplate.Property(name: "x")]
        },
    ])
    func readsTheMembersOfATemplate(row: TemplateRow) throws {
        var expected = FormTemplate(target: "/me")
        row.change(&expected)
        #expect(try Self.template(row.testDescription) == expected)
    }

    /// A change of the defaults of a property.
    struct PropertyRow: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout FormTemplate.Property) -> Void

        init(_ members: String, _ change: @escaping @Sendable (inout FormTemplate.Property) -> Void) {
            testDescription = members
            self.change = change
        }
    }

    @Test(arguments: [
        PropertyRow("") { _ in },
        PropertyRow(#""prompt": "X!""#) { $0.prompt = "X!" },
        PropertyRow(#""value": "v""#) { $0.value = "v" },
        PropertyRow(#""value": 2.50"#) { $0.value = JSONNumber("2.50").map { .number($0) } },
        PropertyRow(#""required": true, "readOnly": true, "templated": true"#) {
            ($0.isRequired, $0.isReadOnly, $0.isTemplated) = (true, true, true)
        },
        PropertyRow(#""required": "true", "readOnly": 1"#) { $0.isRequired = true },
        PropertyRow(#""regex": "[a-z]+""#) { $0.regex = "[a-z]+" },
        PropertyRow(#""regex": "[a-z""#) { _ in },
        PropertyRow(#""type": "datetime-local""#) { $0.kind = .dateTimeLocal },
        PropertyRow(#""type": "EMAIL""#) { $0.kind = .email },
        PropertyRow(#""type": "hologram""#) { _ in },
        PropertyRow(#""min": 1, "max": 9.5, "step": 0.5"#) {
            ($0.min, $0.max, $0.step) = (JSONNumber(1), JSONNumber("9.5"), JSONNumber("0.5"))
        },
        PropertyRow(#""min": "1", "max": 1e999, "step": 0"#) { _ in },
        PropertyRow(#""minLength": 1, "maxLength": 9"#) { ($0.minLength, $0.maxLength) = (1, 9) },
        PropertyRow(#""minLength": -1, "maxLength": 1.5"#) { _ in },
        PropertyRow(#""placeholder": "p""#) { $0.placeholder = "p" },
        PropertyRow(#""cols": 10, "rows": 2"#) { ($0.cols, $0.rows) = (10, 2) },
        PropertyRow(#""options": {"inline": ["a", 1]}"#) {
            var options = FormTemplate.Options()
            options.inline = [FormTemplate.Choice("a"), FormTemplate.Choice(1, prompt: "1")]
            $0.options = options
        },
        PropertyRow(#""options": {"inline": [{"prompt": "A", "value": "a"}, {"value": true}, {}, null]}"#) {
            var options = FormTemplate.Options()
            options.inline = [FormTemplate.Choice("a", prompt: "A"), FormTemplate.Choice(true, prompt: "true")]
            $0.options = options
        },
        PropertyRow(
            #""options": {"inline": [{"n": "A", "id": 7}], "promptField": "n", "valueField": "id", "link": {"href": "/"}}"#
        ) {
            var options = FormTemplate.Options()
            options.inline = [FormTemplate.Choice(7, prompt: "A")]
            (options.promptField, options.valueField) = ("n", "id")
            $0.options = options
        },
        PropertyRow(#""options": {"link": {"href": "/c"}, "selectedValues": ["a"], "minItems": 1, "maxItems": 2}"#) {
            var options = FormTemplate.Options()
            options.link = HALLink("/c", type: "application/json")
            options.selectedValues = ["a"]
            (options.minItems, options.maxItems) = (1, 2)
            $0.options = options
        },
        PropertyRow(#""options": {"link": {"href": "/c{?q}", "templated": true, "type": "text/csv"}}"#) {
            var options = FormTemplate.Options()
            options.link = HALLink("/c{?q}", templated: true, type: "text/csv")
            $0.options = options
        },
        PropertyRow(#""options": {"choices": []}"#) { _ in },
        PropertyRow(#""options": {"inline": "a"}"#) { _ in },
        PropertyRow(#""options": []"#) { _ in },
    ])
    func readsTheMembersOfAProperty(row: PropertyRow) throws {
        var expected = FormTemplate.Property(name: "x")
        row.change(&expected)
        #expect(try Self.property(row.testDescription) == expected)
    }

    @Test(arguments: FormTemplate.Property.Kind.allCases)
    func knowsTheTypesOfInput(kind: FormTemplate.Property.Kind) throws {
        #expect(try Self.property(#""type": "\#(kind.rawValue)""#).kind == kind)
    }

    @Test func theKeyIsDefaultOrThatOfTheFirstTemplate() throws {
        let one = try Self.resource(#"{"create": {"method": "POST"}, "other": {}}"#)
        #expect(one.template()?.key == "create")
        #expect(one.template("create")?.title == "create")
        #expect(one.template("missing") == nil)
        #expect(try Self.resource(#"{"create": {}, "default": {}}"#).template()?.key == "default")
        #expect(one.templates.map(\.key) == ["create", "other"])
        #expect(HALResource().templates.isEmpty)
    }

    @Test(
        arguments: [
            ("5", .badTemplate, "/_templates"), (#"{"a": 5}"#, .badTemplate, "/_templates/a"),
            (#"{"a": {"method": "CONNECT"}}"#, .badTemplateMember, "/_templates/a/method"),
            (#"{"a": {"contentType": "x"}}"#, .badTemplateMember, "/_templates/a/contentType"),
            (#"{"a": {"properties": {}}}"#, .badTemplateMember, "/_templates/a/properties"),
            (#"{"a": {"properties": [{}]}}"#, .badTemplateMember, "/_templates/a/properties/0"),
            (
                #"{"a": {"properties": [{"name": "x", "step": -1}]}}"#, .badTemplateMember,
                "/_templates/a/properties/0/step"
            ),
            (
                #"{"a": {"properties": [{"name": "x", "regex": "("}]}}"#, .badTemplateMember,
                "/_templates/a/properties/0/regex"
            ),
            (
                #"{"a": {"properties": [{"name": "x", "options": {"link": {}}}]}}"#, .badTemplateMember,
                "/_templates/a/properties/0/options/link"
            ),
        ] as [(String, ResourceProblem.Code, String)]
    )
    func problemsAreListed(text: String, code: ResourceProblem.Code, pointer: String) throws {
        let problems = try Self.resource(text).problems
        #expect(problems.first?.code == code)
        #expect(problems.first?.pointer == pointer)
    }

    @Test func aCURIEAsKeyEqualsItsURI() throws {
        let curies = #"[{"name": "ea", "href": "/rels/{rel}", "templated": true}]"#
        let templates = #"{"/rels/order": {"target": "/a"}, "ea:cancel": {"target": "/b"}}"#
        let text = #"{"_links": {"curies": \#(curies)}, "_templates": \#(templates)}"#
        let resource = try #require(HALResource(try JSONValue(parsing: text)))
        #expect(resource.template("ea:order")?.target == "/a")
        #expect(resource.template("/rels/cancel")?.target == "/b")
        #expect(resource.template("ea:find") == nil)
    }

    @Test func aTemplateWithoutATargetIsLeftOut() throws {
        let resource = try Self.resource(#"{"a": {}, "b": {"target": "/b"}}"#, itself: nil)
        #expect(resource.templates.map(\.target) == ["/b"])
        #expect(resource.problems.map(\.pointer) == ["/_templates/a"])
    }

    @Test func templatesStayInTheState() throws {
        let resource = try Self.resource(#"{"a": {"extra": 1}}"#)
        #expect(resource.value["_templates"] == ["a": ["extra": 1]])
    }

    @Test func choicesAreReadFromCSV() throws {
        var options = FormTemplate.Options()
        #expect(
            options.choices(inCSV: "prompt,value\r\n\"A, \"\"B\"\"\",a\r\n\r\nC,c\nshort").map(\.prompt) == [
                "A, \"B\"", "C",
            ]
        )
        #expect(options.choices(inCSV: "a\nb\n").map(\.value) == ["a", "b"])
        #expect(options.choices(inCSV: "x,y\n1,2").isEmpty)
        (options.promptField, options.valueField) = ("y", "x")
        #expect(options.choices(inCSV: "x,y\n1,2") == [FormTemplate.Choice("1", prompt: "2")])
        #expect(options.choices(inCSV: "").isEmpty)
    }

    @Test func aMegabyteOfPropertiesIsRead() throws {
        let properties = (0..<20_000).map { #"{"name": "p\#($0)", "required": true, "regex": "[a-z]+"}"# }
        let text = "{\"default\": {\"properties\": [" + properties.joined(separator: ",") + "]}}"
        #expect(text.utf8.count > 1_000_000)
        let template = try #require(try Self.resource(text).template())
        #expect(template.properties.count == 20_000)
        let values = JSONObject(template.properties.map { JSONObject.Member($0.name, "a1") })
        #expect(template.violations(of: values).count { $0.rule == .regex } > 1000)
        #expect(template.submission(of: values) == values)
    }
}
