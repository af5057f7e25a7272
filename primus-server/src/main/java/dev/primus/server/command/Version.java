package dev.primus.server.command;

import picocli.CommandLine.IVersionProvider;

/** The version, as the build has written it into the program. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String built = Version.class.getPackage().getImplementationVersion();
        return new String[] {
            "primus " + (built == null ? "(not packaged)" : built),
            "Java " + System.getProperty("java.version") + ", " + System.getProperty("os.name") + " "
                    + System.getProperty("os.arch")
        };
    }
}
