import static com.github.tomakehurst.wiremock.client.WireMock.*;

import com.github.tomakehurst.wiremock.admin.model.ServeEventQuery;
import com.github.tomakehurst.wiremock.client.HttpAdminClient;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.common.Metadata;
import com.github.tomakehurst.wiremock.global.GlobalSettings;
import com.github.tomakehurst.wiremock.http.FixedDelayDistribution;
import com.github.tomakehurst.wiremock.security.ClientBasicAuthenticator;
import com.github.tomakehurst.wiremock.stubbing.StubImport;
import com.github.tomakehurst.wiremock.stubbing.StubMapping;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.List;
import java.util.UUID;

/** Calls the admin API through an instance of WireMock's Java client, however it is made: WireMockInstance PORT. */
public class WireMockInstance extends Steps {
    static final UUID ID = UUID.fromString("4f1c7e0d-7a3d-4f4e-9b43-6a8f6c1f2a10");
    static WireMock mock;

    public static void main(String[] arguments) throws Exception {
        port = Integer.parseInt(arguments[0]);
        configurations();
        clients();
        mock = new WireMock(port);
        stubs();
        files();
        events();
        scenarios();
        settings();
        step("resetToDefaultMappings", () -> mock.resetToDefaultMappings());
        step("resetMappings", () -> mock.resetMappings());
        step("removeMappings", () -> mock.removeMappings());
        step("shutdown", () -> mock.shutdown());
    }

    static void configured(String name, Runnable configuration) {
        step("configureFor " + name, () -> { configuration.run(); return listAllStubMappings().getMappings().size(); });
    }

    static void configurations() {
        step("configure", () -> configure());
        configured("a port", () -> configureFor(port));
        configured("a host", () -> configureFor("localhost", port));
        configured("a path", () -> configureFor("localhost", port, ""));
        configured("a scheme", () -> configureFor("http", "localhost", port));
        configured("a scheme and a path", () -> configureFor("http", "localhost", port, ""));
        configured("a proxy", () -> configureFor("http", "localhost", port, "localhost", port));
        configured("a client", () -> configureFor(new WireMock("localhost", port)));
    }

    static void client(String name, WireMock client) {
        step("client of " + name, () -> client.allStubMappings().getMappings().size());
    }

    static void clients() {
        var authenticator = new ClientBasicAuthenticator("u", "p");
        client("a builder", WireMock.create().scheme("http").host("localhost").port(port).build());
        client("a builder with all", WireMock.create().http().host("localhost").port(port).urlPathPrefix("")
            .hostHeader("localhost").authenticator(authenticator).build());
        client("an admin", new WireMock(new HttpAdminClient("localhost", port)));
        client("a port", new WireMock(port));
        client("a host", new WireMock("localhost", port));
        client("a path", new WireMock("localhost", port, ""));
        client("a scheme", new WireMock("http", "localhost", port));
        client("a scheme and a path", new WireMock("http", "localhost", port, ""));
        client("credentials", new WireMock("http", "localhost", port, "", "localhost", null, 0, authenticator));
    }

    static void stubs() {
        step("register", () -> mock.register(get("/a").withId(ID).withName("a").willReturn(ok("A"))).getName());
        step("register a mapping", () -> mock.register(get("/b").willReturn(status(203)).build()));
        step("GET /b", () -> send("GET", "/b"));
        step("editStubMapping", () -> mock.editStubMapping(get("/a").withId(ID).willReturn(status(202))));
        step("GET /a", () -> send("GET", "/a"));
        step("getStubMapping", () -> mock.getStubMapping(ID).getItem().getResponse().getStatus());
        step("removeStubMapping", () -> mock.removeStubMapping(get("/b").willReturn(status(203))));
        step("allStubMappings", () -> mock.allStubMappings().getMappings().size());
        step("importStubMappings", () -> mock.importStubMappings(new StubImport(List.of(tagged("/i")), null)));
        step("importStubMappings of a builder", () -> mock.importStubMappings(StubImport.stubImport().stub(get("/j"))
            .ignoreExisting()));
        step("importStubs", () -> importStubs(new StubImport(List.of(tagged("/k")), null)));
        step("findAllStubsByMetadata", () -> mock.findAllStubsByMetadata(matchingJsonPath("$.team")).size());
        step("removeStubsByMetadataPattern", () -> mock.removeStubsByMetadataPattern(matchingJsonPath("$.team")));
        step("removeStubMapping of a mapping", () -> mock.removeStubMapping(getSingleStubMapping(ID)));
        step("what is left", () -> mock.allStubMappings().getMappings().size());
    }

