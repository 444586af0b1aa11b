#include "audit/chain.hpp"

#include <gtest/gtest.h>
#include <sodium.h>

#include <random>

namespace agon::audit {
namespace {

struct SealedAct {
    std::int32_t position;
    std::int64_t actId;
    Hash hash;
    std::optional<Act> act;
};

struct SealedBlock {
    Block block;
    std::vector<SealedAct> acts;
};

Hash hashOf(const std::vector<std::byte>& bytes) {
    Hash hash{};
    crypto_hash_sha256(reinterpret_cast<unsigned char*>(hash.data()),
                       reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    return hash;
}

std::vector<std::byte> bigEndian(std::int64_t value) {
    std::vector<std::byte> bytes;
    for (int shift = 56; shift >= 0; shift -= 8) bytes.push_back(static_cast<std::byte>((value >> shift) & 0xff));
    return bytes;
}

std::vector<std::byte> joined(const Hash& hash, std::initializer_list<std::vector<std::byte>> parts) {
    std::vector<std::byte> bytes(hash.begin(), hash.end());
    for (const auto& part : parts) bytes.insert(bytes.end(), part.begin(), part.end());
    return bytes;
}

std::int64_t micros(Instant instant) {
    return instant.at.time_since_epoch().count();
}

Act actNumbered(std::int64_t id) {
    Act act;
    act.id = id;
    act.at = Instant{
        std::chrono::sys_time<std::chrono::microseconds>{std::chrono::microseconds{1'431'700'000'000'000 + id}}};
    act.actorKind = "staff";
    act.account = 7;
    act.act = "entry-cancelled";
    act.subjectKind = "entry";
    act.subject = "K7QM-2F9X";
    act.detail = "{}";
    return act;
}

// A chain as the database seals it, written a second time here so that the verifier is not judged by itself.
std::vector<SealedBlock> chainOf(int blocks, int actsEach) {
    std::vector<SealedBlock> chain;
    Hash previous{};
    std::int64_t id = 0;
    for (int number = 1; number <= blocks; ++number) {
        SealedBlock sealed;
        sealed.block.number = number;
        sealed.block.sealedAt = actNumbered(number * 1000).at;
        sealed.block.previousHash = previous;
        sealed.block.firstAct = id + 1;
        Hash running = hashOf(joined(previous, {bigEndian(number), bigEndian(micros(sealed.block.sealedAt))}));
        for (int position = 1; position <= actsEach; ++position) {
            const auto act = actNumbered(++id);
            running = hashOf(joined(running, {canonical(act)}));
            sealed.acts.push_back({position, id, running, act});
        }
        sealed.block.lastAct = id;
        sealed.block.actCount = actsEach;
        sealed.block.hash = running;
        previous = running;
        chain.push_back(sealed);
    }
    return chain;
}

ChainVerifier verify(const std::vector<SealedBlock>& chain, std::optional<Hash> head = {}) {
    ChainVerifier verifier{head};
    for (const auto& sealed : chain) {
        verifier.block(sealed.block);
        for (const auto& row : sealed.acts) verifier.sealedAct(row.position, row.actId, row.hash, row.act);
    }
    verifier.finish();
    return verifier;
}

TEST(Chain, AnUntouchedChainVerifies) {
    const auto verifier = verify(chainOf(5, 7));
    EXPECT_FALSE(verifier.finding()) << verifier.finding()->what;
    EXPECT_EQ(verifier.blocks(), 5);
    EXPECT_EQ(verifier.acts(), 35);
}

TEST(Chain, AnEmptyRecordVerifies) {
    EXPECT_FALSE(verify({}).finding());
}

TEST(Chain, NamesTheFirstChangedRow) {
    auto chain = chainOf(3, 4);
    chain[1].acts[2].act->subject = "AAAA-AAAA";
    const auto finding = verify(chain).finding();
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->block, 2);
    EXPECT_EQ(finding->act, 7);
}

TEST(Chain, NamesARowThatIsGone) {
    auto chain = chainOf(2, 4);
    chain[1].acts[0].act.reset();
    const auto finding = verify(chain).finding();
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->act, 5);
}

TEST(Chain, NoticesTwoRowsThatChangedPlaces) {
    auto chain = chainOf(1, 4);
    std::swap(chain[0].acts[1].act, chain[0].acts[2].act);
    EXPECT_EQ(verify(chain).finding()->act, 2);
}

TEST(Chain, NoticesAMissingLastRowAndAMissingBlock) {
    auto shorter = chainOf(2, 3);
    shorter[0].acts.pop_back();
    EXPECT_EQ(verify(shorter).finding()->block, 1);

    auto gap = chainOf(3, 3);
    gap.erase(gap.begin() + 1);
    EXPECT_TRUE(verify(gap).finding());
}

TEST(Chain, NamesThePositionOfARowThatWasTakenOut) {
    auto chain = chainOf(2, 4);
    chain[1].acts.erase(chain[1].acts.begin() + 1);
    const auto finding = verify(chain).finding();
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->block, 2);
    EXPECT_EQ(finding->position, 2);
}

TEST(Chain, NamesTheBlockThatIsMissing) {
    auto chain = chainOf(4, 2);
    chain.erase(chain.begin() + 2);
    EXPECT_EQ(verify(chain).finding()->block, 3);
}

TEST(Chain, ARowWithoutABlockIsNamedOnceItIsTooOldToBeTheTail) {
    const auto now = actNumbered(1'000'000'000).at;  // a thousand seconds later
    ChainVerifier verifier = verify(chainOf(2, 4));
    verifier.unsealedAct(9, actNumbered(9).at, now);
    EXPECT_FALSE(verifier.finding()) << "nothing after it is sealed";
    verifier.unsealedAct(5, now, now);
    EXPECT_FALSE(verifier.finding()) << "it may have been committed this moment";
    verifier.unsealedAct(6, actNumbered(6).at, now);
    ASSERT_TRUE(verifier.finding());
    EXPECT_EQ(verifier.finding()->act, 6);
    EXPECT_EQ(verifier.unsealed(), 3);
}

TEST(Chain, ARowWhoseBlockIsGoneIsNamed) {
    ChainVerifier verifier = verify(chainOf(2, 4));
    verifier.strayAct(3, 12);
    ASSERT_TRUE(verifier.finding());
    EXPECT_EQ(verifier.finding()->block, 3);
    EXPECT_EQ(verifier.finding()->act, 12);
}

TEST(Chain, AnActThatSaysItIsOlderThanItCanBeIsPointedOut) {
    EXPECT_FALSE(verify(chainOf(3, 2)).backdated());
    auto chain = chainOf(1, 2);
    ChainVerifier verifier = verify(chain);
    Block next = chain[0].block;
    next.number = 2;
    next.previousHash = chain[0].block.hash;
    auto act = actNumbered(3);
    act.at.at = chain[0].block.sealedAt.at - std::chrono::minutes{3};
    const auto opening = hashOf(joined(next.previousHash, {bigEndian(2), bigEndian(micros(next.sealedAt))}));
    verifier.block(next);
    verifier.sealedAct(1, 3, hashOf(joined(opening, {canonical(act)})), act);
    EXPECT_FALSE(verifier.finding());
    EXPECT_EQ(verifier.backdated(), 3);
}

TEST(Chain, NoticesAnotherTimeOfSealing) {
    auto chain = chainOf(2, 2);
    chain[1].block.sealedAt.at += std::chrono::microseconds{1};
    EXPECT_EQ(verify(chain).finding()->block, 2);
}

TEST(Chain, ARewrittenChainLacksTheHeadSomebodyNoted) {
    const auto noted = chainOf(3, 4)[2].block.hash;
    EXPECT_FALSE(verify(chainOf(3, 4), noted).finding());
    EXPECT_TRUE(verify(chainOf(3, 3), noted).finding());
    EXPECT_TRUE(verify(chainOf(2, 4), noted).finding()) << "cut at the end";
}

TEST(Chain, AbsentAndEmptyAreNotTheSame) {
    auto with = actNumbered(1);
    auto without = with;
    with.reasonCode = "";
    EXPECT_NE(canonical(with), canonical(without));
}

TEST(Chain, AnyOneChangeOfAnyFieldIsNoticed) {
    std::mt19937 random{20150523};
    for (int round = 0; round < 500; ++round) {
        auto chain = chainOf(3, 5);
        auto& act = *chain[random() % 3].acts[random() % 5].act;
        switch (random() % 7) {
            case 0:
                act.at.at += std::chrono::microseconds{1};
                break;
            case 1:
                act.account = std::nullopt;
                break;
            case 2:
                act.act += "x";
                break;
            case 3:
                act.role = "director";
                break;
            case 4:
                act.detail = R"({"points":28})";
                break;
            case 5:
                act.id += 1000;
                break;
            default:
                act.subjectKind.swap(act.subject);
        }
        EXPECT_TRUE(verify(chain).finding());
    }
}

}  // namespace
}  // namespace agon::audit
