// Makes each call of go-wiremock, and prints its effect or the error: calls URL.
package main

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"os"
	"strings"
	"time"

	. "github.com/wiremock/go-wiremock"
)

var base = os.Args[1]
var client = NewClient(base)

func main() {
	urls()
	parameters()
	bodies()
	forms()
	responses()
	faultsAndDelays()
	states()
	journal()
	webhooks()
	recording()
}

func show(name string, values ...any) {
	fmt.Println(strings.TrimSpace(name + ": " + fmt.Sprintln(values...)))
}

// A request, changed by functions.
func request(method, path, body string, changes ...func(*http.Request)) *http.Request {
	made, err := http.NewRequest(method, base+path, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	for _, change := range changes {
		change(made)
	}
	return made
}

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Add(name, value) }
}

func cookie(value string) func(*http.Request) { return header("Cookie", "session="+value) }

// The status and the body of a response, or the kind of failure.
func send(r *http.Request) (int, string) {
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return 0, "no response"
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		return response.StatusCode, "no complete body"
	}
	return response.StatusCode, string(data)
}

// Adds a stub to an empty server, and sends requests that it must match and requests that it must not match.
func stub(name string, rule *StubRule, matched []*http.Request, unmatched []*http.Request) {
	if err := client.Reset(); err != nil {
		show(name, err)
		return
	}
	if err := client.StubFor(rule.WillReturnResponse(NewResponse().WithStatus(250))); err != nil {
		show(name, err)
		return
	}
	var statuses []any
	for _, each := range append(matched, unmatched...) {
		status, _ := send(each)
		statuses = append(statuses, status)
	}
	show(name, statuses...)
}

type requests []*http.Request

func get(path string, changes ...func(*http.Request)) *http.Request {
	return request("GET", path, "", changes...)
}

func post(body string, changes ...func(*http.Request)) *http.Request {
	return request("POST", "/a", body, changes...)
}

func urls() {
	stub("URLEqualTo", Get(URLEqualTo("/a?b=1")), requests{get("/a?b=1")}, requests{get("/a")})
	stub("URLPathEqualTo", Get(URLPathEqualTo("/a")), requests{get("/a?b=1")}, requests{get("/b")})
	stub("URLPathMatching", Get(URLPathMatching("/[ab]")), requests{get("/a?b=1")}, requests{get("/c")})
	stub("URLMatching", Get(URLMatching("/a.c=1")), requests{get("/a?c=1")}, requests{get("/a")})
	stub("URLPathTemplate", Get(URLPathTemplate("/a/{id}")).WithPathParam("id", Matching("[0-9]+")),
		requests{get("/a/1")}, requests{get("/a/b")})
	for name, rule := range map[string]*StubRule{"DELETE": Delete(URLEqualTo("/a")), "PATCH": Patch(URLEqualTo("/a")),
		"POST": Post(URLEqualTo("/a")), "PUT": Put(URLEqualTo("/a")), "ANY": NewStubRule("ANY", URLEqualTo("/a"))} {
		method := strings.Replace(name, "ANY", "REPORT", 1)
		other := requests{request("OPTIONS", "/a", "")}
		if name == "ANY" {
			other = nil
		}
		stub(name, rule, requests{request(method, "/a", "")}, other)
	}
	address, _ := url.Parse(base)
	var port int64
	fmt.Sscan(address.Port(), &port)
	a := URLEqualTo("/a")
	stub("WithPort", Get(a).WithPort(port), requests{get("/a")}, nil)
	stub("WithPort, another", Get(a).WithPort(port+1), nil, requests{get("/a")})
	stub("WithScheme", Get(a).WithScheme("http"), requests{get("/a")}, nil)
	stub("WithScheme, another", Get(a).WithScheme("https"), nil, requests{get("/a")})
	stub("WithHost", Get(a).WithHost(EqualTo(address.Hostname())), requests{get("/a")}, nil)
	stub("WithHost, another", Get(a).WithHost(EqualTo("example.com")), nil, requests{get("/a")})
}

