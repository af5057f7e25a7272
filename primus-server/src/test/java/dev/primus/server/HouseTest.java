package dev.primus.server;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The walls of the house. Arrows mean "may import"; nothing points against them.
 *
 * <pre>
 * primus-server ─► primus-jdbc ─► primus-runtime ─► primus-core
 * primus-server ─► primus-cluster ─► primus-core
 * primus-server ─► primus-testkit ─► primus-runtime, primus-core
 * </pre>
 */
class HouseTest {
    private static final String[] CORE = {"dev.primus.core.."};
    private static final String[] RUNTIME = {
        "dev.primus",
        "dev.primus.feed..",
        "dev.primus.guard..",
        "dev.primus.telemetry..",
        "dev.primus.deathwatch..",
        "dev.primus.process..",
        "dev.primus.settings..",
        "dev.primus.worker..",
        "dev.primus.runtime.."
    };
    private static final String[] JDBC = {"dev.primus.jdbc.."};
    private static final String[] CLUSTER = {"dev.primus.cluster.."};
    private static final String[] TESTKIT = {"dev.primus.testkit.."};
    private static final String[] SERVER = {"dev.primus.server.."};

    private static JavaClasses house;

    @BeforeAll
    static void readAllRooms() {
        house = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.primus");
    }

    private static void mayImport(String[] room, String[]... allowed) {
        DescribedPredicate<JavaClass> own = resideInAnyPackage(room);
        for (String[] other : allowed) {
            own = own.or(resideInAnyPackage(other));
        }
        DescribedPredicate<JavaClass> forbidden = resideInAPackage("dev.primus..")
                .and(DescribedPredicate.not(own))
                .as("of a room behind a wall");
        noClasses()
                .that(resideInAnyPackage(room))
                .should()
                .dependOnClassesThat(forbidden)
                .check(house);
    }

    @Test
    void arrowsPointOneWay() {
        mayImport(CORE);
        mayImport(RUNTIME, CORE);
        mayImport(JDBC, RUNTIME, CORE);
        mayImport(CLUSTER, CORE);
        mayImport(TESTKIT, RUNTIME, CORE);
        mayImport(SERVER, TESTKIT, CLUSTER, JDBC, RUNTIME, CORE);
    }

    @Test
    void programAndDatabasesUseOnlyTheFaceOfTheRuntime() {
        noClasses()
                .that(resideInAnyPackage("dev.primus.server..", "dev.primus.jdbc..", "dev.primus.cluster.."))
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "dev.primus.runtime..", "dev.primus.core.lease..", "dev.primus.core.election.."))
                .check(house);
    }

    @Test
    void theCoreTouchesNothingButValues() {
        classes()
                .that(resideInAnyPackage(CORE))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "dev.primus.core..", "java.lang..", "java.util..", "java.time..", "org.jspecify..")
                        .and(DescribedPredicate.not(resideInAnyPackage(
                                "java.util.concurrent..",
                                "java.util.logging..",
                                "java.util.random..",
                                "java.lang.reflect.."))))
                .check(house);
        noClasses()
                .that(resideInAnyPackage(CORE))
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.Random")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Thread.class)
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.Timer")
                .check(house);
    }

    @Test
    void theCoreReadsNoClockAndThrowsNoDice() {
        noClasses()
                .that(resideInAnyPackage(CORE))
                .should()
                .accessTargetWhere(isClock().or(isChance()))
                .check(house);
    }

    /** The companion is a process of its own, and both ends of its pipe go by the host's clock: no stage can stand for it. */
    @Test
    void theRuntimeReadsClocksAndMakesThreadsOnlyOnItsStage() {
        noClasses()
                .that(resideInAnyPackage(RUNTIME)
                        .and(DescribedPredicate.not(
                                resideInAnyPackage("..runtime.stage..", "dev.primus.deathwatch.companion"))))
                .should()
                .accessTargetWhere(isClock().or(isChance()).or(makesThread()))
                .check(house);
    }

    @Test
    void whatIsOptionalIsUsedInOneRoomOnlyAndNobodyNeedsThatRoom() {
        noClasses()
                .that(resideInAPackage("dev.primus..")
                        .and(DescribedPredicate.not(resideInAPackage("dev.primus.telemetry.."))))
                .should()
                .dependOnClassesThat(resideInAnyPackage("io.micrometer..", "jdk.jfr..", "dev.primus.telemetry.."))
                .check(house);
    }

    @Test
    void onlyTheLinkKnowsJGroups() {
        noClasses()
                .that(resideInAPackage("dev.primus..")
                        .and(DescribedPredicate.not(resideInAPackage("dev.primus.cluster.."))))
                .should()
                .dependOnClassesThat(resideInAPackage("org.jgroups.."))
                .check(house);
    }

    @Test
    void ofThePeersOnlyTheBallotsWireKnowsJsonAndNothingMakesObjectsOfIt() {
        noClasses()
                .that()
                .resideInAPackage("dev.primus.cluster")
                .should()
                .dependOnClassesThat(resideInAPackage("com.fasterxml.."))
                .check(house);
        noClasses()
                .that(resideInAnyPackage(CLUSTER))
                .should()
                .dependOnClassesThat(resideInAPackage("com.fasterxml.jackson.databind.."))
                .check(house);
    }

    @Test
    void theSimulatorKnowsNoTestFramework() {
        noClasses()
                .that(resideInAnyPackage("dev.primus.testkit.sim..", "dev.primus.testkit.check.."))
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.junit..", "org.assertj..", "org.opentest4j.."))
                .allowEmptyShould(true)
                .check(house);
    }

    private static DescribedPredicate<JavaAccess<?>> isClock() {
        Set<Class<?>> readers = Set.of(
                Instant.class,
                LocalDateTime.class,
                ZonedDateTime.class,
                OffsetDateTime.class,
                java.time.LocalDate.class);
        return DescribedPredicate.describe(
                "reads a clock",
                access -> (access.getTargetOwner().isEquivalentTo(System.class)
                                && Set.of("nanoTime", "currentTimeMillis").contains(access.getName()))
                        || (readers.stream().anyMatch(access.getTargetOwner()::isEquivalentTo)
                                && access.getName().equals("now"))
                        || access.getTargetOwner().isAssignableTo(Clock.class)
                        || access.getTargetOwner().isAssignableTo(InstantSource.class));
    }

    private static DescribedPredicate<JavaAccess<?>> isChance() {
        return DescribedPredicate.describe(
                "asks chance",
                access -> (access.getTargetOwner().isEquivalentTo(UUID.class)
                                && access.getName().equals("randomUUID"))
                        || (access.getTargetOwner().isEquivalentTo(Math.class)
                                && access.getName().equals("random"))
                        || access.getTargetOwner().isAssignableTo(java.util.random.RandomGenerator.class));
    }

    private static DescribedPredicate<JavaAccess<?>> makesThread() {
        return DescribedPredicate.describe(
                "makes threads or sleeps",
                access -> (access.getTargetOwner().isAssignableTo(Thread.class)
                                && Set.of("<init>", "start", "sleep").contains(access.getName()))
                        || access.getTargetOwner().isEquivalentTo(java.util.concurrent.Executors.class)
                        || access.getTargetOwner().isAssignableTo(java.util.concurrent.ThreadPoolExecutor.class)
                        || (access.getTargetOwner().isAssignableTo(java.util.concurrent.TimeUnit.class)
                                && access.getName().equals("sleep"))
                        || access.getTargetOwner().isEquivalentTo(java.util.Timer.class));
    }
}
