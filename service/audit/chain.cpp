#include "audit/chain.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <bit>
#include <span>

namespace agon::audit {
namespace {

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
    if (block.number != blocks_ + 1) return report({}, fmt::format("block {} is missing", blocks_ + 1));
    if (block.previousHash != previous_) report({}, "the block does not continue the one before it");
}

void ChainVerifier::sealedAct(std::int32_t position, std::int64_t actId, const Hash& hash,
                              const std::optional<Act>& act) {
    if (finding_ || !open_) return;
    ++position_;
    if (position != position_) return report(actId, fmt::format("position {} of the block is missing", position_));
    if (!act) return report(actId, "the row is gone");
    chain_ = follow(chain_, canonical(*act));
    if (chain_ != hash) return report(actId, "the row, or its place in the block, is not what was sealed");
    lowest_ = position_ == 1 ? act->id : std::min(lowest_, act->id);
    highest_ = position_ == 1 ? act->id : std::max(highest_, act->id);
    ++acts_;
}

void ChainVerifier::closeBlock() {
    if (finding_ || !open_) return;
    if (position_ != open_->actCount)
        return report({}, fmt::format("the block was sealed with {} rows and has {}", open_->actCount, position_));
    if (chain_ != open_->hash) return report({}, "the block's hash does not follow from its rows");
    if (open_->firstAct != lowest_ || open_->lastAct != highest_)
        return report({}, "the block's range is not that of its rows");
    previous_ = open_->hash;
    hashes_.push_back(previous_);
    ++blocks_;
    open_.reset();
}

void ChainVerifier::finish(const std::optional<Hash>& head) {
    closeBlock();
    if (!finding_ && head && !sawHead(*head)) {
        finding_ = Finding{blocks_, {}, "the noted head is not in this chain: it was cut or rewritten"};
    }
}

bool ChainVerifier::sawHead(const Hash& head) const {
    return std::ranges::find(hashes_, head) != hashes_.end();
}

void ChainVerifier::report(std::optional<std::int64_t> act, std::string what) {
    finding_ = Finding{open_ ? open_->number : blocks_, act, std::move(what)};
    open_.reset();
}

}  // namespace agon::audit
