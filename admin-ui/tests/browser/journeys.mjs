// People's ways through the pages, from the first sign-in on, against the real service.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, openPage } from './browser.mjs';
import { startMailServer } from './mail.mjs';
import * as people from './people.mjs';
import { director, submit, toast } from './people.mjs';
import { startService, until } from './service.mjs';

const colleague = {
  name: 'Ορέστης Ιωάννου',
  email: 'orestis@example.gr',
  password: 'nine green meeples behind walls',
  authenticator: null,
};
const wide = { language: 'en', size: { width: 1280, height: 900 } };

function expect(condition, words) {
  if (!condition) throw new Error(`expected ${words}`);
}

const focusedName = (page) => page.evaluate(() => document.activeElement?.getAttribute('name') ?? '');

async function tabTo(page, name) {
  for (let presses = 0; presses < 15; presses += 1) {
    if ((await focusedName(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`fifteen presses of Tab did not reach the field "${name}"`);
}

const journeys = {
  async 'the first director comes in by the link in the terminal'({ page, service }) {
    const link = people.firstLink(service);
    const token = link.split('token=')[1];
    await page.goto(link);
    await page.getByLabel('Full name').waitFor();
    expect(!page.url().includes(token), 'the secret to be gone from the address bar');
    await page.locator('input[name=email]').fill(director.email);
    await page.getByLabel('Full name').fill(director.name);
    await page.locator('input[name=password]').fill('password password');
    await submit(page, 'Activate the account');
    await page.locator('input[name=password][aria-invalid=true]').waitFor();
    expect((await focusedName(page)) === 'password', 'the focus at the field that is wrong');
    await page.locator('input[name=password]').fill(director.password);
    await submit(page, 'Activate the account');
    await page.getByRole('heading', { name: `Hello, ${director.name}` }).waitFor();
    expect(
      (await page.getByRole('link', { name: 'Staff' }).count()) === 0,
      'no rooms without the second step',
    );
  },

  async 'the director sets up the second step and the rooms open'({ page }) {
    await page.getByText('One more step before you begin').waitFor();
    await submit(page, 'Set it up now');
    await page.getByRole('heading', { name: 'My account', level: 1 }).waitFor();
    const codes = await people.setUpSecondStep(page, director);
    expect(
      codes.length >= 8 && new Set(codes).size === codes.length,
      'at least eight different recovery codes',
    );
    director.recoveryCode = codes[0];
    for (const room of ['Staff', 'Record of acts', 'Outbox', 'System health']) {
      await page.getByRole('navigation').getByRole('link', { name: room }).waitFor();
    }
  },

  async 'a reload keeps the session'({ page, service }) {
    await page.goto(`${service.base}/admin#/account`);
    await page.reload();
    await page.getByRole('heading', { name: 'My account', level: 1 }).waitFor();
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(!/ey[\w-]+\./.test(stored), 'no token in the browser’s storage');
    expect((await page.evaluate(() => document.cookie)) === '', 'no cookie that a script can read');
  },

  async 'the first link works once'({ browser, service }) {
    const other = await openPage(browser, wide);
    await other.page.goto(people.firstLink(service));
    await other.page.getByText('Link no longer valid').waitFor();
    await other.close();
  },

  async 'signing in by keyboard alone, with the code'({ page }) {
    await people.signOut(page, director);
    await tabTo(page, 'email');
    await page.keyboard.type(director.email);
    await tabTo(page, 'password');
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await page.getByText('These do not match').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await tabTo(page, 'email');
    await page.keyboard.type(director.email);
    await tabTo(page, 'password');
    await page.keyboard.type(director.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Second step' }).waitFor();
    await until('the focus at the code', 5, async () => (await focusedName(page)) === 'totp');
    await page.keyboard.type(await director.authenticator.next());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `Hello, ${director.name}` }).waitFor();
  },

  async 'a recovery code opens the account once'({ browser, service }) {
    const other = await openPage(browser, wide);
    const { page } = other;
    const enter = async () => {
      await page.goto(`${service.base}/admin`);
      await page.locator('input[name=email]').fill(director.email);
      await page.locator('input[name=password]').fill(director.password);
      await submit(page, 'Sign in');
      await submit(page, 'I do not have my phone with me');
      await page.locator('input[name=recovery]').fill(director.recoveryCode);
      await submit(page, 'Sign in');
    };
    await enter();
    await page.getByRole('heading', { name: `Hello, ${director.name}` }).waitFor();
    await people.signOut(page, director);
    await enter();
    await page.getByText('The code is not valid').waitFor();
    await other.close();
  },

  async 'a colleague is invited, once more, and comes in by the newer link'({
    page,
    browser,
    service,
    mail,
    colleagues,
  }) {
    await people.invite(page, service.base, colleague);
    const older = await mail.linkFor(colleague.email, 'invitation');
    await people.openMember(page, service.base, colleague.name);
    await submit(page, 'Send the invitation again');
    await toast(page, 'A new invitation is in the outbox.');
    const newer = await mail.linkFor(colleague.email, 'invitation');
    colleagues.own = await openPage(browser, wide);
    const own = colleagues.own.page;
    await own.goto(older);
    await own.getByText('Link no longer valid').waitFor();
    // The newer link is opened in the same page, as one does from a mail.
    await own.goto(newer);
    await own.getByText(colleague.email).waitFor();
    expect(
      (await own.getByLabel('Full name').inputValue()) === colleague.name,
      'the name from the invitation',
    );
    await people.acceptInvitation(own, newer, colleague);
    await own.getByText('You have not been given a role yet').waitFor();
  },

  async 'a role takes effect in the other browser without a reload'({ page, service, colleagues }) {
    await people.openMember(page, service.base, colleague.name);
    await page.getByRole('button', { name: 'Add a role' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add a role' });
    await dialog.getByLabel('Role', { exact: true }).selectOption({ label: 'Auditor' });
    await dialog.getByLabel('Your password').fill('not the password');
    await dialog.getByRole('button', { name: 'Add a role' }).click();
    await dialog.locator('input[aria-invalid=true]').waitFor();
    await dialog.getByLabel('Your password').fill(director.password);
    await dialog.getByRole('button', { name: 'Add a role' }).click();
    await toast(page, 'The role has been given.');
    await page.getByRole('cell', { name: 'Auditor', exact: true }).waitFor();
    const own = colleagues.own.page;
    await own.getByRole('navigation').getByRole('link', { name: 'Record of acts' }).waitFor();
    await own.getByRole('navigation').getByRole('link', { name: 'Record of acts' }).click();
    await own.getByRole('cell', { name: 'Gave a role' }).first().waitFor();
    await own.getByText(/Sealed up to block/).waitFor();
  },

  async 'a dialog holds the focus, tells that an address is taken, and gives the focus back'({
    page,
    service,
  }) {
    await page.goto(`${service.base}/admin#/staff`);
    await submit(page, 'Invite');
    const dialog = page.getByRole('dialog', { name: 'Invite a colleague' });
    await dialog.getByLabel('E-mail').fill(colleague.email);
    await dialog.getByLabel('Full name').fill('Somebody');
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await dialog.getByRole('alert').waitFor();
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab');
      const isInside = await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);
      expect(isInside, `the focus inside the dialog after ${presses + 1} presses of Tab`);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await until('the focus to be back', 5, () =>
      page.evaluate(() => document.activeElement?.textContent?.trim() === 'Invite'),
    );
  },

  async 'the outbox shows what was sent, and what it said'({ page, service }) {
    await page.goto(`${service.base}/admin#/outbox`);
    await page.getByRole('tab', { name: /Sent/ }).click();
    await page.getByRole('button', { name: /^Show/ }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('article h3').waitFor();
    const text = await dialog.textContent();
    expect(!/token=[\w-]{16}/.test(text), 'no working link in the preview');
    expect(!text.includes(colleague.email), 'a masked address');
    await page.keyboard.press('Escape');
  },

  async 'a forgotten password is replaced by link'({ service, mail, colleagues }) {
    const own = colleagues.own.page;
    await people.signOut(own, colleague);
    await own.getByRole('link', { name: 'I forgot my password' }).click();
    await own.locator('input[name=email]').fill(colleague.email);
    await submit(own, 'Send the link');
    await own.getByText('Check your mail').waitFor();
    const link = await mail.linkFor(colleague.email, 'reset');
    await own.goto(link);
    await own.getByRole('heading', { name: 'Set a new password' }).waitFor();
    expect(!own.url().includes('token='), 'the secret to be gone from the address bar');
    await own.locator('input[name=password]').fill('short');
    await submit(own, 'Save the password');
    await own.getByText('At least 12 characters are needed.').waitFor();
    const old = colleague.password;
    colleague.password = 'three purple dice under ladders';
    await own.locator('input[name=password]').fill(colleague.password);
    await submit(own, 'Save the password');
    await own.getByRole('heading', { name: 'Sign in' }).waitFor();
    await own.locator('input[name=email]').fill(colleague.email);
    await own.locator('input[name=password]').fill(old);
    await submit(own, 'Sign in');
    await own.getByText('These do not match').waitFor();
    await people.signIn(own, service.base, colleague);
  },

  async 'a session on another device is seen and ended'({ browser, service, colleagues }) {
    const elsewhere = await openPage(browser, wide);
    await people.signIn(elsewhere.page, service.base, colleague);
    const own = colleagues.own.page;
    await own.goto(`${service.base}/admin#/account`);
    const end = own.getByRole('button', { name: /^End/ });
    await until('one other session', 10, async () => (await end.count()) >= 1);
    const before = await end.count();
    await end.first().click();
    await own.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await toast(own, 'The session has ended.');
    await until('it to leave the list', 5, async () => (await end.count()) === before - 1);
    await elsewhere.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await elsewhere.close();
  },

  async 'signing out in one tab signs out in the other'({ colleagues, service }) {
    const own = colleagues.own.page;
    const second = await own.context().newPage();
    await second.goto(`${service.base}/admin`);
    await second.getByRole('heading', { name: `Hello, ${colleague.name}` }).waitFor();
    await people.signOut(second, colleague);
    await own.getByRole('heading', { name: 'Sign in' }).waitFor();
    await second.close();
  },

  async 'whoever tries too often is told how long to wait'({ browser, service }) {
    const other = await openPage(browser, wide);
    const { page } = other;
    await page.goto(`${service.base}/admin`);
    await page.locator('input[name=email]').fill('nobody@example.org');
    await page.locator('input[name=password]').fill('not the password');
    await until('a break', 30, async () => {
      await submit(page, 'Sign in');
      await page.locator('form [aria-busy=true]').waitFor({ state: 'detached' });
      return (await page.getByText('Too many tries').count()) > 0;
    });
    await page.getByText(/Try again in \d+ (second|minute)/).waitFor();
    expect(other.complaints.length === 0, `no complaint: ${other.complaints.join('; ')}`);
    await other.close();
  },

  async 'the page says when the service is gone and when it is back'({ page, service }) {
    await page.goto(`${service.base}/admin#/account`);
    const state = (words) =>
      page.locator('header [role=status]').filter({ hasText: words }).waitFor({ timeout: 45_000 });
    await state('Live');
    await page.getByLabel('Full name').fill('Something typed and not saved');
    await service.kill();
    await state('Connection lost');
    await page.getByText('we keep trying').waitFor();
    await service.start();
    await state('Live');
    expect(
      (await page.getByLabel('Full name').inputValue()) === 'Something typed and not saved',
      'what was typed to be there still',
    );
  },
};

const mail = await startMailServer();
let service = null;
let browser = null;
let failed = false;
try {
  service = await startService(mail.settings);
  browser = await launch();
  const main = await openPage(browser, wide);
  const world = { browser, service, mail, page: main.page, colleagues: { own: null } };
  const pages = () => [main, world.colleagues.own].filter(Boolean);
  for (const [name, journey] of Object.entries(journeys)) {
    const began = Date.now();
    try {
      await journey(world);
      const complaints = pages().flatMap((opened) => opened.complaints.splice(0));
      if (complaints.length > 0) throw new Error(`the browser complains: ${complaints.join('; ')}`);
      console.log(`ok    ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed = true;
      console.log(`FAIL  ${name}\n      ${error.message.split('\n').join('\n      ')}`);
      for (const [i, { page }] of pages().entries()) {
        const picture = join(tmpdir(), `agon-journey-${i}.png`);
        await page.screenshot({ path: picture }).catch(() => undefined);
        console.log(`      ${page.url().replace(/token=.*/, 'token=…')}, picture in ${picture}`);
      }
      break;
    }
  }
} catch (error) {
  failed = true;
  console.log(`FAIL  ${error.message}`);
} finally {
  await browser?.close();
  await service?.stop();
  mail.close();
}
process.exit(failed ? 1 : 0);
