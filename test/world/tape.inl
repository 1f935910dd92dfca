// SPDX-License-Identifier: MIT
//
// The replay of a tape (tape.h), in both dimensions.

ReplayReport FNI(tape_play)(const test_tape* t, World* stage)
{
    Replay* replay;
    ReplayReport report = {0};
    assert_int_equal(FN(replay_make)(t->bytes, t->count, stage, &replay), IMP_OK);
    while (!report.ended)
    {
        assert_int_equal(FN(replay_step)(replay, &report), IMP_OK);
    }
    FN(replay_free)(replay);
    return report;
}

ReplayReport FNI(tape_same)(test_tape* t, World* stage, const World* recorded)
{
    const ReplayReport report = FNI(tape_play)(t, stage);
    uint64_t hashes[2] = {0, 1};
    assert_int_equal(report.difference, IMP_REPLAY_SAME);
    assert_int_equal(FN(world_hash)(stage, &hashes[0]), IMP_OK);
    assert_int_equal(FN(world_hash)(recorded, &hashes[1]), IMP_OK);
    assert_true(hashes[0] == hashes[1]);
    test_tape_free(t);
    return report;
}
