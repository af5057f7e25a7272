/** What must hold after every event and what must come about in the end, as checks that know nothing of the engine. */
@NullMarked
package dev.primus.testkit.check;

import org.jspecify.annotations.NullMarked;
