package dev.primus.server.command;

import dev.primus.core.NodeName;
import dev.primus.server.talk.Complaint;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;

/** The host's name as a node's name. */
final class HostName {
    private static final int LONGEST = 63;

    private HostName() {}

    static NodeName asNodeName(Map<String, String> environment) {
        String host = environment.getOrDefault("HOSTNAME", "");
        String name = sanitised(host.isBlank() ? asked() : host);
        if (name.isEmpty()) {
            throw Complaint.usage("this host has no usable name: name the node yourself with --node NAME.");
        }
        return new NodeName(name);
    }

    /** With a hyphen for whatever a node's name may not hold. */
    static String sanitised(String host) {
        String name = host.strip().replaceAll("[^A-Za-z0-9._-]", "-").replaceFirst("^[^A-Za-z0-9]+", "");
        return name.length() > LONGEST ? name.substring(0, LONGEST) : name;
    }

    private static String asked() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "";
        }
    }
}
