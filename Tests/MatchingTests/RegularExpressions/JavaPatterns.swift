/// What `java.util.regex` of Java 17 says, with `DOTALL` as WireMock sets it: a pattern, for each value `y` or `n`, and the
/// values, in which `\n`, `\r` and `\uXXXX` are escapes; tabs in between.
enum JavaPatterns {
    static let table = #"""
        .*\b14\b.*	yny	3.14	x14	a 14 b
        .*\bt\b.*	yny	don't	dot	a t
        \b((25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)(\.|$)){4}\b	nyn	4.220.237.254.	4.220.237.254	1.2.3
        /(?<!x)a	yn	/a	xa
        (?<=/)a	n	a
        /(?<=/)a	y	/a
        (?<!foo|ba)r	y	r
        [^/]+(?<!\.json)	ny	a.json	a.xml
        \s	ynyn	\u0020	\u00a0	\n	\u2003
        \S	yyn	\u00a0	a	\u0020
        \d+	yn	12	\u0661
        \w+	ynn	a_1	é	-
        \h	yyyn	\u00a0	\u0020	\u2003	\n
        \H	yn	a	\u00a0
        \v	yyn	\n	\u2028	a
        \V	yn	a	\n
        \R	yyyn	\n	\r\n	\u2028	a
        a\R\nb	yy	a\r\nb	a\n\nb
        a\Z	yn	a	a\n
        a\Z\n	yn	a\n	a
        a\z	yn	a	a\n
        a$	yn	a	a\n
        a$\n	yn	a\n	a\r
        ^a$	yn	a	\na
        (?m)a$\n^b	yn	a\nb	ab
        (?m)^a$\r\n^b$	y	a\r\nb
        (?md)a$\r\n^b	nn	a\r\nb	a\nb
        (?md)a$\n^b	y	a\nb
        (?-s).*	ynny	ab	a\nb	a\u2028b	a\u000bb
        (?-sd).*	nn	a\rb	a\nb
        (?d).	yy	\r	\n
        (?i)abc	yyn	ABC	aBc	abd
        (?i)é	yn	é	É
        (?iu)é	yy	É	é
        (?i)k	yn	K	\u212a
        (?iu)k	y	\u212a
        (?i)s	ny	\u017f	S
        (?i)[a-c]x	yyn	BX	Cx	dx
        (?i)[^a]	ny	A	b
        (?iu)[à-ý]	yyn	É	é	x
        (?i)[Z-a]	yyny	z	A	b	_
        a(?i)b|c	yynn	aB	C	A	AB
        (a(?i)b)c	yn	aBc	aBC
        (?i:a)b	yn	Ab	AB
        (?i-s:.)b	yn	Xb	\nb
        (?U)\w+	yyn	é	ß1	-
        (?U)\d	yy	\u0661	1
        (?U)\s	yyn	\u00a0	\u2003	a
        (?U).*\bé\b.*	yn	a é b	aéb
        \p{Lower}	ynn	a	A	é
        \p{Upper}+	yn	AB	Ab
        \p{Alpha}+	yn	abC	é
        \p{Alnum}+	yn	a1	_
        \p{Digit}	yn	1	\u0661
        \p{Punct}+	ynn	!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~	a	\u0020
        \p{Graph}+	yn	a!	\u0020
        \p{Print}+	yn	a !	\n
        \p{Blank}	ynn	\u0020	\n	\u00a0
        \p{Cntrl}	yn	\n	a
        \p{XDigit}+	yn	aF09	g
        \p{Space}	yny	\u0020	\u00a0	\n
        \p{ASCII}+	yn	ab	é
        \P{Alpha}	yn	1	a
        [^\p{Alpha}]	yn	1	a
        [\P{Alpha}b]	yyn	1	b	a
        (?i)\p{Lower}	yyn	A	a	1
        (?i)\p{Upper}	y	a
        (?i)\p{Lu}	yyy	a	A	é
        \p{L}+	yn	aé日	1
        \pL\pN	yn	a1	1a
        \p{Lu}\p{Ll}	yn	Éa	aa
        \p{IsL}	yn	é	1
        \p{InGreek}+	ynn	αβ	a	ж
        \P{InGreek}+	ny	α	a
        \p{InGreekandCoptic}	yn	α	a
        \p{InBasic Latin}+	yn	a1	é
        \p{InLATIN_1_SUPPLEMENT}	yn	é	a
        \p{InLatin-1Supplement}	yn	é	a
        \p{blk=Cyrillic}	yn	ж	a
        \p{block=Arrows}	yn	→	a
        [\p{InGreek}&&[^α]]	nyn	α	β	a
        \p{IsLatin}+	yn	aé	日
        \p{script=Greek}	yn	α	a
        \p{gc=Lu}	yn	A	a
        \p{IsAlphabetic}+	yn	aé	1
        \p{javaLowerCase}	yny	a	A	é
        \p{javaUpperCase}+	yn	AÉ	a
        \p{javaWhitespace}	ynyy	\u0020	\u00a0	\u2003	\u001c
        \p{javaLetterOrDigit}+	yn	a1é	-
        \p{javaJavaIdentifierStart}\p{javaJavaIdentifierPart}*	ynyy	a1	1a	$x	_
        \p{Sc}	yyn	€	$	a
        \p{LC}	yn	a	日
        \p{L1}	yn	é	日
        \Qa.b\E+	yyn	a.b	a.bb	axb
        \Qa*	yn	a*	aa
        [\Qa-]\E]	yyyn	a	-	]	b
        [a-c[x-z]]	yyn	b	y	m
        [a-z&&[aeiou]]	yn	a	b
        [a-z&&[^aeiou]]	ny	a	b
        [^a-z&&[aeiou]]	nyy	a	b	1
        [a-z&&aeiou]	yn	e	f
        [a-f&&c-z&&[^d]]	ynyn	c	d	e	g
        [[a-c]&&[b-d]]	nyyn	a	b	c	d
        [^[a-c]]	ny	a	d
        [a[^b]]	nyy	b	a	c
        [^a[^b]]	ynn	b	a	c
        []a]	yy	]	a
        [^]a]	ny	]	b
        [a-]	yyn	a	-	b
        [-a]	y	-
        [\w-.]+	yn	a-.	a b
        [\w.-]+	y	a-.
        [\d\-]+	y	1-2
        [a\]b]	yyn	]	a	c
        [\[\]]	yy	[	]
        [&&a]	yn	a	&
        [a&b]	yy	&	a
        [\x41-\x43]	yn	B	D
        [\u0041-C]	y	B
        [\t\n\r\f]	yn	\n	\u0020
        [.]	yn	.	a
        [$^|]	yyy	^	$	|
        [+*?(){}]	yyy	(	+	{
        \x41	yn	A	B
        \x{1F600}	y	\ud83d\ude00
        \ud83d\ude00	y	\ud83d\ude00
        \u00e9	yn	é	e
        \0101	y	A
        \07	y	\u0007
        \cA	y	\u0001
        \e	y	\u001b
        \a	y	\u0007
        \.\/\-\_	y	./-_
        \<a\>	y	<a>
        (a)(b)\2\1	yn	abba	abab
        (a)\11	yn	aa1	aa
        (?<n>a)\k<n>	yn	aa	ab
        (?i)(a)\1	yn	aA	ab
        (a)?\1b	ny	b	aab
        (?>a*)a	n	aaa
        a*+a	n	aaa
        a++b	y	aab
        (?:a|ab)c	yy	abc	ac
        (?>a|ab)c	ny	abc	ac
        a{2}	yn	aa	a
        a{2,}	yn	aaa	a
        a{1,2}?b	yn	aab	aaab
        x{0}a	y	a
        (a|b)*?c	y	abc
        (?=.*\d)(?=.*[a-z]).{3,}	ynn	a12	123	abc
        (?!admin).*	ny	admin	user
        (?x) a b # c	yn	ab	a b
        (?x)[a b]	ny	\u0020	b
        (?x)a\ b	yn	a b	ab
        .	yny	\ud83d\ude00	ab	é
        ..	yn	e\u0301	é
        [é]	yn	é	e
        a|b|	yyn	a		c
        ()	y	
        (?:)	ny	a	
        \Aab\z	y	ab
        \Gab	y	ab
        a\Bb	y	ab
        [0-9]+(\.[0-9]{2})?	yn	12.50	12.5
        ^/api/v[0-9]+/users/(\d+)(/.*)?$	yyn	/api/v1/users/5	/api/v1/users/5/x	/api/users/5
        ^[\w.+-]+@[\w-]+\.[\w.-]+$	yn	a.b+c@d-e.org	a@b
        [0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}	yn	123e4567-e89b-12d3-a456-426614174000	x
        (?s).*"id":\s*\d+.*	yn	{"id": 5}	{"id": a}
        (?<year>\d{4})-(?<month>\d{2})	yn	2024-01	24-1
        "(?:[^"\\]|\\.)*"	nn	"a\\"b"	"a"b"
        """#

    /// What Java rejects, and so is rejected here.
    static let invalid = [
        #"("#,
        #")"#,
        #"[a"#,
        #"a**"#,
        #"*a"#,
        #"+"#,
        #"a{2,1}"#,
        #"\"#,
        #"(?<n>a)(?<n>b)"#,
        #"(?z)a"#,
        #"\y"#,
        #"\N"#,
        #"\C"#,
        #"\K"#,
        #"(?<1a>x)"#,
        #"[z-a]"#,
        #"[a-\d]"#,
        #"\p{Foo}"#,
        #"\p{L"#,
        #"\x{110000}"#,
        #"\xg"#,
        #"\u12"#,
        #"\k<m>"#,
        #"(?R)"#,
        #"(*ACCEPT)"#,
        #"(?(1)a|b)"#,
        #"(?|a|b)"#,
        #"\0"#,
        #"(?#c)a"#,
        #"\E"#,
        #"[^]"#,
        #"[]"#,
    ]

    static func unescaped(_ text: String) -> String {
        var units: [UInt16] = []
        var rest = Array(text.utf16)[...]
        while let unit = rest.popFirst() {
            guard unit == 0x5C, let letter = rest.first, let escape = Unicode.Scalar(letter),
                "nru".unicodeScalars.contains(escape)
            else {
                units.append(unit)
                continue
            }
            rest.removeFirst()
            let digits = String(decoding: rest.prefix(4), as: UTF16.self)
            switch escape {
            case "n": units.append(0x0A)
            case "r": units.append(0x0D)
            case _:
                units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
                rest = rest.dropFirst(4)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}
