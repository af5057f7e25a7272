/** What readers see: elections, terms and members as tables or as JSON. */
@NullMarked
package dev.primus.server.view;

import org.jspecify.annotations.NullMarked;
