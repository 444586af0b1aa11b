#include "app/mail_options.hpp"

namespace agon::app {

outbox::WorkerOptions mailOptions(const Settings& settings) {
    outbox::WorkerOptions options;
    options.mode = settings.mailDryRun ? outbox::Mode::DryRun : outbox::Mode::Send;
    options.smtp.url = settings.smtpUrl;
    options.smtp.from = settings.mailFrom;
    options.smtp.user = settings.smtpUser;
    options.smtp.password = settings.smtpPassword;
    options.smtp.requireTls = settings.smtpTls;
    return options;
}

}  // namespace agon::app
