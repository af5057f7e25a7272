/** Whether a file or folder can be changed by another user than the one this process runs as. */
@NullMarked
package dev.primus.server.trust;

import org.jspecify.annotations.NullMarked;
