package dev.primus.server.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeName;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WireTest {
    private final FakeSubject node = new FakeSubject("core-2#7f3a9c04");

    private Answer answer(String line) {
        return Wire.request(line).answeredBy(node.control(), "ann");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                             | BAD_JSON",
                "hello                                          | BAD_JSON",
                "{                                              | BAD_JSON",
                "{'v':1,'act':'status'} {}                      | BAD_JSON",
                "{'v':1,'act':'status','act':'status'}          | BAD_JSON",
                "[]                                             | BAD_JSON",
                "7                                              | BAD_JSON",
                "{'act':'status'}                               | BAD_VERSION",
                "{'v':2,'act':'status'}                         | BAD_VERSION",
                "{'v':1}                                        | UNKNOWN_ACT",
                "{'v':1,'act':'frob'}                           | UNKNOWN_ACT",
                "{'v':1,'act':'status','x':1}                   | UNKNOWN_FIELD",
                "{'v':1,'act':'check'}                          | BAD_VALUE",
                "{'v':1,'act':'check','election':'a?b'}         | BAD_VALUE",
                "{'v':1,'act':'check','election':7}             | BAD_VALUE",
                "{'v':1,'act':'check','election':{}}            | BAD_VALUE",
                "{'v':1,'act':'resign','election':'e'}          | BAD_VALUE",
                "{'v':1,'act':'voters'}                         | BAD_VALUE",
                "{'v':1,'act':'add_voter','election':'e','intent':{'dryRun':true}}   | BAD_VALUE",
                "{'v':1,'act':'remove_voter','election':'e','voter':'a?','intent':{'dryRun':true}} | BAD_VALUE",
                "{'v':1,'act':'wait','election':'e','for':'x','millis':1}            | BAD_VALUE",
                "{'v':1,'act':'wait','election':'e','for':'leader','millis':99999}   | BAD_VALUE",
                "{'v':1,'act':'resign','election':'e','intent':{'dryRun':true,'id':'../../etc'}}   | BAD_VALUE",
                "{'v':1,'act':'resign','election':'e','intent':{'dryRun':true,'why':'a\\nb'}}      | BAD_VALUE",
                "{'v':1,'act':'resign','election':'e','intent':{}}                   | BAD_VALUE",
                "{'v':1,'act':'resign','election':'e','intent':{'dryRun':null}}      | BAD_VALUE",
                "{'v':1,'act':'resign','election':'e','intent':{'dryRun':'no'}}      | BAD_VALUE",
                "{'v':1,'act':'resign','election':'e','intent':{'dryRun':true,'force':true}} | UNKNOWN_FIELD",
            },
            quoteCharacter = '"')
    void whatIsNotUnderstoodGetsATypedAnswer(String line, Answer.Mistake.Kind error) {
        String json = line.strip().equals("''") ? "" : line.strip().replace('\'', '"');
        assertThat(answer(json)).isInstanceOfSatisfying(Answer.Mistake.class, mistake -> {
            assertThat(mistake.error()).as(mistake.message()).isEqualTo(error);
            assertThat(mistake.message()).doesNotContain("dev.primus").doesNotContain("jackson");
        });
    }

    @Test
    void everyRequestIsReadAsItWasWritten() throws Exception {
        ElectionName election = new ElectionName("e");
        Intent intent = new Intent("9f2c", "kernel update", true);
        List<Request> all = List.of(
                new Request.Status(),
                new Request.Members(),
                new Request.Check(election),
                new Request.Wait(election, Condition.RELEASED, 500),
                new Request.Resign(election, intent, true),
                new Request.Transfer(election, new NodeName("core-1"), intent),
                new Request.Pause(election, intent),
                new Request.Resume(election, intent),
                new Request.Paused(),
                new Request.Explain(election, 7L, false),
                new Request.Explain(election, null, true),
                new Request.Trigger(election, intent, true),
                new Request.Voters(election),
                new Request.AddVoter(election, new NodeName("core-4"), intent),
                new Request.RemoveVoter(election, new NodeName("core-3"), intent));
        for (Request request : all) {
            assertThat(answer(Wire.json(request).toString()))
                    .as(Wire.json(request).toString())
                    .isNotInstanceOf(Answer.Mistake.class);
        }
        assertThat(Wire.json(all.get(5)).toString())
                .isEqualTo("{\"v\":1,\"act\":\"transfer\",\"election\":\"e\",\"to\":\"core-1\","
                        + "\"intent\":{\"id\":\"9f2c\",\"why\":\"kernel update\",\"dryRun\":true}}");
    }

    @Test
    void whoVotesIsReadAsItWasWritten() throws Exception {
        node.seat("coordinator").leads(42);
        node.votes().changesTo("core-1", "core-2", "core-4");
        Answer answer = answer("{\"v\":1,\"act\":\"voters\",\"election\":\"coordinator\"}");
        String json = Wire.json(answer).toString();
        assertThat(json)
                .isEqualTo("{\"v\":1,\"answer\":\"voters\",\"node\":\"core-2#7f3a9c04\",\"election\":\"coordinator\","
                        + "\"version\":\"42.1-2a8cc245?\",\"needed\":2,\"voters\":[{\"node\":\"core-1\",\"withinReach\":true},"
                        + "{\"node\":\"core-2\",\"withinReach\":true},{\"node\":\"core-3\",\"withinReach\":false}],"
                        + "\"change\":{\"joins\":[\"core-4\"],\"leaves\":[\"core-3\"],\"needed\":2}}");
        assertThat(Wire.answer(json)).isEqualTo(answer);
        assertThat(Wire.json(new Request.AddVoter(
                                new ElectionName("e"), new NodeName("core-4"), new Intent("9f2c", "", false)))
                        .toString())
                .isEqualTo("{\"v\":1,\"act\":\"add_voter\",\"election\":\"e\",\"voter\":\"core-4\","
                        + "\"intent\":{\"id\":\"9f2c\",\"why\":\"\",\"dryRun\":false}}");
    }

    @Test
    void whetherAnActIsMeantInEarnestMustBeSaid() {
        assertThat(answer("{\"v\":1,\"act\":\"resign\",\"election\":\"e\",\"intent\":{\"why\":\"x\"}}"))
                .isEqualTo(new Answer.Mistake(Answer.Mistake.Kind.BAD_VALUE, "field 'dryRun' is missing"));
    }

    @Test
    void wordsOfALaterVersionDoNotKeepTheRestFromBeingRead() throws Exception {
        Answer.Act act = (Answer.Act) Wire.answer("""
                {"v":1,"answer":"act","id":"9f2c","act":"resign","outcome":"postponed","rule":"full_moon",
                "message":"","node":"core-2#7f3a9c04","before":{"election":"e","part":"dreaming","leader":null,
                "term":null,"since":null,"leaseLeftMs":null,"duties":[{"name":"mail","state":"dozing"}]},
                "stopLimitMs":40,"mostMs":500,"after":null}""");
        assertThat(act.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(act.rule()).isNull();
        assertThat(act.before().part()).isNull();
        assertThat(act.before().duties()).hasSize(1);
        Answer.Mistake mistake =
                (Answer.Mistake) Wire.answer("{\"v\":1,\"answer\":\"mistake\",\"error\":\"odd\",\"message\":\"m\"}");
        assertThat(mistake.beforeAnythingWasDone()).isFalse();
    }

    @Test
    void answersMayGrow() throws Exception {
        node.seat("coordinator").leads(42);
        Answer answer = node.control().answer(new Request.Status(), "ann");
        assertThat(Wire.answer(Wire.json(answer).toString())).isEqualTo(answer);
        assertThat(Wire.answer(Wire.json(answer).put("mood", "good").toString()))
                .isEqualTo(answer);
    }
}
