// A mail server that keeps what it is given. Addresses that begin with "bounce" are refused for good.
import { createServer } from 'node:net';
import { until } from './service.mjs';

function decode(text) {
  const [head, ...rest] = text.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const encoding = /content-transfer-encoding:\s*(\S+)/i.exec(head)?.[1]?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_all, hex) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function converse(socket, keep) {
  let waiting = '';
  let to = '';
  let inMail = false;
  const say = (line) => socket.write(`${line}\r\n`);
  const obey = (line) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'RCPT') {
      to = /<([^>]*)>/.exec(line)?.[1] ?? '';
      return say(to.startsWith('bounce') ? '550 nobody here' : '250 ok');
    }
    if (verb === 'DATA') {
      inMail = true;
      return say('354 go on');
    }
    say(verb === 'QUIT' ? '221 bye' : '250 ok');
    if (verb === 'QUIT') socket.end();
  };
  socket.setEncoding('latin1');
  socket.on('error', () => undefined);
  socket.on('data', (piece) => {
    waiting += piece;
    for (;;) {
      const end = inMail ? '\r\n.\r\n' : '\r\n';
      const at = waiting.indexOf(end);
      if (at < 0) return;
      const taken = waiting.slice(0, at);
      waiting = waiting.slice(at + end.length);
      if (inMail) {
        inMail = false;
        keep({ to, text: decode(Buffer.from(taken, 'latin1').toString('utf8')) });
        say('250 kept');
      } else obey(taken);
    }
  });
  say('220 here');
}

export async function startMailServer() {
  const mails = [];
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    converse(socket, (mail) => mails.push(mail));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));

  return {
    settings: {
      AGON_SMTP_URL: `smtp://127.0.0.1:${server.address().port}`,
      AGON_SMTP_TLS: 'false',
      AGON_MAIL_FROM: 'agon@example.org',
      AGON_MAIL_DRY_RUN: 'false',
    },
    mails,
    /** The newest link of a kind ("invitation", "reset") that went to an address; each is handed out once. */
    async linkFor(address, kind) {
      const find = () =>
        mails.findIndex((mail) => mail.to === address && mail.text.includes(`#/${kind}?token=`));
      await until(`a mail with a link for ${address}`, 20, () => find() >= 0);
      const [mail] = mails.splice(find(), 1);
      return new RegExp(`http\\S+#/${kind}\\?token=[\\w-]+`).exec(mail.text)[0];
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
