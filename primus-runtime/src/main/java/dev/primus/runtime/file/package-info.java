/** What a member must not forget, on its own disk. */
@NullMarked
package dev.primus.runtime.file;

import org.jspecify.annotations.NullMarked;
