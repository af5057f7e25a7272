package dev.primus.examples;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.primus.Leadership;
import dev.primus.guard.Admission;
import dev.primus.guard.Barrier;
import dev.primus.guard.HeaderGuard;
import dev.primus.guard.TokenHeader;
import dev.primus.jdbc.JdbcStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Guards a service that leaders call over HTTP: each request carries the token, the handler judges it. */
public final class HeaderExample {
    private final HeaderGuard guard = new HeaderGuard("reports");
    private final List<String> reports = new CopyOnWriteArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpServer server;

    private HeaderExample() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/reports", this::handle);
    }

    public static void main(String... args) throws Exception {
        HeaderExample example = new HeaderExample();
        example.server.start();
        try (Succession nodes = new Succession(JdbcStore.sqlite(Succession.newFile()))) {
            example.run(nodes);
        } finally {
            example.server.stop(0);
        }
    }

    private void run(Succession nodes) throws Exception {
        Barrier barrier =
                leadership -> send(leadership, ""); // the first request of a term; the service learns its token

        Leadership one = nodes.ofOne();
        barrier.raise(one);
        System.out.println("one: " + send(one, "by one"));

        Leadership two = nodes.ofTwo();
        barrier.raise(two);
        System.out.println("one, late: " + send(one, "by one, late"));
        System.out.println("two: " + send(two, "by two"));
        System.out.println(reports + ", refused: " + guard.rejected());
    }

    /** The service's side. */
    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Admission answer = guard.write(exchange.getRequestHeaders().get(TokenHeader.NAME), () -> {
            if (!body.isEmpty()) {
                reports.add(body);
            }
        });
        exchange.sendResponseHeaders(HeaderGuard.statusOf(answer), -1);
        exchange.close();
    }

    /** The leader's side. */
    private int send(Leadership leadership, String body) throws IOException, InterruptedException {
        URI address = URI.create(
                "http://localhost:%d/reports".formatted(server.getAddress().getPort()));
        HttpRequest request = HttpRequest.newBuilder(address)
                .header(TokenHeader.NAME, TokenHeader.of(leadership))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
}
