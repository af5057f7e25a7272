package dev.primus.server.duties.polls;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Does checks. {@code http} and {@code https}: a GET whose answer is 2xx and whose body has come to its end in time;
 * redirects are not followed, for it is this address that is checked; which run it is, is said in the request, so that who
 * is checked can tell one from another. {@code tcp}: a connection that comes about. Safe for use from any thread; blocks
 * no longer than the timeout.
 */
final class Checker {
    private static final String SCHEDULE = "Primus-Poll";
    private static final String DUE = "Primus-Due";

    /** What a check has found. */
    record Verdict(boolean good, String outcome) {}

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    Verdict check(RunKey run, String what, Duration timeout) throws InterruptedException {
        if (timeout.isNegative() || timeout.isZero()) {
            return new Verdict(false, "no time was left for it");
        }
        try {
            URI target = URI.create(what);
            return "tcp".equals(target.getScheme()) ? tcp(target, timeout) : http(run, target, timeout);
        } catch (IllegalArgumentException e) {
            return new Verdict(false, "'%s' cannot be checked: %s".formatted(what, e.getMessage()));
        }
    }

    private static Verdict tcp(URI target, Duration timeout) {
        try (Socket socket = new Socket()) {
            InetSocketAddress address = new InetSocketAddress(target.getHost(), target.getPort());
            if (address.isUnresolved()) {
                throw new UnknownHostException(target.getHost());
            }
            socket.connect(address, (int) Math.max(1, timeout.toMillis()));
            return new Verdict(true, "connected");
        } catch (SocketTimeoutException e) {
            return late(timeout);
        } catch (IOException e) {
            return new Verdict(false, words(e));
        }
    }

    private Verdict http(RunKey run, URI target, Duration timeout) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(target)
                .timeout(timeout)
                .header("User-Agent", "primus-poll")
                .header(SCHEDULE, run.schedule())
                .header(DUE, Instant.ofEpochMilli(run.due()).toString())
                .GET()
                .build();
        CompletableFuture<HttpResponse<Void>> answer = http.sendAsync(request, HttpResponse.BodyHandlers.discarding());
        try {
            return verdict(answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            answer.cancel(true);
            return late(timeout);
        } catch (InterruptedException e) {
            answer.cancel(true);
            throw e;
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return cause instanceof HttpTimeoutException ? late(timeout) : new Verdict(false, words(cause));
        }
    }

    private static Verdict verdict(HttpResponse<Void> answer) {
        int status = answer.statusCode();
        if (status >= 300 && status < 400) {
            String to = answer.headers().firstValue("Location").orElse("nowhere");
            return new Verdict(false, "%d, a redirect to %s, which is not followed".formatted(status, to));
        }
        return new Verdict(status >= 200 && status < 300, Integer.toString(status));
    }

    private static Verdict late(Duration timeout) {
        return new Verdict(false, "no answer within %d ms".formatted(timeout.toMillis()));
    }

    private static String words(Throwable cause) {
        String name = cause.getClass().getSimpleName();
        return cause.getMessage() == null ? name : name + ": " + cause.getMessage();
    }
}
