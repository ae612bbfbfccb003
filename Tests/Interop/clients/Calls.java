import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import java.io.FileInputStream;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;

/** Calls each URL with Java's HttpClient, and prints the response's version and status, or the exception. */
public class Calls {
    public static void main(String[] arguments) throws Exception {
        var client = HttpClient.newBuilder().sslContext(trusting(arguments[0])).build();
        for (int i = 1; i < arguments.length; i += 2) {
            System.out.println(arguments[i] + " " + call(client, arguments[i + 1]));
        }
    }

    private static String call(HttpClient client, String url) {
        var request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofMillis(1500)).build();
        try {
            var response = client.send(request, HttpResponse.BodyHandlers.ofString());
            return response.version() + " " + response.statusCode();
        } catch (Exception error) {
            return error.getClass().getSimpleName() + ": " + error.getMessage();
        }
    }

    private static SSLContext trusting(String file) throws Exception {
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (var input = new FileInputStream(file)) {
            store.setCertificateEntry("ca", CertificateFactory.getInstance("X.509").generateCertificate(input));
        }
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        var context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }
}
