import Testing
import URITemplates

/// The examples of RFC 6570, in the words of the RFC.
@Suite struct ExpansionTests {
    /// The variables of RFC 6570 §3.2.
    static let variables: URITemplate.Variables = [
        "count": ["one", "two", "three"], "dom": ["example", "com"], "dub": "me/too", "hello": "Hello World!",
        "half": "50%", "var": "value", "who": "fred", "base": "http://example.com/home/", "path": "/foo/bar",
        "list": ["red", "green", "blue"], "keys": ["semi": ";", "dot": ".", "comma": ","] as URITemplate.Value,
        "v": "6", "x": "1024",
        "y": "768", "empty": "", "empty_keys": [:] as URITemplate.Value,
    ]

    private func expand(_ template: String) throws -> String {
        try URITemplate(template).expand(Self.variables)
    }

    @Test(
        "levels 1 to 3, §1.2",
        arguments: [
            ("{var}", "value"), ("{hello}", "Hello%20World%21"), ("{+var}", "value"), ("{+hello}", "Hello%20World!"),
            ("{+path}/here", "/foo/bar/here"), ("here?ref={+path}", "here?ref=/foo/bar"), ("X{#var}", "X#value"),
            ("X{#hello}", "X#Hello%20World!"), ("map?{x,y}", "map?1024,768"),
            ("{x,hello,y}", "1024,Hello%20World%21,768"), ("{+x,hello,y}", "1024,Hello%20World!,768"),
            ("{+path,x}/here", "/foo/bar,1024/here"), ("{#x,hello,y}", "#1024,Hello%20World!,768"),
            ("{#path,x}/here", "#/foo/bar,1024/here"), ("X{.var}", "X.value"), ("X{.x,y}", "X.1024.768"),
            ("{/var}", "/value"), ("{/var,x}/here", "/value/1024/here"), ("{;x,y}", ";x=1024;y=768"),
            ("{;x,y,empty}", ";x=1024;y=768;empty"), ("{?x,y}", "?x=1024&y=768"),
            ("{?x,y,empty}", "?x=1024&y=768&empty="), ("?fixed=yes{&x}", "?fixed=yes&x=1024"),
            ("{&x,y,empty}", "&x=1024&y=768&empty="),
        ]
    )
    func levelsOneToThree(template: String, expected: String) throws {
        #expect(try expand(template) == expected)
    }

    @Test(
        "level 4, §1.2",
        arguments: [
            ("{var:3}", "val"), ("{var:30}", "value"), ("{list}", "red,green,blue"), ("{list*}", "red,green,blue"),
            ("{keys}", "semi,%3B,dot,.,comma,%2C"), ("{keys*}", "semi=%3B,dot=.,comma=%2C"),
            ("{+path:6}/here", "/foo/b/here"), ("{+list}", "red,green,blue"), ("{+list*}", "red,green,blue"),
            ("{+keys}", "semi,;,dot,.,comma,,"), ("{+keys*}", "semi=;,dot=.,comma=,"),
            ("{#path:6}/here", "#/foo/b/here"), ("{#list}", "#red,green,blue"), ("{#list*}", "#red,green,blue"),
            ("{#keys}", "#semi,;,dot,.,comma,,"), ("{#keys*}", "#semi=;,dot=.,comma=,"), ("X{.var:3}", "X.val"),
            ("X{.list}", "X.red,green,blue"), ("X{.list*}", "X.red.green.blue"),
            ("X{.keys}", "X.semi,%3B,dot,.,comma,%2C"), ("X{.keys*}", "X.semi=%3B.dot=..comma=%2C"),
            ("{/var:1,var}", "/v/value"), ("{/list}", "/red,green,blue"), ("{/list*}", "/red/green/blue"),
            ("{/list*,path:4}", "/red/green/blue/%2Ffoo"), ("{/keys}", "/semi,%3B,dot,.,comma,%2C"),
            ("{/keys*}", "/semi=%3B/dot=./comma=%2C"), ("{;hello:5}", ";hello=Hello"),
            ("{;list}", ";list=red,green,blue"), ("{;list*}", ";list=red;list=green;list=blue"),
            ("{;keys}", ";keys=semi,%3B,dot,.,comma,%2C"), ("{;keys*}", ";semi=%3B;dot=.;comma=%2C"),
            ("{?var:3}", "?var=val"), ("{?list}", "?list=red,green,blue"),
            ("{?list*}", "?list=red&list=green&list=blue"), ("{?keys}", "?keys=semi,%3B,dot,.,comma,%2C"),
            ("{?keys*}", "?semi=%3B&dot=.&comma=%2C"), ("{&var:3}", "&var=val"),
            ("{&list}", "&list=red,green,blue"), ("{&list*}", "&list=red&list=green&list=blue"),
            ("{&keys}", "&keys=semi,%3B,dot,.,comma,%2C"), ("{&keys*}", "&semi=%3B&dot=.&comma=%2C"),
        ]
    )
    func levelFour(template: String, expected: String) throws {
        #expect(try expand(template) == expected)
    }

