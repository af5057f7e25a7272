package dev.primus.server.control.socket;

import java.nio.file.attribute.UserPrincipal;

/** Who may come in: the owner of the file, and the user who may do everything anyway. */
record Admission(UserPrincipal owner, String superuser) {
    static Admission of(UserPrincipal owner) {
        return new Admission(owner, "root");
    }

    /** The file's mode says the same; this also holds for the moment before the file had its mode. */
    boolean admits(UserPrincipal caller) {
        return caller.equals(owner) || caller.getName().equals(superuser);
    }

    @Override
    public String toString() {
        return "%s and %s".formatted(owner.getName(), superuser);
    }
}
