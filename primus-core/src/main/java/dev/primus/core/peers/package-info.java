/** What engines without a store have in common: the face of a member, its hands, and what it remembers and shows. */
@NullMarked
package dev.primus.core.peers;

import org.jspecify.annotations.NullMarked;
