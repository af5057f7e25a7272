package dev.primus.cluster.ballot;

/** Why something that was sealed, or should have been, went no further. */
public enum Refusal {
    /** A message of the ballot that another node sent without a seal. */
    UNSEALED("came without a seal"),
    /** More bytes than an envelope may have. */
    TOO_LARGE("is larger than allowed"),
    /** Bytes that are no envelope, or a part of one. */
    MALFORMED("is no envelope of ours"),
    /** An envelope of a version that this node does not speak. */
    OTHER_VERSION("is of another version"),
    /** An envelope of a cluster with another name. */
    FOREIGN_CLUSTER("belongs to another cluster"),
    /** An envelope for another node, or for a former life of this one. */
    NOT_FOR_US("is for somebody else"),
    /** An envelope or a message in which another sender is named than the one it came from. */
    OTHER_SENDER("names another sender"),
    /** A key that the members file does not list for the sender: never did, or does no more. */
    UNKNOWN_KEY("is signed with a key that is not known for its sender"),
    /** A signature that is not of these bytes by this key. */
    FORGED("has a wrong signature"),
    /** An envelope that was heard before, or is too old to tell. */
    REPLAYED("was heard before"),
    /** A message from a time that is yet to come. */
    FUTURE_DATED("is dated in the future"),
    /** A message in an envelope of the other channel. */
    OTHER_CHANNEL("does not belong to its channel"),
    /** A type of message that this node does not know. The others of its envelope are heard. */
    UNKNOWN_TYPE("is of an unknown type"),
    /** A message that cannot be read: no JSON, a field that is missing, a value that is out of range. */
    BAD_MESSAGE("cannot be read"),
    /** A message of this node that no envelope can hold. */
    UNSENDABLE("cannot be sent, being too large or no text");

    private final String words;

    Refusal(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