    @Test(
        "variables, §3.2.1",
        arguments: [
            ("{count}", "one,two,three"), ("{count*}", "one,two,three"), ("{/count}", "/one,two,three"),
            ("{/count*}", "/one/two/three"), ("{;count}", ";count=one,two,three"),
            ("{;count*}", ";count=one;count=two;count=three"), ("{?count}", "?count=one,two,three"),
            ("{?count*}", "?count=one&count=two&count=three"), ("{&count*}", "&count=one&count=two&count=three"),
        ]
    )
    func variables(template: String, expected: String) throws {
        #expect(try expand(template) == expected)
    }

    @Test(
        "simple strings, §3.2.2",
        arguments: [
            ("{half}", "50%25"), ("O{empty}X", "OX"), ("O{undef}X", "OX"), ("{x,y}", "1024,768"),
            ("?{x,empty}", "?1024,"), ("?{x,undef}", "?1024"), ("?{undef,y}", "?768"),
        ]
    )
    func simpleStrings(template: String, expected: String) throws {
        #expect(try expand(template) == expected)
    }

    @Test(
        "reserved characters and fragments, §3.2.3 and §3.2.4",
        arguments: [
            ("{+half}", "50%25"), ("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"),
            ("{+base}index", "http://example.com/home/index"), ("O{+empty}X", "OX"), ("O{+undef}X", "OX"),
            ("up{+path}{var}/here", "up/foo/barvalue/here"), ("{#half}", "#50%25"), ("foo{#empty}", "foo#"),
            ("foo{#undef}", "foo"), ("{#var}", "#value"), ("{#hello}", "#Hello%20World!"),
        ]
    )
    func reservedCharactersAndFragments(template: String, expected: String) throws {
        #expect(try expand(template) == expected)
    }

    @Test(
        "labels and path segments, §3.2.5 and §3.2.6",
        arguments: [
            ("{.who}", ".fred"), ("{.who,who}", ".fred.fred"), ("{.half,who}", ".50%25.fred"),
            ("www{.dom*}", "www.example.com"), ("X{.empty}", "X."), ("X{.undef}", "X"), ("X{.empty_keys}", "X"),
            ("X{.empty_keys*}", "X"), ("{/who}", "/fred"), ("{/who,who}", "/fred/fred"),
            ("{/half,who}", "/50%25/fred"), ("{/who,dub}", "/fred/me%2Ftoo"), ("{/var,empty}", "/value/"),
            ("{/var,undef}", "/value"),
        ]
    )
    func labelsAndPathSegments(template: String, expected: String) throws {
        #expect(try expand(template) == expected)
    }

    @Test(
        "parameters and queries, §3.2.7 to §3.2.9",
        arguments: [
            ("{;who}", ";who=fred"), ("{;half}", ";half=50%25"), ("{;empty}", ";empty"),
            ("{;v,empty,who}", ";v=6;empty;who=fred"), ("{;v,bar,who}", ";v=6;who=fred"),
            ("{;x,y,undef}", ";x=1024;y=768"), ("{?who}", "?who=fred"), ("{?half}", "?half=50%25"),
            ("{?x,y,undef}", "?x=1024&y=768"), ("{&who}", "&who=fred"), ("{&half}", "&half=50%25"),
            ("{&x,y,undef}", "&x=1024&y=768"),
        ]
    )
    func parametersAndQueries(template: String, expected: String) throws {
        #expect(try expand(template) == expected)
    }
}
