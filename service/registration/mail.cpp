#include "registration/mail.hpp"

#include "registration/entry_store.hpp"

namespace agon::registration {
namespace {

Task<std::optional<outbox::Mailbox>> mailboxOf(ContextPtr context, outbox::Reader reader) {
    const privacy::PersonId id{reader.id};
    const auto person = co_await privacy::findPerson(context->db, id);
    if (!person || !person->isLive) co_return std::nullopt;
    co_return outbox::Mailbox{.address = person->email, .language = person->language};
}

// The token stands behind the #, which browsers send to nobody.
Task<std::optional<std::string>> linkOf(ContextPtr context, outbox::LinkWish wish) {
    const auto& url = context->auth->options.publicUrl;
    if (wish.mail == "entry-link") {
        const auto nonce = co_await nonceOfLink(context->db, wish.id);
        if (!nonce) co_return std::nullopt;
        co_return url + "/entry/recovery#" + context->secrets.linkToken(*nonce);
    }
    const auto code = co_await codeOfEntry(context->db, wish.id);
    if (!code) co_return std::nullopt;
    co_return url + "/entry/not-me#" + context->secrets.disavowalToken(*code);
}

}  // namespace

outbox::Lookups personLookups(const ContextPtr& context) {
    return {.mailboxOf = [context](outbox::Reader reader) { return mailboxOf(context, reader); },
            .linkOf =
                [context](outbox::LinkWish wish) {
                    return linkOf(context, std::move(wish));
                }};
}

}  // namespace agon::registration
