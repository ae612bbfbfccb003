import Testing

@testable import MockServing

struct CompactScriptTests {
    @Test(arguments: [
        ("const a = [1, 2];\nif (a) { b(); }", "let a=[1,2];if(a){b()}"),
        ("x = a + +b - -c + d", "x=a+ +b- -c+d"),
        ("return 'two  words';\n'it\\'s ; }'", "return'two  words';'it\\'s ; }'"),
        ("`a ${ f({ b : `c ${ d } e` }) } g ; }` + h", "`a ${f({b:`c ${d} e`})} g ; }`+h"),
        ("t.match(/[/ ] \\/ {2}/g) / 2", "t.match(/[/ ] \\/ {2}/g)/2"),
        ("a /* why */ = b\nc = d\n.e()", "a=b\nc=d.e()"),
        ("const constant = $const ;", "let constant=$const;"),
        ("for (;;) { }", "for(;;){}"),
        ("'not closed", "'not closed"), ("`not closed ${ a", "`not closed ${a"), ("", ""),
    ])
    func dropsOnlyWhatSeparatesNothing(script: String, compact: String) {
        #expect(String(decoding: CompactScript(script).bytes, as: UTF8.self) == compact)
    }
}
