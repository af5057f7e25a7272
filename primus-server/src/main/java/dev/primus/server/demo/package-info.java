/** Three real processes that elect, lose and hand over a coordinator before the reader's eyes. */
@NullMarked
package dev.primus.server.demo;

import org.jspecify.annotations.NullMarked;