func parameters() {
	for _, each := range []struct {
		name          string
		matcher       MatcherInterface
		value, wanted string
	}{
		{"EqualTo", EqualTo("a"), "a", "A"},
		{"EqualToIgnoreCase", EqualToIgnoreCase("a"), "A", "b"},
		{"Matching", Matching("a+"), "aa", "ab"},
		{"NotMatching", NotMatching("a+"), "ab", "aa"},
		{"Contains", Contains("b"), "abc", "ac"},
		{"NotContains", NotContains("b"), "ac", "abc"},
		{"StartsWith", StartsWith("a.b"), "a.b c", "axb"},
		{"Or", EqualTo("a").Or(EqualTo("b")), "b", "c"},
		{"And", Contains("a").And(Contains("b")), "ba", "a"},
		{"Not", Not(EqualTo("a")), "b", "a"},
		{"Or of And", Or(And(Contains("a"), Contains("b")), EqualTo("c")), "c", "a"},
		{"HasExactly", HasExactly(EqualTo("a")), "a", "b"},
		{"Includes", Includes(EqualTo("a")), "a", "b"},
	} {
		a := URLPathEqualTo("/a")
		asQuery := "/a?q=" + url.QueryEscape(each.value)
		notQuery := "/a?q=" + url.QueryEscape(each.wanted)
		stub("WithQueryParam "+each.name, Get(a).WithQueryParam("q", each.matcher), requests{get(asQuery)}, requests{get(notQuery)})
		stub("WithHeader "+each.name, Get(a).WithHeader("X-A", each.matcher),
			requests{get("/a", header("X-A", each.value))}, requests{get("/a", header("X-A", each.wanted))})
		if matcher, ok := each.matcher.(BasicParamMatcher); ok && each.name != "StartsWith" {
			stub("WithCookie "+each.name, Get(a).WithCookie("session", matcher),
				requests{get("/a", cookie(each.value))}, requests{get("/a", cookie(each.wanted))})
		}
	}
	a := URLPathEqualTo("/a")
	many := HasExactly(EqualTo("1"), Contains("2"))
	stub("HasExactly two", Get(a).WithQueryParam("q", many), requests{get("/a?q=1&q=22")}, requests{get("/a?q=1"), get("/a?q=1&q=2&q=3")})
	stub("Includes two", Get(a).WithQueryParam("q", Includes(EqualTo("1"), Contains("2"))), requests{get("/a?q=3&q=1&q=22")}, requests{get("/a?q=1")})
	stub("Absent", Get(a).WithQueryParam("q", Absent()), requests{get("/a")}, requests{get("/a?q=1")})
	stub("WithBasicAuth", Get(a).WithBasicAuth("elm", "street"),
		requests{get("/a", func(r *http.Request) { r.SetBasicAuth("elm", "street") })},
		requests{get("/a"), get("/a", func(r *http.Request) { r.SetBasicAuth("elm", "road") })})
	authorization := func(value string) *http.Request { return get("/a", header("Authorization", value)) }
	stub("WithAuthToken", Get(a).WithAuthToken(EqualTo("t")), requests{authorization("Token t")}, requests{authorization("Bearer t")})
	stub("WithBearerToken", Get(a).WithBearerToken(Contains("t")), requests{authorization("Bearer at")}, requests{authorization("Bearer a")})
	stub("WithDigestAuth", Get(a).WithDigestAuth(Matching("u.*")), requests{authorization("Digest username")}, requests{authorization("Digest realm")})
}

