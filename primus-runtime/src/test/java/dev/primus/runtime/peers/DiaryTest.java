package dev.primus.runtime.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.MarkFile;
import dev.primus.core.spi.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A member's marks while it lives")
class DiaryTest {
    private static final NodeId SELF = NodeId.of("a", "0001");
    private static final Mark MARK = new Mark(new ElectionName("e"), Term.of(SELF, 1), Duration.ofSeconds(3));

    private final List<Mark> disk = new ArrayList<>();
    private boolean full;
    private boolean closed;
    private final Diary diary = new Diary(SELF, new MarkFile() {
        @Override
        public List<Mark> read() {
            return disk;
        }

        @Override
        public void keep(List<Mark> marks) {
            if (full) {
                throw new StoreException("no space left");
            }
            disk.addAll(marks);
        }

        @Override
        public long floor() {
            return 0;
        }

        @Override
        public void drop(long floor, List<Mark> marks) {
            if (full) {
                throw new StoreException("no space left");
            }
            disk.removeAll(marks);
        }

        @Override
        public void close() {
            closed = true;
        }
    });

    @Test
    @DisplayName("what the disk did not take is not kept, and is taken when there is room again")
    void fullDisk() {
        full = true;
        assertThat(diary.trouble()).isEmpty();
        assertThat(diary.keep(List.of(MARK))).isFalse();
        assertThat(diary.trouble()).isEqualTo("what it promises cannot be kept, so it promises nothing: no space left");
        full = false;

        assertThat(diary.keep(List.of(MARK))).isTrue();
        assertThat(diary.trouble()).isEmpty();
        assertThat(disk).containsExactly(MARK);
    }

    @Test
    @DisplayName("a disk that does not drop marks is no reason to promise nothing")
    void dropped() {
        diary.keep(List.of(MARK));
        full = true;
        assertThat(diary.drop(1, List.of(MARK))).isFalse();
        assertThat(diary.trouble()).isEmpty();
        full = false;
        assertThat(diary.drop(1, List.of(MARK))).isTrue();
        assertThat(disk).isEmpty();
        diary.close();
        assertThat(diary.drop(1, List.of(MARK))).isFalse();
    }

    @Test
    @DisplayName("nothing is written after the end")
    void afterTheEnd() {
        diary.close();

        assertThat(closed).isTrue();
        assertThat(diary.keep(List.of(MARK))).isFalse();
        assertThat(disk).isEmpty();
    }
}
