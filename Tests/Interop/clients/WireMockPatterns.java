import static com.github.tomakehurst.wiremock.client.WireMock.*;

import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.common.DateTimeTruncation;
import com.github.tomakehurst.wiremock.common.DateTimeUnit;
import com.github.tomakehurst.wiremock.common.Json;
import com.github.tomakehurst.wiremock.matching.ContentPattern;
import com.github.tomakehurst.wiremock.matching.MultipartValuePattern;
import com.github.tomakehurst.wiremock.matching.MultipartValuePatternBuilder;
import com.github.tomakehurst.wiremock.matching.StringValuePattern;
import com.github.tomakehurst.wiremock.matching.UrlPattern;
import com.github.tomakehurst.wiremock.stubbing.StubMapping;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;

/** Makes mappings with each pattern and response of WireMock's Java client, and prints them: WireMockPatterns PORT. */
public class WireMockPatterns extends Steps {
    static final String XML = "<a xmlns:n='urn:n'><b id='1'>one</b><n:c>two</n:c></a>";

    public static void main(String[] arguments) throws Exception {
        port = Integer.parseInt(arguments[0]);
        configureFor(port);
        texts();
        documents();
        dates();
        methods();
        urls();
        requests();
        parts();
        responses();
        counts();
    }

    /** Prints a mapping as the server returns it, and the statuses of requests that it is offered. */
    static void offered(String name, MappingBuilder mapping, Step... requests) {
        step(name, () -> {
            StubMapping stub = givenThat(mapping);
            var result = new StringBuilder(written(getSingleStubMapping(stub.getId()).getRequest()));
            for (Step request : requests) result.append(" ").append(request.run());
            removeStub(stub);
            return result;
        });
    }

    static String written(Object value) {
        return Json.write(value).replaceAll("\\s+", " ");
    }

    static void body(String name, ContentPattern<?> pattern, String... bodies) {
        var requests = List.of(bodies).stream().map(body -> (Step) () -> posted(body)).toArray(Step[]::new);
        offered(name, post("/body").withRequestBody(pattern), requests);
    }

    static int posted(String body, String... fields) throws Exception {
        return exchange("POST", "/body", body, fields).statusCode();
    }

    static void texts() {
        body("equalTo", equalTo("a b"), "a b", "A B");
        body("binaryEqualTo bytes", binaryEqualTo(new byte[] {97, 98}), "ab", "abc");
        body("binaryEqualTo text", binaryEqualTo("YWI="), "ab", "abc");
        body("equalToIgnoreCase", equalToIgnoreCase("ab"), "AB", "abc");
        body("containing", containing("b"), "abc", "ac");
        body("notContaining", notContaining("b"), "abc", "ac");
        body("matching", matching("a+"), "aaa", "b");
        body("notMatching", notMatching("a+"), "aaa", "b");
        body("and", and(containing("a"), containing("b")), "ab", "a");
        body("or", or(equalTo("a"), equalTo("b")), "b", "c");
    }

    static void documents() {
        body("equalToJson", equalToJson("[1, {\"a\": 2.0}]"), "[1,{\"a\":2.0}]", "[1]", "no JSON");
        body("equalToJson with options", equalToJson("{\"a\": [1, 2]}", true, true), "{\"a\":[2,1],\"b\":0}",
            "{\"a\":[1]}");
        body("matchingJsonPath", matchingJsonPath("$.a[?(@.b == 1)]"), "{\"a\":[{\"b\":1}]}", "{\"a\":[]}");
        body("matchingJsonPath with a pattern", matchingJsonPath("$.a", containing("x")), "{\"a\":\"xy\"}",
            "{\"a\":\"y\"}");
        body("equalToXml", equalToXml(XML), XML, XML.replace("one", "1"), "no XML");
        body("equalToXml with placeholders", equalToXml("<a>${xmlunit.ignore}</a>", true), "<a>any</a>", "<b/>");
        body("equalToXml with other delimiters", equalToXml("<a>[[xmlunit.ignore]]</a>", true, "\\[\\[", "]]"),
            "<a>any</a>", "<b/>");
        body("matchingXPath", matchingXPath("/a/b[@id='1']"), XML, "<a/>");
        body("matchingXPath with namespaces", matchingXPath("/a/m:c", Map.of("m", "urn:n")), XML, "<a><c/></a>");
        body("matchingXPath with one namespace", matchingXPath("/a/m:c").withXPathNamespace("m", "urn:n"), XML, "<a/>");
        body("matchingXPath with a pattern", matchingXPath("/a/b/text()", equalTo("one")), XML, "<a/>");
        body("matchesXPathWithSubMatcher", matchesXPathWithSubMatcher("/a/b/text()", matching("o.*")), XML, "<a/>");
    }