func bodies() {
	a := URLEqualTo("/a")
	for _, each := range []struct {
		name          string
		matcher       BasicParamMatcher
		value, wanted string
	}{
		{"EqualToJson", EqualToJson(`{"a": [1, 2]}`), `{"a":[1,2]}`, `{"a":[2,1]}`},
		{"EqualToJson with flags", EqualToJson(`{"a": [1, 2]}`, IgnoreArrayOrder, IgnoreExtraElements), `{"a":[2,1],"b":0}`, `{"a":[2,3]}`},
		{"MustEqualToJson", MustEqualToJson(map[string]any{"a": 1.5}), `{"a":1.5}`, `{"a":1}`},
		{"MatchingJsonPath", MatchingJsonPath("$[?(@.a == 1)]"), `{"a":1}`, `{"a":2}`},
		{"MatchesJsonSchema", MatchesJsonSchema(`{"type": "object", "required": ["a"]}`, "V202012"), `{"a":2}`, `{"b":2}`},
		{"EqualToXml", EqualToXml("<a><b>1</b></a>"), "<a>\n<b>1</b></a>", "<a><b>2</b></a>"},
		{"MatchingXPath", MatchingXPath("/a/b[text()='1']"), "<a><b>1</b></a>", "<a><b>2</b></a>"},
		{"Matching", Matching("(?s).*a.b.*"), "x\na-b\n", "ab"},
		{"And", Contains("a").And(NotContains("b")), "a", "ab"},
	} {
		stub("WithBodyPattern "+each.name, Post(a).WithBodyPattern(each.matcher), requests{post(each.value)}, requests{post(each.wanted)})
	}
}

func form(body string) *http.Request {
	return post(body, header("Content-Type", "application/x-www-form-urlencoded"))
}

func multipartBody(value string) *http.Request {
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	head := textproto.MIMEHeader{}
	head.Set("Content-Disposition", `form-data; name="file"; filename="a.json"`)
	head.Set("Content-Type", "application/json")
	part, _ := writer.CreatePart(head)
	io.WriteString(part, value)
	writer.WriteField("other", "x")
	writer.Close()
	return post(body.String(), header("Content-Type", writer.FormDataContentType()))
}

func forms() {
	a := URLEqualTo("/a")
	stub("WithFormParameter", Post(a).WithFormParameter("b", EqualTo("1 2")), requests{form("b=1+2&c=3")}, requests{form("b=1")})
	pattern := func() *MultipartPattern {
		return NewMultipartPattern().WithName("file").WithHeader("Content-Type", Contains("json")).WithBodyPattern(EqualToJson(`{"a": 1}`))
	}
	stub("WithMultipartPattern", Post(a).WithMultipartPattern(pattern()), requests{multipartBody(`{"a":1}`)}, requests{multipartBody(`{"a":2}`)})
	stub("WithAnyMatchingType", Post(a).WithMultipartPattern(pattern().WithAnyMatchingType()), requests{multipartBody(`{"a":1}`)}, requests{multipartBody("{}")})
	all := NewMultipartPattern().WithAllMatchingType().WithHeader("Content-Disposition", Contains("form-data"))
	stub("WithAllMatchingType", Post(a).WithMultipartPattern(all), requests{multipartBody("")}, nil)
	all = NewMultipartPattern().WithMatchingType(MultipartMatchingTypeAll).WithBodyPattern(EqualTo("x"))
	stub("WithMatchingType", Post(a).WithMultipartPattern(all), requests{multipartBody("x")}, requests{multipartBody("y")})
}

