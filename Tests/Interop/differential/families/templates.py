"""Response templates."""

from ..case import Case, Request, stub

#: A template, and what of its result is chance.
TEMPLATES = {
    "method": "{{request.method}}",
    "url": "{{{request.url}}}",
    "path": "{{request.path}}",
    "segments": "{{request.path.[0]}} {{request.path.[1]}} {{request.pathSegments.[1]}} {{request.path.[9]}}",
    "requestLine": "{{request.requestLine.method}} {{request.requestLine.path}} {{request.requestLine.query.name}}",
    "query": "{{request.query.name}} {{request.query.name.[0]}} {{request.query.name.[1]}} {{request.query.none}}",
    "headers": "{{request.headers.X-Kind}} {{request.headers.x-kind}} {{request.headers.None}}",
    "headers-several": "{{request.headers.X-Two}} {{request.headers.X-Two.[0]}} {{request.headers.X-Two.[1]}}",
    "headers-bracket": "{{request.headers.[X-Kind]}}",
    "cookies": "{{request.cookies.c}} {{request.cookies.none}}",
    "body": "{{{request.body}}}",
    "host": "{{request.host}} {{request.port}} {{request.scheme}} {{request.baseUrl}}",
    "literal": "a {b} } { {{request.method}}",
    "backslash": "\\{{request.method}}",
    "comment": "a{{! gone }}b{{!-- gone --}}c",
    "whitespace": "a {{~request.method~}} b",
    "escaping": "{{request.query.html}} {{{request.query.html}}}",
    "jsonPath": "{{jsonPath request.body '$.name'}} {{jsonPath request.body '$.price'}} {{jsonPath request.body '$.open'}}",
    "jsonPath-deep": "{{{jsonPath request.body '$.deep.x.y'}}} {{{jsonPath request.body '$.tags'}}}",
    "jsonPath-object": "{{{jsonPath request.body '$.deep'}}}",
    "jsonPath-missing": "[{{jsonPath request.body '$.none'}}]",
    "jsonPath-each": "{{#each (jsonPath request.body '$.tags') as |tag|}}{{tag}};{{/each}}",
    "jsonPath-filter": "{{{jsonPath request.body '$.pumps[?(@.id == 2)].grade'}}}",
    "if": "{{#if request.query.name}}yes{{else}}no{{/if}} {{#if request.query.none}}yes{{else}}no{{/if}}",
    "unless": "{{#unless request.query.none}}none{{/unless}}",
    "else-if": "{{#if request.query.none}}a{{else if request.query.name}}b{{else}}c{{/if}}",
    "each": "{{#each request.query.two}}{{@index}}={{this}} {{/each}}",
    "each-first-last": "{{#each (array 'a' 'b' 'c')}}{{#if @first}}<{{/if}}{{this}}{{#unless @last}},{{/unless}}{{/each}}",
    "each-else": "{{#each request.query.none}}x{{else}}empty{{/each}}",
    "with": "{{#with request}}{{method}}{{/with}}",
    "eq": "{{#if (eq request.method 'POST')}}Ann{{else}}other{{/if}}",
    "neq": "{{#if (neq request.path '/fuel')}}other{{else}}Ann{{/if}}",
    "gt": "{{#if (gt 3 2)}}more{{/if}}{{#if (lt 3 2)}}less{{/if}}{{#if (gte 2 2)}}same{{/if}}{{#if (lte 1 2)}}lte{{/if}}",
    "and-or-not": "{{#if (and true (not false))}}a{{/if}}{{#if (or false false)}}b{{/if}}",
    "eq-query": "{{#if (eq request.query.name 'ann')}}Ann{{else}}other{{/if}}",
    "eq-block": "{{#eq request.method 'POST'}}Ann{{else}}other{{/eq}}",
    "contains": "{{#if (contains 'abcde' 'bc')}}yes{{/if}}{{#if (contains 'abc' 'x')}}no{{/if}}",
    "contains-block": "{{#contains 'abcde' 'bc'}}yes{{/contains}}",
    "matches": "{{#if (matches '123' '[0-9]+')}}yes{{/if}}",
    "trim": "[{{trim '  a b '}}] [{{#trim}}  c {{/trim}}]",
    "base64": "{{{base64 'hello'}}} {{base64 'aGVsbG8=' decode=true}} {{#base64}}x{{/base64}} {{base64 'a' padding=false}}",
    "urlEncode": "{{urlEncode 'a b&c/ü'}} {{urlEncode 'a%20b' decode=true}}",
    "upper-lower": "{{upper 'aB'}} {{lower 'aB'}} {{capitalize 'ab cd'}}",
    "replace": "{{replace 'abab' 'a' 'x'}} {{substring 'abcdef' 2 4}} {{substring 'abcdef' 3}}",
    "regexExtract": "{{regexExtract 'abc-123' '[0-9]+'}} {{regexExtract 'abc-123' '([a-z]+)-([0-9]+)' 'p'}}{{p.0}}/{{p.1}}",
    "regexExtract-missing": "{{regexExtract 'abc' '[0-9]+'}}",
    "regexExtract-default": "{{regexExtract 'abc' '[0-9]+' default='none'}}",
    "size": "{{size 'abc'}} {{size request.query.two}} {{size (array 1 2 3)}}",
    "range": "{{#each (range 1 3)}}{{this}}.{{/each}}",
    "range-as-text": "{{range 1 4}}",
    "array": "{{#each (array 'a' 1 true)}}{{this}}.{{/each}} {{join 'a' 'b' '-'}}",
    "array-as-text": "{{array 'a' 1 true}}",
    "arrayJoin": "{{arrayJoin ',' (array 'a' 'b')}}",
    "join-array": "{{join (array 'a' 'b') '-'}}",
    "arrayJoin-options": "{{arrayJoin '|' (array 'a' 'b') prefix='<' suffix='>'}}",
    "math": "{{math 1 '+' 2}} {{math 7 '-' 2}} {{math 3 '*' 2}} {{math 8 '/' 2}} {{math 7 '%' 3}} {{math 1.5 '+' 1}}",
    "math-rest": "{{math 7 '/' 2}} {{math 7.0 '/' 2}} {{math 1 '/' 3.0}}",
    "parseJson": "{{#parseJson 'o'}}{\"a\": {\"b\": 1}}{{/parseJson}}{{o.a.b}} {{#with (parseJson '{\"c\": 2}')}}{{c}}{{/with}}",
    "lookup": "{{lookup request.query 'name'}} {{lookup (array 'a' 'b') 1}}",
    "assign": "{{#assign 'v'}}x{{request.method}}{{/assign}}{{v}}",
    "val": "{{val request.query.none or='default'}} {{val request.query.name or='default'}} {{val 'a' assign='w'}}{{w}}",
    "date": "{{date (parseDate '2030-06-15T12:30:45Z') format='yyyy/MM/dd HH:mm'}}",
    "date-offset": "{{date (parseDate '2030-01-31T00:00:00Z') offset='1 months'}} \
{{date (parseDate '2030-01-31T00:00:00Z') offset='-3 days' format='EEE, d MMM yyyy'}}",
    "date-epoch": "{{date (parseDate '2030-01-31T00:00:00Z') format='epoch'}} {{date (parseDate '2030-01-31T00:00:00Z') format='unix'}}",
    "date-zone": "{{date (parseDate '2030-01-31T00:00:00Z') timezone='UTC' format=\"yyyy-MM-dd'T'HH:mm:ssZ\"}}",
    "parseDate-format": "{{date (parseDate '31/01/2030' format='dd/MM/yyyy') format='yyyy-MM-dd'}}",
    "truncateDate": "{{date (truncateDate (parseDate '2030-06-15T12:30:45Z') 'first day of month') format='yyyy-MM-dd HH:mm'}}",
    "parameters": "{{parameters.name}} {{parameters.deep.a}} {{parameters.none}}",
    "unicode": "ü € {{request.query.uml}}",
    "toJson": "{{toJson (array 1 'a')}}",
    "subexpressions": "{{upper (trim (lower '  Ab '))}}",
    "capitalizeFirst": "{{capitalizeFirst 'ab cd'}}",
    "abbreviate": "{{abbreviate 'abcdefghij' 6}}|{{abbreviate 'abcdef' 6}}|{{abbreviate 'abcdefghij' 4}}",
    "capitalize-fully": "{{capitalize 'hELLO wORLD' fully=true}}|{{capitalize 'hELLO wORLD' fully=false}}",
    "center": "{{center 'ab' size=7}}|{{center 'ab' size=7 pad='*'}}|{{center 'abc' size=2}}|{{center 'ab' size=5 pad='xy'}}",
    "just": "{{ljust 'ab' size=7 pad='xyz'}}|{{rjust 'ab' size=7 pad='xyz'}}|{{rjust 'ab' size=5}}|{{ljust 'ab' size=4}}|",
    "cut": "{{cut 'a b c'}}|{{cut 'axbx' 'x'}}",
    "slugify": "{{slugify 'Joel is a slug'}}|{{slugify 'a_b-c! ü x'}}|{{slugify '  a  b '}}",
    "stripTags": "{{stripTags '<b>x</b> <i>y</i>'}}|{{stripTags 'a < b > c'}}",
    "wordWrap": "{{wordWrap 'Joel is a slug' 5}}|{{wordWrap 'abcdefghij' 4}}|{{wordWrap 'aa bb  cc dd' 5}}",
    "yesno": "{{yesno true}}|{{yesno false no='-'}}|{{yesno request.query.none}}|{{yesno null maybe='?'}}",
    "defaultIfEmpty": "{{defaultIfEmpty request.query.none 'd'}}|{{defaultIfEmpty 'x' 'd'}}|{{defaultIfEmpty 0 'z'}}",
    "parity": "{{isEven 2}}|{{isEven 3}}|{{isOdd 3 'z'}}|{{stripes 2}}|{{stripes 3 'e' 'o'}}|{{isEven '2'}}|{{isEven 2.5}}",
    "numberFormat": "{{numberFormat 1234567.891}}|{{numberFormat 0.5 'percent'}}|{{numberFormat 12.5 'integer'}}|{{numberFormat -5.25}}",
    "numberFormat-pattern": "{{numberFormat 1234.5678 '#,##0.00'}}|{{numberFormat 0.5 '#.##'}}|{{numberFormat 5 '000'}}|"
    "{{numberFormat -1234.5 '$#,##0.00;(#)'}}|{{numberFormat 1234.5 'a#b'}}",
    "numberFormat-options": "{{numberFormat 2.345 maximumFractionDigits=2}}|{{numberFormat 7 minimumFractionDigits=2}}|"
    "{{numberFormat 12345 groupingUsed=false}}|{{numberFormat 12345.6 maximumIntegerDigits=3}}",
    "stringFormat": "{{stringFormat '%s is %d' 'a' 3}}|{{stringFormat '%05.2f|%x|%5s|%-5s|%,d' 3.14159 255 'a' 'b' 1234567}}",
    "stringFormat-flags": "{{stringFormat '%(d %d % d %S %b %o %08d %+d' -5 -6 7 'a' 'b' 8 9 10}}|{{stringFormat '%.1f %e' 2.25 12345.678}}",
    "dateFormat": "{{dateFormat (parseDate '2030-06-15T12:30:45Z')}}|{{dateFormat (parseDate '2030-06-15T12:30:45Z') 'full'}}|"
    "{{dateFormat (parseDate '2030-06-15T12:30:45Z') 'short' time='medium'}}|{{dateFormat (parseDate '2030-06-15T12:30:45Z') 'yyyy/MM'}}",
    "formData": "{{formData 'a=1&b=two%20w&a=3' 'f'}}{{f.a}}|{{f.b}}|{{f.a.[1]}}|{{f.none}}",
    "formData-decoded": "{{formData 'a=1&b=two%20w+x&a=3' 'f' urlDecode=true}}{{f.b}}{{#each f.a}}[{{this}}]{{/each}}",
    "systemValue": "{{systemValue key='PATH'}}|{{systemValue key='wiremock.none'}}|{{systemValue}}",
    "hostname": "{{hostname}}",
    "strings": "{{defaultIfEmpty request.query.none 'd'}} {{abbreviate 'abcdefghij' 6}} {{slugify 'A b C'}}",
}

