/** What every store must hold, as suites to extend: a new store is one subclass away from being trusted. */
@NullMarked
package dev.primus.testkit.contract;

import org.jspecify.annotations.NullMarked;
