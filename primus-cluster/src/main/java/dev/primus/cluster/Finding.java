package dev.primus.cluster;

import java.util.List;
import org.jgroups.Address;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCPPING;
import org.jgroups.util.Responses;

/** JGroups' search in a list, and the list may change. */
final class Finding extends TCPPING {
    private final Phonebook book;

    Finding(Phonebook book) {
        this.book = book;
        // On the wire it is what it extends.
        this.id = ClassConfigurator.getProtocolId(TCPPING.class);
        setInitialHosts2(book.entries());
        setPortRange(0);
    }

    @Override
    public void findMembers(List<Address> members, boolean initialDiscovery, Responses responses) {
        setInitialHosts2(book.entries());
        super.findMembers(members, initialDiscovery, responses);
    }
}
