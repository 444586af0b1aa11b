#include "audit/chain.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <bit>
#include <span>

namespace agon::audit {
namespace {

// As audit.seal has it.
constexpr std::chrono::minutes kLongestTransaction{2};

template <class Integer>
void appendBigEndian(std::vector<std::byte>& out, Integer value) {
    for (int shift = static_cast<int>(sizeof(Integer)) * 8 - 8; shift >= 0; shift -= 8)
        out.push_back(static_cast<std::byte>((static_cast<std::uint64_t>(value) >> shift) & 0xff));
}

void appendField(std::vector<std::byte>& out, const std::optional<std::string>& text) {
    if (!text) return appendBigEndian(out, std::int32_t{-1});
    appendBigEndian(out, static_cast<std::int32_t>(text->size()));
    for (const char c : *text) out.push_back(static_cast<std::byte>(c));
}

Hash sha256(std::span<const std::byte> bytes) {
    Hash hash{};
    crypto_hash_sha256(reinterpret_cast<unsigned char*>(hash.data()),
                       reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    return hash;
}

Hash follow(const Hash& previous, std::span<const std::byte> next) {
    std::vector<std::byte> bytes(previous.begin(), previous.end());
    bytes.insert(bytes.end(), next.begin(), next.end());
    return sha256(bytes);
}

std::int64_t microsecondsOf(Instant instant) {
    return instant.at.time_since_epoch().count();
}

Hash openingOf(const Hash& previous, const Block& block) {
    std::vector<std::byte> bytes;
    appendBigEndian(bytes, block.number);
    appendBigEndian(bytes, microsecondsOf(block.sealedAt));
    return follow(previous, bytes);
}

}  // namespace

std::vector<std::byte> canonical(const Act& act) {
    std::vector<std::byte> out;
    appendBigEndian(out, act.id);
    appendBigEndian(out, microsecondsOf(act.at));
    appendField(out, act.actorKind);
    appendField(out, act.account ? std::optional{std::to_string(*act.account)} : std::nullopt);
    appendField(out, act.role);
    appendField(out, act.act);
    appendField(out, act.subjectKind);
    appendField(out, act.subject);
    appendField(out, act.championship);
    appendField(out, act.heat);
    appendField(out, act.reasonCode);
    appendField(out, act.detail);
    appendField(out, act.requestId);
    return out;
}

void ChainVerifier::block(const Block& block) {
    closeBlock();
    if (finding_) return;
    open_ = block;
    chain_ = openingOf(previous_, block);
    position_ = 0;
    if (block.number != blocks_ + 1) {
        open_->number = blocks_ + 1;
        return report("the block is missing");
    }
    if (block.previousHash != previous_) report("the block does not continue the one before it");
}

void ChainVerifier::sealedAct(std::int32_t position, std::int64_t actId, const Hash& hash,
                              const std::optional<Act>& act) {
    if (finding_ || !open_) return;
    ++position_;
    if (position != position_) return report("no row has this position any more", position_);
    if (!act) return report("the row is gone", position, actId);
    chain_ = follow(chain_, canonical(*act));
    if (chain_ != hash) {
        return report(position == 1 ? "the row, or the block's time of sealing, is not what was sealed"
                                    : "the row, or its place in the block, is not what was sealed",
                      position, actId);
    }
    lowest_ = position_ == 1 ? act->id : std::min(lowest_, act->id);
    highest_ = position_ == 1 ? act->id : std::max(highest_, act->id);
    if (!backdated_ && previousSealedAt_ && act->at.at + kLongestTransaction < previousSealedAt_->at)
        backdated_ = act->id;
    ++acts_;
}

void ChainVerifier::closeBlock() {
    if (finding_ || !open_) return;
    if (position_ != open_->actCount)
        return report(fmt::format("the block was sealed with {} rows and has {}", open_->actCount, position_));
    if (chain_ != open_->hash) return report("the block's hash does not follow from its rows");
    if (open_->firstAct != lowest_ || open_->lastAct != highest_)
        return report("the block's range is not that of its rows");
    previous_ = open_->hash;
    previousSealedAt_ = open_->sealedAt;
    highestOfAll_ = std::max(highestOfAll_, highest_);
    headSeen_ = headSeen_ || head_ == previous_;
    ++blocks_;
    open_.reset();
}

void ChainVerifier::finish() {
    closeBlock();
    if (finding_ || !head_ || headSeen_) return;
    finding_ = Finding{.block = blocks_,
                       .position = {},
                       .act = {},
                       .what = "the noted head is not in this chain: it was cut or rewritten"};
}

void ChainVerifier::strayAct(std::int64_t block, std::int64_t actId) {
    if (finding_) return;
    finding_ = Finding{.block = block, .position = {}, .act = actId, .what = "the block of this row is gone"};
}

void ChainVerifier::unsealedAct(std::int64_t actId, Instant at, Instant now) {
    ++unsealed_;
    if (finding_ || actId > highestOfAll_ || at.at + kLongestTransaction > now.at) return;
    finding_ = Finding{.block = {}, .position = {}, .act = actId, .what = "the row is in no block, but later ones are"};
}

void ChainVerifier::report(std::string what, std::optional<std::int32_t> position, std::optional<std::int64_t> act) {
    finding_ = Finding{.block = {}, .position = position, .act = act, .what = std::move(what)};
    if (open_) finding_->block = open_->number;
    open_.reset();
}

}  // namespace agon::audit
