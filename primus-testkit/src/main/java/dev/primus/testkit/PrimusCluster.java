package dev.primus.testkit;

import dev.primus.testkit.sim.SimCluster;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives a test, or all tests of a class, a {@link SimCluster} of their own as a parameter: real nodes in virtual time,
 * all of them candidates in the elections named. Afterwards the promises are checked, and a failure names the seed.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(PrimusClusterExtension.class)
public @interface PrimusCluster {
    /** How many nodes; they are called a, b, c … */
    int nodes() default 3;

    /** Decides everything that is left to chance; 0 draws another one for each run. */
    long seed() default 1;

    /** The length of a lease in milliseconds. */
    long leaseMillis() default 10_000;

    /** The elections that every node joins at its start. */
    String[] elections() default {"coordinator"};
}
