// Takes a picture of every screen: node tests/browser/shots.mjs [folder] [name...]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, openPage, settled, signIn, sizes } from './browser.mjs';
import { startServer } from './server.mjs';

const [folder = '/tmp/lab/shots', ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const open = {
  home: '/',
  lost: '/nothing-here',
  'sign-in': '/admin',
  forgotten: '/admin#/forgotten',
  invitation: '/admin#/invitation?token=good',
  'invitation-known': '/admin#/invitation?token=known',
  'invitation-old': '/admin#/invitation?token=old',
  reset: '/admin#/reset?token=good',
  gallery: '/admin#/gallery',
};
const inside = {
  start: '/admin#/',
  account: '/admin#/account',
  staff: '/admin#/staff',
  member: '/admin#/staff/B3TW-8P0C',
  invited: '/admin#/staff/CZB1-4M6D',
  audit: '/admin#/audit',
  outbox: '/admin#/outbox',
  health: '/admin#/health',
};
const press = (name) => (page) => page.getByRole('button', { name }).first().click();
const acts = {
  invite: ['/admin#/staff', press(/Πρόσκληση|Invite/)],
  grant: ['/admin#/staff/B3TW-8P0C', press(/Προσθήκη ρόλου|Add a role/)],
  revoke: ['/admin#/staff/B3TW-8P0C', press(/Αφαίρεση|Take away/)],
  totp: ['/admin#/account', press(/Ρύθμιση δεύτερου|Set up the second/)],
  preview: ['/admin#/outbox', press(/Προβολή|Show/)],
  menu: ['/admin#/', press(/Μαρία/)],
};
const ways = [
  { tag: 'desktop-el-light', size: sizes.desktop, language: 'el', scheme: 'light' },
  { tag: 'desktop-en-dark', size: sizes.desktop, language: 'en', scheme: 'dark' },
  { tag: 'tablet-el-dark', size: sizes.tablet, language: 'el', scheme: 'dark' },
  { tag: 'phone-el-light', size: sizes.phone, language: 'el', scheme: 'light' },
];

const server = await startServer();
const browser = await launch();
try {
  for (const way of ways) {
    const take = async (page, name, path) => {
      if (wanted.length > 0 && !wanted.includes(name)) return;
      await page.goto('about:blank');
      await page.goto(server.base + path);
      await settled(page);
      await page.screenshot({ path: join(folder, `${name}-${way.tag}.png`), fullPage: true });
    };
    const out = await openPage(browser, way);
    for (const [name, path] of Object.entries(open)) await take(out.page, name, path);
    await out.close();
    const signed = await openPage(browser, way);
    await signIn(signed.page, server.base);
    for (const [name, path] of Object.entries(inside)) await take(signed.page, name, path);
    for (const [name, [path, act]] of Object.entries(acts)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      await signed.page.goto('about:blank');
      await signed.page.goto(server.base + path);
      await settled(signed.page);
      await act(signed.page);
      await signed.page.waitForTimeout(400);
      await signed.page.screenshot({ path: join(folder, `${name}-${way.tag}.png`) });
    }
    await signed.close();
    for (const complaint of [...out.complaints, ...signed.complaints]) console.log(way.tag, complaint);
  }
} finally {
  await browser.close();
  server.close();
}
