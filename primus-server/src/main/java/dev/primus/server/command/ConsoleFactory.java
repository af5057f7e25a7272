package dev.primus.server.command;

import dev.primus.server.talk.Console;
import java.lang.reflect.Constructor;
import picocli.CommandLine;

/** Makes commands and their options, handing the console to those that ask for it. */
final class ConsoleFactory implements CommandLine.IFactory {
    private final Console console;

    ConsoleFactory(Console console) {
        this.console = console;
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (constructor.getParameterCount() == 1 && constructor.getParameterTypes()[0] == Console.class) {
                return type.cast(constructor.newInstance(console));
            }
        }
        return CommandLine.defaultFactory().create(type);
    }
}