CHANCE = {
    "now": ("{{now}}", r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"),
    "now-format": ("{{now offset='3 days' format='yyyy-MM-dd'}}", r"\d{4}-\d\d-\d\d"),
    "now-epoch": ("{{now format='epoch'}} {{now format='unix'}}", r"\d{13} \d{10}"),
    "now-fixed-words": ("{{now format='EEEE, MMMM d'}}", r"[A-Z][a-z]+day, [A-Z][a-z]+ \d\d?"),
    "randomInt-bounds": ("{{#each (range 1 60)}}{{randomInt lower=5 upper=7}}{{/each}}", r"^[56]{60}$"),
    "randomInt": ("{{randomInt lower=5 upper=9}}", r"[5-8]"),
    "randomDecimal": ("{{randomDecimal lower=-10.1 upper=-9.9}}", r"-(9\.9|10\.0)\d*"),
    "randomValue-alphanumeric": ("{{randomValue length=12 type='ALPHANUMERIC'}}", r"^[a-z0-9]{12}$"),
    "randomValue-upper": ("{{randomValue length=5 type='ALPHABETIC' uppercase=true}}", r"^[A-Z]{5}$"),
    "randomValue-numeric": ("{{randomValue length=5 type='NUMERIC'}}", r"^\d{5}$"),
    "randomValue-hex": ("{{randomValue length=7 type='HEXADECIMAL'}}", r"^[0-9a-f]{7}$"),
    "randomValue-uuid": ("{{randomValue type='UUID'}}", r"^[0-9a-f-]{36}$"),
    "pickRandom": ("{{pickRandom 'a' 'b'}} {{pickRandom (array 'c')}}", r"^[ab] c$"),
}

REQUEST = Request(
    "POST",
    "/fuel/elm?name=ann&two=1&two=2&html=%3Cb%3E&uml=%C3%BC",
    (("X-Kind", "a"), ("X-Two", "1"), ("X-Two", "2"), ("Cookie", "c=d"), ("Content-Type", "application/json")),
    b'{"name": "Elm", "price": 2.89, "open": true, "tags": ["a", "b"], "deep": {"x": {"y": 1}}, '
    b'"pumps": [{"id": 1}, {"id": 2, "grade": "diesel"}]}',
)
PARAMETERS = {"name": "seven", "deep": {"a": "b"}}


def template(text, **others):
    return [stub(body=text, transformers=["response-template"], transformerParameters=PARAMETERS, **others)]


def cases(random):
    for name, text in TEMPLATES.items():
        yield Case(name, template(text), [REQUEST])
    for name, (text, chance) in CHANCE.items():
        yield Case(name, template(text), [REQUEST], chance)
    headers = {"X-From": "{{request.method}}", "Location": "{{request.path}}/1", "X-Two": ["{{request.host}}", "2"]}
    yield Case("in-headers", template("b", headers=headers), [REQUEST])
    file = {"bodyFileName": "template.txt", "transformers": ["response-template"]}
    yield Case("in-file", [{"response": file}], [REQUEST])
    named = {"bodyFileName": "{{request.query.file}}.json", "transformers": ["response-template"]}
    yield Case("in-file-name", [{"response": named}], [Request(target="/fuel?file=station")])
    json = {"jsonBody": {"m": "{{request.method}}", "n": [1]}, "transformers": ["response-template"]}
    yield Case("in-json", [{"response": json}], [REQUEST])
    for text in ["{{foo 'x'}}", "{{#if x}}", "{{now offset='3 fortnights'}}", "{{request.query.[0}}"]:
        yield Case(f"invalid-{text}", template(text), [REQUEST])
    yield Case("without-transformer", [stub(body="{{request.method}}")], [REQUEST])
    yield Case("body-is-no-json", template("{{jsonPath request.body '$.name'}}"), [Request("POST", body=b"x")])
