package dev.primus.server.duties.polls;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Something to be polled: remembers who came. */
public final class WebServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch over = new CountDownLatch(1);
    final List<String> visits = new CopyOnWriteArrayList<>();
    /** Schedule and due time, as every visitor has said. */
    public final List<String> runs = new CopyOnWriteArrayList<>();

    public WebServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            visits.add(path);
            Headers said = exchange.getRequestHeaders();
            runs.add(said.getFirst("Primus-Poll") + " " + said.getFirst("Primus-Due"));
            if (path.startsWith("/redirect")) {
                exchange.getResponseHeaders().add("Location", "/ok");
            }
            if (path.startsWith("/silent")) {
                await();
            }
            int status = path.startsWith("/broken") ? 500 : path.startsWith("/redirect") ? 302 : 200;
            exchange.sendResponseHeaders(status, path.startsWith("/slow") ? 2_000 : -1);
            if (path.startsWith("/slow")) {
                OutputStream body = exchange.getResponseBody();
                body.write(new byte[10]);
                body.flush();
                await();
            }
            exchange.close();
        });
        server.start();
    }

    private void await() {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public String url(String path) {
        return "http://127.0.0.1:%d/%s".formatted(port(), path);
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        over.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
