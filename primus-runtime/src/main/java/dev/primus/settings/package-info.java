/** What the library and the program read alike: the names of settings in the environment, and what their values may be. */
@NullMarked
package dev.primus.settings;

import org.jspecify.annotations.NullMarked;