    static StubMapping tagged(String url) {
        return get(url).withMetadata(Metadata.metadata().attr("team", "fuel")).willReturn(ok()).build();
    }

    static void files() throws Exception {
        Path folder = Files.createTempDirectory("mappings");
        File mapping = Files.createDirectory(folder.resolve("mappings")).resolve("one.json").toFile();
        Files.writeString(mapping.toPath(), "{\"request\": {\"url\": \"/one\"}, \"response\": {\"status\": 201}}");
        step("loadMappingsFrom", () -> mock.loadMappingsFrom(folder.toString()));
        step("GET /one", () -> send("GET", "/one"));
        step("loadMappingsFrom a file", () -> mock.loadMappingsFrom(folder.toFile()));
        step("saveMappings", () -> mock.saveMappings());
        mapping.delete();
        mapping.getParentFile().delete();
        Files.delete(folder);
        step("what is saved", () -> mock.allStubMappings().getMappings().size());
    }

    static void events() throws Exception {
        step("resetRequests", () -> mock.resetRequests());
        step("POST /none", () -> send("POST", "/none"));
        step("GET /one again", () -> send("GET", "/one"));
        var pattern = postRequestedFor(urlEqualTo("/none"));
        step("verifyThat", () -> mock.verifyThat(pattern));
        step("verifyThat often", () -> mock.verifyThat(1, pattern));
        step("verifyThat less often", () -> mock.verifyThat(lessThan(2), pattern));
        step("verifyThat fails", () -> mock.verifyThat(2, pattern));
        step("find", () -> mock.find(pattern).get(0).getBodyAsString());
        step("getServeEvents", () -> mock.getServeEvents().size());
        step("getServeEvents of a query", () -> mock.getServeEvents(ServeEventQuery.ALL_UNMATCHED).size());
        step("findAllUnmatchedRequests", () -> mock.findAllUnmatchedRequests().get(0).getUrl());
        step("findNearMissesForAllUnmatchedRequests", () -> mock.findNearMissesForAllUnmatchedRequests().size());
        step("findTopNearMissesFor", () -> mock.findTopNearMissesFor(mock.findAllUnmatchedRequests().get(0)).size());
        step("findAllNearMissesFor", () -> mock.findAllNearMissesFor(getRequestedFor(urlEqualTo("/nona"))).size());
        step("removeEvents", () -> mock.removeEvents(pattern).size());
        step("removeEventsByMetadata", () -> mock.removeEventsByMetadata(matchingJsonPath("$.none")).size());
        step("removeEvent", () -> mock.removeEvent(mock.getServeEvents().get(0).getId()));
        step("events that are left", () -> mock.getServeEvents().size());
    }

    static void scenarios() {
        step("scenario", () -> mock.register(get("/s").inScenario("S").whenScenarioStateIs("Started")
            .willSetStateTo("two")).getScenarioName());
        step("GET /s", () -> send("GET", "/s"));
        step("getScenarios", () -> mock.getScenarios().get(0).getState());
        step("resetScenarioState", () -> mock.resetScenarioState("S"));
        step("state", () -> mock.getScenarios().get(0).getState());
        step("setSingleScenarioState", () -> mock.setSingleScenarioState("S", "two"));
        step("state that is set", () -> mock.getScenarios().get(0).getState());
        step("setSingleScenarioState of none", () -> mock.setSingleScenarioState("T", "two"));
        step("resetScenarios", () -> mock.resetScenarios());
        step("state after a reset", () -> mock.getScenarios().get(0).getState());
    }

    static void settings() {
        step("setGlobalFixedDelayVariable", () -> mock.setGlobalFixedDelayVariable(1));
        step("getGlobalSettings", () -> mock.getGlobalSettings().getFixedDelay());
        step("setGlobalRandomDelayVariable", () -> mock.setGlobalRandomDelayVariable(new FixedDelayDistribution(1)));
        step("updateGlobalSettings", () -> mock.updateGlobalSettings(GlobalSettings.builder().fixedDelay(2).build()));
        step("settings", () -> mock.getGlobalSettings().getFixedDelay());
    }
}