// Adds a stub to an empty server, and shows its response.
func response(name string, rule *StubRule) {
	err := client.Reset()
	if err == nil {
		err = client.StubFor(rule)
	}
	if err != nil {
		show(name, err)
		return
	}
	answer, err := http.DefaultTransport.RoundTrip(get("/a?b=1"))
	if err != nil {
		show(name, "no response")
		return
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	show(name, answer.StatusCode, answer.Header.Get("X-A"), fmt.Sprintf("%q", data), err != nil)
}

func responses() {
	a := func() *StubRule { return Get(URLPathEqualTo("/a")) }
	fields := map[string]string{"X-A": "a"}
	response("WillReturn", a().WillReturn("b", fields, 201))
	response("WillReturnBinary", a().WillReturnBinary([]byte{0, 255}, fields, 202))
	response("WillReturnFileContent", a().WillReturnFileContent("station.json", fields, 203))
	response("WillReturnJSON", a().WillReturnJSON(map[string]any{"b": []int{1}}, fields, 200))
	response("OK", a().WillReturnResponse(OK().WithHeader("X-A", "b").WithBody("c")))
	response("WithHeaders", a().WillReturnResponse(NewResponse().WithHeaders(fields).WithJSONBody("c").WithStatus(299)))
	response("WithBinaryBody", a().WillReturnResponse(NewResponse().WithBinaryBody([]byte("d"))))
	response("WithBodyFile", a().WillReturnResponse(NewResponse().WithBodyFile("station.json")))
	templates := NewResponse().WithBody("{{request.query.b}} {{parameters.c}} {{parameters.d}}").WithTransformers("response-template")
	response("WithTransformerParameter", a().WillReturnResponse(templates.WithTransformerParameter("c", "2").WithTransformerParameter("d", "3")))
	response("WithTransformerParameters", a().WillReturnResponse(templates.WithTransformerParameters(map[string]string{"c": "4"})))
	client.Reset()
	show("AtPriority", client.StubFor(a().AtPriority(1).WillReturnResponse(OK().WithBody("first"))),
		client.StubFor(a().AtPriority(2).WillReturnResponse(OK().WithBody("second"))))
	show("AtPriority, served", second(send(get("/a"))))
	rule := a().WillReturnResponse(OK())
	show("StubFor", client.StubFor(rule), len(rule.UUID()))
	show("DeleteStub", client.DeleteStub(rule), client.DeleteStubByID(rule.UUID()) != nil)
	show("Clear", client.Clear(), first(send(get("/a"))))
}

func first(status int, _ string) int                   { return status }
func second(_ int, body string) string                 { return body }
func isLate(since time.Time, least time.Duration) bool { return time.Since(since) >= least }

func faultsAndDelays() {
	a := func() *StubRule { return Get(URLPathEqualTo("/a")) }
	for _, fault := range []Fault{FaultEmptyResponse, FaultMalformedResponseChunk, FaultRandomDataThenClose, FaultConnectionResetByPeer} {
		response(string(fault), a().WillReturnResponse(OK().WithFault(fault)))
	}
	delay := 20 * time.Millisecond
	for name, each := range map[string]Response{
		"WithFixedDelay": OK().WithFixedDelay(delay), "WithUniformRandomDelay": OK().WithUniformRandomDelay(delay, delay+1),
		"WithLogNormalRandomDelay": OK().WithLogNormalRandomDelay(delay, 0), "WithDelay": OK().WithDelay(NewFixedDelay(delay)),
		"WithChunkedDribbleDelay": OK().WithBody("ab").WithChunkedDribbleDelay(2, 2*delay),
	} {
		client.Reset()
		err := client.StubFor(a().WillReturnResponse(each))
		start := time.Now()
		status, _ := send(get("/a"))
		show(name, err, status, isLate(start, delay))
	}
	client.Reset()
	err := client.StubFor(a().WithFixedDelayMilliseconds(delay))
	start := time.Now()
	status, _ := send(get("/a"))
	show("WithFixedDelayMilliseconds", err, status, isLate(start, delay))
}

func states() {
	client.Reset()
	a := func() *StubRule { return Get(URLPathEqualTo("/a")).InScenario("log") }
	err := client.StubFor(a().WhenScenarioStateIs(ScenarioStateStarted).WillSetStateTo("next").WillReturnResponse(OK().WithBody("1")))
	show("InScenario", err, client.StubFor(a().WhenScenarioStateIs("next").WillReturnResponse(OK().WithBody("2"))))
	served := []any{second(send(get("/a"))), second(send(get("/a")))}
	show("WillSetStateTo", append(served, client.ResetAllScenarios(), second(send(get("/a"))))...)
}

func journal() {
	client.Reset()
	rule := Get(URLPathEqualTo("/a")).WithHeader("X-A", EqualTo("1"))
	client.StubFor(rule.WillReturnResponse(OK().WithBody("x").WithHeader("X-B", "2")))
	send(get("/a?q=1", header("X-A", "1"), cookie("s")))
	send(get("/b"))
	send(get("/c"))
	all, err := client.GetAllRequests()
	show("GetAllRequests", err, all.Meta.Total, len(all.Requests), all.RequestJournalDisabled)
	event := all.Requests[2]
	show("an event", event.WasMatched, event.Request.URL, event.Request.Method, event.Request.Headers["X-A"], event.Request.Cookies["session"],
		event.Request.QueryParams["q"].Values, event.ResponseDefinition.Body, event.Response.Status, event.Response.Headers["X-B"],
		event.Response.Body, event.StubMapping.ID == rule.UUID(), event.Request.Scheme, event.Request.Protocol != "", event.Request.LoggedDate > 0)
	one, err := client.GetRequestByID(event.ID)
	show("GetRequestByID", err, one.Request.URL)
	_, err = client.GetRequestByID(rule.UUID())
	show("GetRequestByID, unknown", err != nil)
	found, err := client.FindRequestsByCriteria(rule.Request())
	show("FindRequestsByCriteria", err, len(found.Requests), found.Requests[0].URL)
	unmatched, err := client.FindUnmatchedRequests()
	show("FindUnmatchedRequests", err, len(unmatched.Requests))
	count, err := client.GetCountRequests(rule.Request())
	show("GetCountRequests", err, count)
	verified, err := client.Verify(NewRequest("GET", URLEqualTo("/b")).WithQueryParam("x", Absent()), 1)
	show("Verify", err, verified)
	verified, err = client.Verify(rule.Request(), 2)
	show("Verify, another count", err, verified)
	deleted, err := client.DeleteRequestsByCriteria(NewRequest("GET", URLEqualTo("/b")))
	show("DeleteRequestsByCriteria", err, len(deleted.Requests), deleted.Requests[0].Request.URL)
	show("DeleteRequestByID", client.DeleteRequestByID(event.ID))
	all, _ = client.GetAllRequests()
	show("the rest", len(all.Requests))
	show("DeleteAllRequests", client.DeleteAllRequests())
	all, _ = client.GetAllRequests()
	show("none", len(all.Requests), all.Meta.Total)
}

func webhooks() {
	client.Reset()
	listener, _ := net.Listen("tcp", "127.0.0.1:0")
	received := make(chan string, 1)
	go http.Serve(listener, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		received <- r.Method + " " + r.URL.Path + " " + r.Header.Get("X-A") + " " + string(body)
	}))
	hook := NewWebhook().WithMethod("POST").WithURL("http://"+listener.Addr().String()+"/hook").WithHeader("X-A", "1")
	for _, each := range []Webhook{
		hook.WithBody("fixed").WithFixedDelay(time.Millisecond), hook.WithBody("uniform").WithUniformRandomDelay(1, 2*time.Millisecond),
		hook.WithBody("lognormal").WithLogNormalRandomDelay(time.Millisecond, 0.1), hook.WithBody("delay").WithDelay(NewFixedDelay(0)),
	} {
		err := client.StubFor(Get(URLEqualTo("/a")).WithPostServeAction("webhook", each).WillReturnResponse(OK()))
		status, _ := send(get("/a"))
		select {
		case text := <-received:
			show("WithPostServeAction", err, status, text)
		case <-time.After(10 * time.Second):
			show("WithPostServeAction", err, status, "nothing")
		}
	}
}

func recording() {
	show("StartRecording", client.StartRecording("http://localhost:1"))
	show("StopRecording", client.StopRecording())
}
