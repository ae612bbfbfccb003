"""Where Hypermock answers otherwise than WireMock 2.35.1, each with the reason; nothing else may differ."""

DEVIATIONS = {
    "Paths compare in normal form (RFC 3986 §6.2.2.2): `%61` is the letter a.": [
        "urls urlPath 5: verdict",
    ],
    "A mapping whose URL ends with `?` matches; in WireMock, Jetty removes the question mark of an empty query.": [
        "urls empty-query 0: verdict",
    ],
    "Operators and keys of WireMock 3 and 4 are supported, which 2.35.1 rejects.": [
        "later not: is taken",
        "later hasExactly: is taken",
        "later includes: is taken",
        "later formParameters: is taken",
        "later urlPathTemplate: is taken",
        "later pathParameters: is taken",
        "later methods: is taken",
        "later numbers: is taken",
    ],
    "A missing cookie matches `absent` inside `or`; WireMock supports only `absent` alone.": [
        "cookies or-absent 2: verdict",
    ],
    "`absent: false` matches a value that is there; WireMock reads any value of `absent` as `true`.": [
        "headers absent-false 0: verdict",
        "headers absent-false 1: verdict",
    ],
    "Options of `equalToJson` inside the expected JSON are part of that JSON.": [
        "json_values flag-in-the-expected 1: verdict",
    ],
    "A definite JSONPath that selects an empty list or object matches, as in WireMock 3.": [
        "json_path $ 2: verdict",
        "json_path $.empty 0: verdict",
        "json_path $.no 0: verdict",
        "json_path $.tags 1: verdict",
    ],
    "`$` does not match a body that is not JSON.": [
        "json_path $ 4: verdict",
    ],
    "The case of parameters in `Content-Type` counts, as in WireMock 3; Jetty replaces `charset=utf-8` by `charset=UTF-8`.": [
        "headers media-type-charset 0: verdict",
    ],
    "Scripts and functions of Jayway's JSONPath, except `length()`, match nothing; a warning names them.": [
        "json_path $.keys() 0: verdict",
        "json_path $.keys() 1: verdict",
    ],
    "A date without an offset is truncated like any other date; WireMock does not truncate it.": [
        "dates truncate-actual 3: verdict",
        "dates truncate-actual 7: verdict",
        "dates truncate-month 3: verdict",
        "dates truncate-month 7: verdict",
        "dates truncate-year 3: verdict",
        "dates truncate-year 7: verdict",
    ],
    "A value that is not a date does not match; WireMock responds with 500.": [
        "dates truncate-actual 4: status",
        "dates truncate-month 4: status",
        "dates truncate-year 4: status",
        "dates unix 2: status",
    ],
    "Static files are sent whole and without `Last-Modified`.": [
        "responses static-files 0: headers",
        "responses static-files 1: headers",
    ],
    "The admin API returns the content of a file in `__files`; 2.35.1 only lists, writes and removes files.": [
        "admin 47 GET /files/new.txt: status",
    ],
    "A folder without an index file is a 404, not a 403.": [
        "responses static-files 3: status",
    ],
    "Templates do not escape values for HTML, as in WireMock 3.": [
        "templates escaping 0: body",
    ],
    "A backslash escapes an expression, and `~` removes the white space beside it, as in Handlebars.": [
        "templates backslash 0: body",
        "templates whitespace 0: body",
    ],
    "JSON in the output of a template is compact; WireMock indents objects and writes lists as Java does.": [
        "templates jsonPath-object 0: body",
        "templates range-as-text 0: body",
        "templates array-as-text 0: body",
    ],
    "Values of the request model compare as text; in WireMock they are objects that equal no text.": [
        "templates eq 0: body",
        "templates eq-query 0: body",
        "templates eq-block 0: body",
    ],
    "Template helpers of WireMock 3 are supported.": [
        "templates arrayJoin 0: verdict",
        "templates arrayJoin-options 0: verdict",
        "templates val 0: verdict",
        "templates toJson 0: verdict",
    ],
    "`math` keeps fractions; WireMock rounds to the digits of the first number.": [
        "templates math-rest 0: body",
    ],
    "`jsonPath` on a body that is not JSON writes an error into the response; WireMock writes nothing.": [
        "templates body-is-no-json 0: body",
    ],
    "Without `xPathNamespaces`, `//name` finds elements with prefixes, as `/a/name` does; in WireMock it does not.": [
        "xml //item 1: verdict",
        "xml //item | //none 1: verdict",
        "xml helper-each 1: body",
    ],
    "An invalid XPath in a template is reported when the mapping is read, and the response is 500.": [
        "xml helper-5 0: status",
        "xml helper-5 1: status",
        "xml helper-5 2: status",
    ],
    "The response to an invalid template is 500, as in WireMock, but says why and has the identifier of the mapping.": [
        "templates invalid-{{foo 'x'}} 0: verdict",
        "templates invalid-{{#if x}} 0: verdict",
        "templates invalid-{{now offset='3 fortnights'}} 0: verdict",
        "templates invalid-{{request.query.[0}} 0: verdict",
    ],
    "Admin calls on which WireMock responds with 500 succeed, or are rejected with the reason.": [
        "admin 7 GET /mappings/no-uuid: status",
        "admin 8 GET /mappings?offset=x: status",
        "admin 31 POST /near-misses/request: status",
        "admin 44 PATCH /settings/extended: status",
        "admin 50 POST /mappings/import: status",
    ],
    "The admin API returns a described request as it was sent.": [
        "admin 30 POST /near-misses/request: shape",
    ],
    "Recordings leave out fields of the connection and of the real server, such as `Date` and `Server`.": [
        "recorder reads: added",
        "recorder bodies: added",
        "recorder repeats: added",
        "recorder no-scenarios: added",
        "recorder headers: added",
        "recorder equal-to-json: added",
        "recorder equal-to: added",
        "recorder defaults-of-equal-to: added",
        "recorder options-of-auto: added",
        "recorder equal-to-xml: added",
        "recorder filters: added",
        "recorder files: added",
        "recorder criteria: added",
        "recorder secrets: added",
    ],
    "Recordings have placeholders in place of secrets, unless `--show-credentials` is set; requests with other secrets match.": [
        "recorder secrets: replay",
        "recorder secrets: request",
        "recorder secrets: patterns",
        "recorder secrets: body",
        "recorder secrets: headers",
    ],
    "Body files of recordings have the extension of their media type; in WireMock, binary ones have `txt`.": [
        "recorder files: file",
    ],
    "A recorded body that is not the JSON that its media type says is compared as text; WireMock loses the recording.": [
        "recorder malformed: status",
    ],
    "A record spec is rejected if its target is not a URL, or if it contains a matcher, a size or a filter that does not exist.": [
        "recorder 7 POST /start: status",
        "recorder 8 POST /stop: status",
        "recorder 15 POST /snapshot: status",
        "recorder 17 POST /snapshot: status",
        "recorder 18 POST /snapshot: status",
    ],
}