    static void date(String name, StringValuePattern pattern, String... dates) {
        var requests = List.of(dates).stream().map(date -> (Step) () -> send("GET", "/date", "When", date));
        offered(name, get("/date").withHeader("When", pattern), requests.toArray(Step[]::new));
    }

    static void dates() {
        var zoned = ZonedDateTime.parse("2021-05-06T07:08:09Z");
        var local = LocalDateTime.parse("2021-05-06T07:08:09");
        var early = "2021-05-06T07:08:08Z";
        var late = "2021-05-06T07:08:10Z";
        var now = ZonedDateTime.now();
        date("before", before("2021-05-06T07:08:09Z"), early, late);
        date("before a ZonedDateTime", before(zoned), early, late);
        date("before a LocalDateTime", before(local), "2021-05-06T07:08:08", "2021-05-06T07:08:10");
        date("beforeNow", beforeNow(), early, now.plusDays(1).toString());
        date("equalToDateTime", equalToDateTime("2021-05-06T07:08:09Z"), "2021-05-06T08:08:09+01:00", late);
        date("equalToDateTime of a ZonedDateTime", equalToDateTime(zoned), "2021-05-06T07:08:09Z", late);
        date("equalToDateTime of a LocalDateTime", equalToDateTime(local), "2021-05-06T07:08:09",
            "2021-05-06T07:08:10");
        date("isNow", isNow().truncateExpected(DateTimeTruncation.FIRST_DAY_OF_YEAR)
            .truncateActual(DateTimeTruncation.FIRST_DAY_OF_YEAR), now.toOffsetDateTime().toString(), early);
        date("after", after("2021-05-06T07:08:09Z"), early, late);
        date("after a ZonedDateTime", after(zoned), early, late);
        date("after a LocalDateTime", after(local), "2021-05-06T07:08:08", "2021-05-06T07:08:10");
        date("afterNow", afterNow().expectedOffset(1, DateTimeUnit.DAYS), early,
            now.plusDays(2).toOffsetDateTime().toString());
        date("actualFormat", before(zoned).actualFormat("dd/MM/yyyy"), "06/05/2021", "07/05/2021");
    }

    static void methods() {
        UrlPattern url = urlEqualTo("/m");
        var builders = Map.of("GET", get(url), "POST", post(url), "PUT", put(url), "DELETE", delete(url), "PATCH",
            patch(url), "HEAD", head(url), "OPTIONS", options(url), "TRACE", trace(url));
        builders.keySet().stream().sorted().forEach(method -> offered(method, builders.get(method),
            () -> send(method, "/m"), () -> send(method.equals("GET") ? "PUT" : "GET", "/m")));
        offered("any", any(url), () -> send("GET", "/m"), () -> send("PATCH", "/m"));
        offered("request", request("FETCH", url), () -> send("FETCH", "/m"), () -> send("GET", "/m"));
        offered("put of a text", put("/m"), () -> send("PUT", "/m"), () -> send("GET", "/m"));
        offered("delete of a text", delete("/m"), () -> send("DELETE", "/m"), () -> send("GET", "/m"));
    }

    static void urls() {
        offered("urlEqualTo", get(urlEqualTo("/u?a=1")), () -> send("GET", "/u?a=1"), () -> send("GET", "/u"));
        offered("urlMatching", get(urlMatching("/u.*")), () -> send("GET", "/u/1?b"), () -> send("GET", "/v"));
        offered("urlPathEqualTo", get(urlPathEqualTo("/u")), () -> send("GET", "/u?a=1"), () -> send("GET", "/u/1"));
        offered("urlPathMatching", get(urlPathMatching("/u/[0-9]")),
            () -> send("GET", "/u/1?a"), () -> send("GET", "/u/a"));
        offered("anyUrl", get(anyUrl()), () -> send("GET", "/u/1?a"), () -> send("PUT", "/"));
    }

