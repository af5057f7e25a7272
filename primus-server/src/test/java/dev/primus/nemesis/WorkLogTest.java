package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The judge of copies at work sees two where there are two")
class WorkLogTest {
    @TempDir
    private Path folder;

    private WorkLog log(String... lines) throws IOException {
        return new WorkLog(Files.write(folder.resolve("work"), java.util.List.of(lines)));
    }

    @Test
    void oneAfterTheOtherIsFine() throws IOException {
        WorkLog log = log("1 10", "1 11", "2 20", "4 40");
        assertThat(log.overlaps()).isEmpty();
        assertThat(log.fenced()).hasSize(4);
        assertThat(log.highest()).isEqualTo(4);
    }

    @Test
    void anOldCopyThatWorksOnIsSeenByOneReaderAndRefusedByTheOther() throws IOException {
        WorkLog log = log("1 10", "2 20", "1 10", "2 20");
        assertThat(log.overlaps()).containsExactly("line 3: token 1 after 2");
        assertThat(log.fenced()).extracting(WorkLog.Line::token).containsExactly(1L, 2L, 2L);
    }
}
