package dev.primus.server.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.primus.cluster.ballot.MemberKey;
import java.util.List;
import java.util.stream.Collectors;

/** Public keys, and whose they are. */
public record MemberKeysView(List<MemberKey> keys) {

    public List<String> lines() {
        Table table = new Table("NODE", "KEY", "FINGERPRINT (SHA-256)", "CAPABILITIES");
        for (MemberKey key : keys) {
            table.row(key.node().value(), key.keyId(), key.fingerprint(), capabilities(key));
        }
        return table.lines();
    }

    private static String capabilities(MemberKey key) {
        return key.capabilities().isEmpty()
                ? "-"
                : key.capabilities().stream().map(Object::toString).collect(Collectors.joining(","));
    }

    public ObjectNode json() {
        ObjectNode json = Json.document();
        ArrayNode all = json.putArray("keys");
        for (MemberKey key : keys) {
            ArrayNode capabilities = all.addObject()
                    .put("node", key.node().value())
                    .put("key_id", key.keyId())
                    .put("fingerprint", key.fingerprint())
                    .put("public_key", key.publicKeyText())
                    .putArray("capabilities");
            key.capabilities().forEach(each -> capabilities.add(each.name()));
        }
        return json;
    }
}
