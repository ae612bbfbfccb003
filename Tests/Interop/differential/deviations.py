"""Where Hypermock answers otherwise than WireMock 2.35.1, each with the reason; nothing else may differ."""

DEVIATIONS = {
    "A path is compared in its normal form (RFC 3986 §6.2.2.2), in which %61 is the letter a.": [
        "urls urlPath 5: verdict",
    ],
    "Jetty drops the question mark of an empty query before WireMock sees it, so that such a mapping never matches.": [
        "urls empty-query 0: verdict",
    ],
    "What WireMock has since 3.0 or 4.0, and 2.35.1 refuses.": [
        "later not: is taken",
        "later hasExactly: is taken",
        "later includes: is taken",
        "later formParameters: is taken",
        "later urlPathTemplate: is taken",
        "later pathParameters: is taken",
        "later methods: is taken",
        "later numbers: is taken",
    ],
    "A cookie that is missing is what `or` with `absent` asks for; WireMock looks for `absent` alone.": [
        "cookies or-absent 2: verdict",
    ],
    "Flags of equalToJson that stand in what is expected are no flags.": [
        "json_values flag-in-the-expected 1: verdict",
    ],
    "An empty list or object that a definite path selects is something: so WireMock since 3.0.": [
        "json_path $ 2: verdict",
        "json_path $.empty 0: verdict",
        "json_path $.no 0: verdict",
        "json_path $.tags 1: verdict",
    ],
    "A body that is no JSON has no root.": [
        "json_path $ 4: verdict",
    ],
    "Scripts and functions of Jayway's JSONPath, length aside, are refused: they stand in no standard.": [
        "json_path $.pumps[(@.length-1)]: is taken",
        "json_path $.pumps.min(): is taken",
        "json_path $.pumps[*].id.sum(): is taken",
        "json_path $.keys(): is taken",
    ],
    "A date without an offset is cut like any other; WireMock leaves it as it is.": [
        "dates truncate-actual 3: verdict",
        "dates truncate-actual 7: verdict",
        "dates truncate-month 3: verdict",
        "dates truncate-month 7: verdict",
        "dates truncate-year 3: verdict",
        "dates truncate-year 7: verdict",
    ],
    "A value that is no date does not match; WireMock breaks down on it.": [
        "dates truncate-actual 4: status",
        "dates truncate-month 4: status",
        "dates truncate-year 4: status",
        "dates unix 2: status",
    ],
    "Reason phrases are those of the registry of status codes, none where it has none; WireMock's are Jetty's.": [
        "responses status-203 0: reason",
        "responses status-226 0: reason",
        "responses status-418 0: reason",
        "responses status-422 0: reason",
        "responses status-451 0: reason",
        "responses status-500 0: reason",
        "responses status-299 0: reason",
        "responses status-599 0: reason",
        "responses mixed-12 0: reason",
        "responses mixed-13 0: reason",
    ],
    "jsonBody brings its media type, unless the mapping names one.": [
        "responses jsonBody-without-type 0: headers",
        "templates in-json 0: headers",
    ],
    "Static files come whole and without the time of their last change.": [
        "responses static-files 0: headers",
        "responses static-files 1: headers",
    ],
    "A file of __files can be read by its name through the admin API; 2.35.1 lists, writes and removes files only.": [
        "admin 47 GET /files/new.txt: status",
    ],
    "A folder without a welcome file is not there, rather than forbidden.": [
        "responses static-files 3: status",
    ],
    "Nothing is escaped for HTML, as in WireMock since 3.0.": [
        "templates escaping 0: body",
    ],
    "A backslash escapes an expression, and ~ takes the space beside it, as Handlebars has it.": [
        "templates backslash 0: body",
        "templates whitespace 0: body",
    ],
    "JSON that an expression gives is compact; WireMock lays objects out, and writes lists as Java does.": [
        "templates jsonPath-object 0: body",
        "templates range-as-text 0: body",
        "templates array-as-text 0: body",
    ],
    "What the request model gives compares as text; in WireMock it is an object that equals no text.": [
        "templates eq 0: body",
        "templates eq-query 0: body",
        "templates eq-block 0: body",
    ],
    "Helpers that WireMock has since 3.0.": [
        "templates arrayJoin 0: verdict",
        "templates arrayJoin-options 0: verdict",
        "templates val 0: verdict",
        "templates toJson 0: verdict",
    ],
    "Numbers keep their fractions; WireMock rounds to whole ones, or to as many digits as the first number has.": [
        "templates math-rest 0: body",
    ],
    "Helpers for texts that come with Handlebars and that Hypermock refuses.": [
        "templates capitalizeFirst: is taken",
        "templates strings: is taken",
    ],
    "A body that is no JSON is told of where the value would stand; WireMock leaves that empty.": [
        "templates body-is-no-json 0: body",
    ],
    "The name of a body file is no template.": [
        "templates in-file-name: is taken",
    ],
    "Calls on which WireMock breaks down are answered, or refused with the reason.": [
        "admin 7 GET /mappings/no-uuid: status",
        "admin 8 GET /mappings?offset=x: status",
        "admin 31 POST /near-misses/request: status",
        "admin 44 PATCH /settings/extended: status",
        "admin 50 POST /mappings/import: status",
    ],
    "A request that is described comes back as it was sent.": [
        "admin 30 POST /near-misses/request: shape",
    ],
}
