/**
 * The rules of the lease engine: when to look, bid, renew, wrap up and give back.
 *
 * <p>The store's clock alone judges expiry. Locally only the monotonic clock counts, from just before a request was
 * sent; an unknown outcome is neither won nor lost; nothing is renewed after it lapsed.
 */
@NullMarked
package dev.primus.core.lease;

import org.jspecify.annotations.NullMarked;
