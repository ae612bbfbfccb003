import Testing
import URITemplates

@Suite struct ExpansionEdgeTests {
    private static let variables: URITemplate.Variables = [
        "word": "drücken", "Stra%C3%9Fe": "Grüner Weg", "Some%20Thing": "foo", "last.name": "Doe", "42": "the answer",
        "1337": ["leet", "as"], "german": ["11": "elf", "12": "zwölf"] as URITemplate.Value, "triplet": "a%2Fb%2",
        "not_triplet": "%foo",
        "triplets": ["red%25", "%2Fgreen", "blue "], "number": 6, "long": 37.76, "lat": -122.427,
        "none": [] as URITemplate.Value,
        "no_map": [:] as URITemplate.Value, "blank": [""], "blanks": ["", ""],
        "blank_map": ["": "", "k": ""] as URITemplate.Value, "emoji": "😀e\u{301}x",
        "uri": "http://example.org/?uri=http%3A%2F%2Fexample.org%2F", "all": "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
        "id": "admin", "keys": ["key1": "val1", "key2": "val2"] as URITemplate.Value, "control": "\r\n\0",
    ]

    @Test(arguments: [
        ("", ""), ("/a/b?c=d#e", "/a/b?c=d#e"), ("{?word}", "?word=dr%C3%BCcken"),
        ("{?Stra%C3%9Fe}", "?Stra%C3%9Fe=Gr%C3%BCner%20Weg"), ("/test{/Some%20Thing}", "/test/foo"),
        ("{?last.name}", "?last.name=Doe"), ("{42}", "the%20answer"), ("{?1337*}", "?1337=leet&1337=as"),
        ("{?german*}", "?11=elf&12=zw%C3%B6lf"), ("{?number,long,lat}", "?number=6&long=37.76&lat=-122.427"),
        ("/go{?uri}", "/go?uri=http%3A%2F%2Fexample.org%2F%3Furi%3Dhttp%253A%252F%252Fexample.org%252F"),
        ("{+uri}", "http://example.org/?uri=http%3A%2F%2Fexample.org%2F"),
        ("{/id*}{?id*}", "/admin?id=admin"),
        ("/user{/id}{?number}{&keys*}", "/user/admin?number=6&key1=val1&key2=val2"),
    ])
    func expandsWhatPeopleWrite(template: String, expected: String) throws {
        #expect(try URITemplate(template).expand(Self.variables) == expected)
    }

    @Test(arguments: [
        ("{triplet}", "a%252Fb%252"), ("{+triplet}", "a%2Fb%252"), ("{#triplet}", "#a%2Fb%252"),
        ("{not_triplet}", "%25foo"), ("{+not_triplet}", "%25foo"), ("{+triplets}", "red%25,%2Fgreen,blue%20"),
        ("{triplets}", "red%2525,%252Fgreen,blue%20"),
        ("{all}", "%21%22%23%24%25%26%27%28%29%2A%2B%2C-.%2F%3A%3B%3C%3D%3E%3F%40%5B%5C%5D%5E_%60%7B%7C%7D~"),
        ("{+all}", "!%22#$%25&'()*+,-./:;%3C=%3E?@[%5C]%5E_%60%7B%7C%7D~"), ("{control}", "%0D%0A%00"),
    ])
    func keepsTripletsOnlyWhereReservedCharactersStay(template: String, expected: String) throws {
        #expect(try URITemplate(template).expand(Self.variables) == expected)
    }

    @Test(arguments: [
        ("{/none}", ""), ("{/none*}", ""), ("{?none}", ""), ("{?none*}", ""), ("{?no_map}", ""), ("{?no_map*}", ""),
        ("{?none,id}", "?id=admin"), ("{#none}", ""), ("{blank}", ""), ("{/blank}", "/"), ("{?blank}", "?blank="),
        ("{;blank}", ";blank"), ("{?blanks*}", "?blanks=&blanks="), ("{;blanks*}", ";blanks;blanks"),
        ("{blanks}", ","), ("{?blank_map*}", "?=&k="), ("{;blank_map*}", ";;k"), ("{blank_map*}", "=,k="),
        ("{#blank}", "#"), ("{.blank}", "."),
    ])
    func tellsUndefinedFromEmpty(template: String, expected: String) throws {
        #expect(try URITemplate(template).expand(Self.variables) == expected)
    }

    @Test(arguments: [
        ("{emoji:1}", "%F0%9F%98%80"), ("{emoji:2}", "%F0%9F%98%80e"), ("{emoji:3}", "%F0%9F%98%80e%CC%81"),
        ("{+emoji:2}", "%F0%9F%98%80e"), ("{emoji:9999}", "%F0%9F%98%80e%CC%81x"), ("{word:3}", "dr%C3%BC"),
        ("{+triplet:2}", "a%2F"), ("{+triplet:3}", "a%2Fb"), ("{+triplet:4}", "a%2Fb%25"), ("{triplet:2}", "a%25"),
    ])
    func countsPrefixesInCharacters(template: String, expected: String) throws {
        #expect(try URITemplate(template).expand(Self.variables) == expected)
    }

    @Test(arguments: [
        ("/é/{id}", "/%C3%A9/admin"), ("a b", "a%20b"), ("'{id}'", "'admin'"), ("\"<>\\^`|", "%22%3C%3E%5C%5E%60%7C"),
        ("%41%zz%", "%41%25zz%25"), ("☃😀", "%E2%98%83%F0%9F%98%80"), ("[::1]!$&()*+,;=@", "[::1]!$&()*+,;=@"),
        ("\r\n", "%0D%0A"),
    ])
    func encodesLiterals(template: String, expected: String) throws {
        #expect(try URITemplate(template).expand(Self.variables) == expected)
    }

    @Test(arguments: ["{keys:1}", "{+keys:1}", "/a{?id,keys:3}", "{1337:2}"])
    func refusesThePrefixOfAListOrMap(text: String) throws {
        let template = try URITemplate(text)
        #expect { try template.expand(Self.variables) } throws: {
            ($0 as? URITemplateError)?.code == .prefixOfComposite
        }
    }

    @Test func refusesAnExpansionBeyondTheLimit() throws {
        let template = try URITemplate(String(repeating: "{a}", count: 1 << 10))
        #expect(try template.expand(["a": String(repeating: "x", count: 1 << 10)]).utf8.count == 1 << 20)
        #expect { try template.expand(["a": String(repeating: "x", count: 1025)]) } throws: {
            ($0 as? URITemplateError)?.code == .tooLong
        }
        let long = String(repeating: "a", count: 2 << 20)
        #expect(try URITemplate(long + "{b}").expand() == long)
    }
}