    static void requests() {
        offered("header", get("/r").withHeader("A", equalTo("1")),
            () -> send("GET", "/r", "a", "1"), () -> send("GET", "/r"));
        offered("absent", get("/r").withHeader("A", absent()),
            () -> send("GET", "/r"), () -> send("GET", "/r", "A", "1"));
        offered("cookie", get("/r").withCookie("c", equalTo("1")),
            () -> send("GET", "/r", "Cookie", "b=2; c=1"), () -> send("GET", "/r"));
        offered("query", get(urlPathEqualTo("/r")).withQueryParam("q", containing("ä")),
            () -> send("GET", "/r?q=%C3%A4"), () -> send("GET", "/r?q=a"));
        offered("queries", get(urlPathEqualTo("/r")).withQueryParams(Map.of("q", equalTo("1"))),
            () -> send("GET", "/r?p=0&q=1"), () -> send("GET", "/r?q=2"));
        offered("basic authentication", get("/r").withBasicAuth("u", "p"),
            () -> send("GET", "/r", "Authorization", "Basic dTpw"), () -> send("GET", "/r"));
        offered("scheme, host and port", get("/r").withScheme("http").withHost(equalTo("localhost")).withPort(1),
            () -> send("GET", "/r"));
    }

    static void parts() {
        part("aMultipart", aMultipart().withHeader("X", equalTo("1")).withBody(containing("x")));
        part("aMultipart with a name", aMultipart("n").matchingType(MultipartValuePattern.MatchingType.ALL));
    }

    static void part(String name, MultipartValuePatternBuilder part) {
        offered(name, post("/body").withMultipartRequestBody(part),
            () -> posted(form("n", "axb"), "Content-Type", "multipart/form-data; boundary=b"),
            () -> posted(form("o", "y"), "Content-Type", "multipart/form-data; boundary=b"),
            () -> posted("n"));
    }

    static String form(String name, String value) {
        return "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\nX: 1\r\n\r\n" + value + "\r\n--b--\r\n";
    }

    static void response(String name, ResponseDefinitionBuilder response) {
        step(name, () -> {
            StubMapping stub = stubFor(get("/response").willReturn(response));
            var sent = exchange("GET", "/response", "");
            var fields = sent.headers();
            var result = List.of(written(getSingleStubMapping(stub.getId()).getResponse()), sent.statusCode(),
                fields.firstValue("Location"), fields.firstValue("Content-Type"), sent.body());
            removeStub(stub);
            return result;
        });
    }

    static void responses() {
        response("aResponse", aResponse().withStatus(299).withStatusMessage("Fine").withHeader("Content-Type", "a/b"));
        response("ok", ok());
        response("ok with a body", ok("body"));
        response("okForContentType", okForContentType("text/csv", "a,b"));
        response("okJson", okJson("{ \"a\": 1 }"));
        response("okXml", okXml("<a/>"));
        response("okTextXml", okTextXml("<a/>"));
        response("jsonResponse of a text", jsonResponse("[1]", 203));
        response("jsonResponse of an object", jsonResponse(Map.of("a", List.of(1, 2.5)), 201));
        response("created", created());
        response("noContent", noContent());
        response("permanentRedirect", permanentRedirect("/to"));
        response("temporaryRedirect", temporaryRedirect("/to"));
        response("seeOther", seeOther("/to"));
        response("badRequest", badRequest());
        response("badRequestEntity", badRequestEntity());
        response("unauthorized", unauthorized());
        response("forbidden", forbidden());
        response("notFound", notFound());
        response("serverError", serverError());
        response("serviceUnavailable", serviceUnavailable());
        response("status", status(418));
        offered("proxyAllTo where nobody listens", proxyAllTo("http://localhost:1"), () -> send("GET", "/proxied"));
    }

    static void counts() {
        UrlPattern url = urlEqualTo("/count");
        step("resetAllRequests", () -> resetAllRequests());
        var patterns = Map.of("GET", getRequestedFor(url), "POST", postRequestedFor(url), "PUT", putRequestedFor(url),
            "DELETE", deleteRequestedFor(url), "PATCH", patchRequestedFor(url), "HEAD", headRequestedFor(url),
            "OPTIONS", optionsRequestedFor(url), "TRACE", traceRequestedFor(url));
        patterns.keySet().stream().sorted().forEach(method -> step(method + " is counted", () -> {
            send(method, "/count");
            verify(patterns.get(method));
            return findAll(patterns.get(method)).get(0).getMethod();
        }));
        var any = anyRequestedFor(url);
        step("lessThan", () -> verify(lessThan(9), any));
        step("lessThanOrExactly", () -> verify(lessThanOrExactly(8), any));
        step("exactly", () -> verify(exactly(8), any));
        step("moreThanOrExactly", () -> verify(moreThanOrExactly(8), any));
        step("moreThan", () -> verify(moreThan(7), any));
        step("moreThan fails", () -> verify(moreThan(8), any));
        step("verify without a pattern of the body", () -> verify(0, any.withRequestBody(containing("x"))));
    }
}
