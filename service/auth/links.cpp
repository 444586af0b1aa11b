#include "auth/links.hpp"

#include <fmt/chrono.h>

#include "outbox/outbox.hpp"
#include "platform/crypto/random.hpp"

namespace agon::auth {
namespace {

constexpr std::size_t kNonceBytes = 16;

std::string readable(Instant instant) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(instant.at);
    return fmt::format("{:%d/%m/%Y %H:%M} UTC", fmt::gmtime(std::chrono::system_clock::to_time_t(seconds)));
}

Bytes bytesOfDigest(const crypto::Digest& digest) {
    return {digest.begin(), digest.end()};
}

Task<std::optional<outbox::Mailbox>> mailboxOf(AuthContextPtr context, outbox::Reader reader) {
    if (reader.kind != outbox::Reader::Kind::Staff) co_return std::nullopt;
    const AccountId id{reader.id};
    const auto account = co_await findAccount(context->db, id);
    if (!account || !account->email || account->state == AccountState::Disabled) co_return std::nullopt;
    co_return outbox::Mailbox{.address = *account->email, .language = account->language};
}

Task<std::optional<std::string>> addressOf(AuthContextPtr context, std::int64_t link) {
    const OneTimeLinkId id{link};
    const auto row = co_await findLinkById(context->db, id);
    if (!row) co_return std::nullopt;
    const auto token = linkToken(context->keys.link, row->purpose, row->nonce);
    co_return linkAddress(context->options.publicUrl, row->purpose, token);
}

}  // namespace

Task<MadeLink> makeLink(Tx& tx, AuthContextPtr context, AccountId account, LinkPurpose purpose) {
    const auto nonce = crypto::randomBytes(kNonceBytes);
    auto token = linkToken(context->keys.link, purpose, nonce);
    const std::chrono::seconds lifetime = purpose == LinkPurpose::Invitation ? std::chrono::seconds{kInvitationLifetime}
                                                                             : std::chrono::seconds{kResetLifetime};
    NewLink link{.account = account,
                 .purpose = purpose,
                 .nonce = nonce,
                 .tokenHash = bytesOfDigest(hashLinkToken(token)),
                 .lifetime = lifetime};
    auto row = co_await insertLink(tx, std::move(link));
    co_return MadeLink{std::move(row), std::move(token)};
}

Task<void> sendLink(Tx& tx, AuthContextPtr context, AccountId account, LinkPurpose purpose) {
    const auto link = co_await makeLink(tx, context, account, purpose);
    outbox::Message message;
    message.reader = {outbox::Reader::Kind::Staff, account.value};
    message.mail = purpose == LinkPurpose::Invitation ? "staff-invitation" : "password-reset";
    message.facts = {{"link", link.row.id.value}, {"until", readable(link.row.expiresAt)}};
    message.expiresAt = link.row.expiresAt;
    const auto sent = co_await outbox::enqueue(tx, std::move(message));
    static_cast<void>(sent);
}

outbox::Lookups staffLookups(const AuthContextPtr& context) {
    return {.mailboxOf = [context](outbox::Reader reader) { return mailboxOf(context, reader); },
            .linkOf =
                [context](const outbox::LinkWish& wish) {
                    return addressOf(context, wish.id);
                }};
}

}  // namespace agon::auth
