package dev.primus.cluster.ballot;

import java.nio.charset.StandardCharsets;

/** A topic, as the design that the messages follow calls it. Its name is part of what is signed, so that nothing crosses over. */
enum Channel {
    ELECTION(1, "CHORUS/election/v1"),
    HEARTBEAT(2, "CHORUS/admin/heartbeat/v1");

    private final int code;
    private final String topic;

    Channel(int code, String topic) {
        this.code = code;
        this.topic = topic;
    }

    /** Its number in an envelope. */
    int code() {
        return code;
    }

    static Channel of(int code) throws RefusedMail {
        for (Channel each : values()) {
            if (each.code == code) {
                return each;
            }
        }
        throw new RefusedMail(Refusal.MALFORMED, "channel %d".formatted(code));
    }

    /** What is signed for so many bytes of an envelope: the topic, a zero, and the bytes as they travel. */
    byte[] signed(byte[] envelope, int length) {
        byte[] tag = topic.getBytes(StandardCharsets.US_ASCII);
        byte[] all = new byte[tag.length + 1 + length];
        System.arraycopy(tag, 0, all, 0, tag.length);
        System.arraycopy(envelope, 0, all, tag.length + 1, length);
        return all;
    }
}
