import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Steps of a program, each of which prints its effect or the exception. */
class Steps {
    interface Step { Object run() throws Exception; }

    static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    static int port;

    static void step(String name, Step step) {
        try {
            System.out.println(name + ": " + step.run());
        } catch (Throwable error) {
            System.out.println(name + ": FAILED " + error.getClass().getSimpleName() + " " + firstLine(error));
        }
    }

    static void step(String name, Runnable step) {
        step(name, () -> { step.run(); return "done"; });
    }

    static String firstLine(Throwable error) {
        return String.valueOf(error.getMessage()).lines().findFirst().orElse("");
    }

    static int send(String method, String path, String... fields) throws Exception {
        return exchange(method, path, method.equals("POST") ? "{\"a\": 1}" : "", fields).statusCode();
    }

    static HttpResponse<String> exchange(String method, String path, String body, String... fields) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
        request.method(method, HttpRequest.BodyPublishers.ofString(body));
        if (fields.length > 0) request.headers(fields);
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
