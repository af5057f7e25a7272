/** How the program talks: streams, colours, secrets kept, and mistakes told in one sentence. */
@NullMarked
package dev.primus.server.talk;

import org.jspecify.annotations.NullMarked;
