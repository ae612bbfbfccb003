import static com.github.tomakehurst.wiremock.client.WireMock.*;

import com.github.tomakehurst.wiremock.admin.model.ServeEventQuery;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.common.Json;
import com.github.tomakehurst.wiremock.common.Metadata;
import com.github.tomakehurst.wiremock.extension.Parameters;
import com.github.tomakehurst.wiremock.global.GlobalSettings;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.http.UniformDistribution;
import com.github.tomakehurst.wiremock.stubbing.StubImport;
import java.util.Arrays;
import java.util.UUID;

/** Calls the admin API through the static methods of WireMock's Java client: WireMockCalls PORT. */
public class WireMockCalls extends Steps {
    static final UUID ID = UUID.fromString("8c5db8b0-2db4-4ad7-a99f-38c9b00da3f7");

    public static void main(String[] arguments) throws Exception {
        port = Integer.parseInt(arguments[0]);
        configureFor("localhost", port);
        stubs();
        requests();
        states();
        settings();
        step("resetToDefault", WireMock::resetToDefault);
        step("reset", WireMock::reset);
        step("removeAllMappings", WireMock::removeAllMappings);
        step("shutdownServer", WireMock::shutdownServer);
    }

    static void stubs() {
        step("stubFor", () -> stubFor(get("/a").withId(ID).withName("a").atPriority(5).willReturn(ok("A"))).getId());
        step("as sent", () -> Json.write(getSingleStubMapping(ID)).replaceAll("\\s", ""));
        step("equalToJson", () -> stubFor(post("/j").persistent(false)
            .withRequestBody(equalToJson("{ \"a\": 1.0 }", false, true)).willReturn(okJson("{}"))).getPriority());
        step("bodies", () -> getSingleStubMapping(stubFor(post("/b").withRequestBody(equalToJson("{ \"a\":1 }")))
            .getId()).getRequest().getBodyPatterns().get(0).getExpected());
        step("delay", () -> Json.write(getSingleStubMapping(stubFor(get("/d").willReturn(aResponse()
            .withLogNormalRandomDelay(90, 0.1))).getId()).getResponse().getDelayDistribution()).replaceAll("\\s", ""));
        step("metadata", () -> stubFor(get("/m").withMetadata(Metadata.metadata().attr("team", "fuel"))
            .willReturn(aResponse().withFault(Fault.EMPTY_RESPONSE))).getMetadata().getString("team"));
        step("editStub", () -> editStub(get("/a").withId(ID).willReturn(aResponse().withStatus(202))));
        step("GET /a", () -> send("GET", "/a"));
        step("listAllStubMappings", () -> listAllStubMappings().getMappings().size());
        step("findStubsByMetadata", () -> findStubsByMetadata(matchingJsonPath("$.team", equalTo("fuel"))).size());
        step("removeStubsByMetadata", () -> removeStubsByMetadata(matchingJsonPath("$.team")));
        step("importStubs", () -> importStubs(StubImport.stubImport()
            .stub(get("/i1").willReturn(ok())).stub(get("/i2").willReturn(ok())).ignoreExisting()));
        step("GET /i2", () -> send("GET", "/i2"));
        step("removeStub", () -> removeStub(get("/i1")));
        step("saveAllMappings", WireMock::saveAllMappings);
        step("what is left", () -> listAllStubMappings().getMappings().size());
    }

    static void requests() {
        step("resetAllRequests", WireMock::resetAllRequests);
        step("GET /nothing", () -> send("GET", "/nothing", "X", "1"));
        step("GET /a again", () -> send("GET", "/a"));
        step("POST /j", () -> send("POST", "/j", "Content-Type", "application/json"));
        step("verify", () -> verify(2, getRequestedFor(urlMatching("/.*"))));
        step("verify less", () -> verify(lessThan(2), postRequestedFor(urlEqualTo("/j"))));
        step("verify fails", () -> verify(9, getRequestedFor(urlEqualTo("/a"))));
        step("findAll", () -> findAll(anyRequestedFor(anyUrl())).size());
        step("getAllServeEvents", () -> getAllServeEvents().size());
        step("unmatched events", () -> getAllServeEvents(ServeEventQuery.ALL_UNMATCHED).size());
        step("events of a stub", () -> getAllServeEvents(ServeEventQuery.forStubMapping(ID)).size());
        step("stubMapping", () -> getAllServeEvents().stream().filter(event -> event.getStubMapping() == null).count());
        step("body", () -> getAllServeEvents(ServeEventQuery.ALL_UNMATCHED).get(0).getRequest().getBodyAsString());
        step("findUnmatchedRequests", () -> findUnmatchedRequests().get(0).getUrl());
        step("findNearMissesForAllUnmatched", () -> !findNearMissesForAllUnmatched().isEmpty());
        step("findNearMissesFor a request", () -> !findNearMissesFor(findUnmatchedRequests().get(0)).isEmpty());
        step("findNearMissesFor a pattern", () -> !findNearMissesFor(getRequestedFor(urlEqualTo("/ab"))).isEmpty());
        step("removeServeEvents", () -> removeServeEvents(getRequestedFor(urlEqualTo("/nothing"))).size());
        step("removeServeEvent", () -> removeServeEvent(getAllServeEvents().get(0).getId()));
        step("removeEventsByStubMetadata", () -> removeEventsByStubMetadata(matchingJsonPath("$.none")).size());
        step("events that are left", () -> getAllServeEvents().size());
    }

    static void states() {
        step("scenario", () -> stubFor(get("/s").inScenario("S").whenScenarioStateIs("Started").willSetStateTo("two")
            .willReturn(ok())).getScenarioName());
        step("getAllScenarios", () -> getAllScenarios().get(0).getState());
        step("GET /s", () -> send("GET", "/s"));
        step("state", () -> getAllScenarios().get(0).getState());
        step("setScenarioState", () -> setScenarioState("S", "Started"));
        step("resetScenario", () -> resetScenario("S"));
        step("resetAllScenarios", WireMock::resetAllScenarios);
        step("possible states", () -> getAllScenarios().get(0).getPossibleStates().size());
    }

    static void settings() {
        step("setGlobalFixedDelay", () -> setGlobalFixedDelay(1));
        step("getSettings", () -> getSettings().getFixedDelay());
        step("setGlobalRandomDelay", () -> setGlobalRandomDelay(new UniformDistribution(1, 2)));
        step("updateSettings", () -> updateSettings(
            GlobalSettings.builder().extended(Parameters.one("mine", Arrays.asList(1, 2))).build()));
        step("extended", () -> getSettings().getExtended().get("mine"));
    }
}
