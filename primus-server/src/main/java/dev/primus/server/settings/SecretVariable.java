package dev.primus.server.settings;

import dev.primus.server.talk.Secrets;
import java.util.Map;
import java.util.Optional;

/** The variables of the environment that hold a secret. No child process inherits them. */
public enum SecretVariable {
    STORE_PASSWORD("PRIMUS_STORE_PASSWORD"),
    PEER_SECRET("PRIMUS_PEER_SECRET");

    private final String variable;

    SecretVariable(String variable) {
        this.variable = variable;
    }

    /** Its value; empty if it is not set or has no characters. */
    public Optional<String> in(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(variable)).filter(value -> !value.isEmpty());
    }

    /** Removes all secrets from a child's environment: these variables, and a store URL with a user or parameters. */
    public static void removeFrom(Map<String, String> environment) {
        for (SecretVariable secret : values()) {
            environment.remove(secret.variable);
        }
        for (String variable : Setting.STORE.variables()) {
            String url = environment.get(variable);
            if (url != null && !Secrets.maskUrl(url).equals(url)) {
                environment.remove(variable);
            }
        }
    }
}
