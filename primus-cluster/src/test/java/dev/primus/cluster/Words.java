package dev.primus.cluster;

import dev.primus.core.spi.PeerMessage;
import java.nio.charset.StandardCharsets;

/** A message of the tests. */
record Words(String text) implements PeerMessage {

    /** Text behind a mark; anything else is refused. */
    static final PeerCodec CODEC = new PeerCodec() {
        @Override
        public byte[] encode(PeerMessage message) {
            return ("w" + ((Words) message).text()).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public PeerMessage decode(byte[] bytes) throws BadFrame {
            if (bytes.length == 0 || bytes[0] != 'w') {
                throw new BadFrame("no words");
            }
            return new Words(new String(bytes, 1, bytes.length - 1, StandardCharsets.UTF_8));
        }
    };
}
