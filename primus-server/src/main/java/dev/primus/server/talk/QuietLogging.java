package dev.primus.server.talk;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.List;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logging for a command line: warnings of ours on stderr, nothing of drivers and of what the feed tells
 * anyway. In code, since reading a configuration file would take longer than most commands.
 */
public final class QuietLogging extends ContextAwareBase implements Configurator {
    private static final List<String> SILENT = List.of(
            "dev.primus.feed",
            "dev.primus.runtime.node.DutyChronicle",
            "dev.primus.jdbc",
            "org.sqlite",
            "org.mariadb",
            "org.postgresql");

    /** Says once, at the start, what about a database is not as it should be. */
    private static final String HEARD = "dev.primus.jdbc.JdbcStore";

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%d{HH:mm:ss.SSS} %-5level %logger{0}: %msg%n");
        encoder.start();
        ConsoleAppender<ILoggingEvent> stderr = new ConsoleAppender<>();
        stderr.setContext(context);
        stderr.setName("stderr");
        stderr.setTarget("System.err");
        stderr.setEncoder(encoder);
        stderr.start();
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(stderr);
        context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.WARN);
        SILENT.forEach(name -> context.getLogger(name).setLevel(Level.OFF));
        context.getLogger(HEARD).setLevel(Level.WARN);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** Everything, libraries too. */
    public static void speakUp() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.DEBUG);
            SILENT.forEach(name -> context.getLogger(name).setLevel(null));
            context.getLogger(HEARD).setLevel(null);
        }
    }

    /** Does something without hearing from {@code name} meanwhile, whose complaints are part of the play. */
    public static int without(String name, IntSupplier action) {
        if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
            return action.getAsInt();
        }
        Level before = context.getLogger(name).getLevel();
        context.getLogger(name).setLevel(Level.OFF);
        try {
            return action.getAsInt();
        } finally {
            context.getLogger(name).setLevel(before);
        }
    }
}
