package dev.primus.runtime.effect;

/** The verbs of a lease store. Renewals travel by themselves, so that nothing else can delay them. */
public enum Verb {
    ENROLL,
    LOOK,
    ACQUIRE,
    RENEW,
    RELEASE
}
