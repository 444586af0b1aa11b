// Registering, and what the staff does about it. With AGON_STUB=1 against the made-up service; otherwise against the real
// one, which must have a championship that takes registrations: AGON_SLUG, greece-2015 unless told, as `agon demo` has it.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, openPage } from './browser.mjs';
import { startMailServer } from './mail.mjs';
import * as people from './people.mjs';
import { submit, toast } from './people.mjs';
import { startService } from './service.mjs';
import { startStub } from './stub.mjs';

const isStub = process.env.AGON_STUB === '1';
const slug = process.env.AGON_SLUG ?? 'greece-2015';
const wide = { language: 'en', size: { width: 1280, height: 900 } };
const email = `eleni+${Date.now()}@example.org`;

function expect(condition, words) {
  if (!condition) throw new Error(`expected ${words}`);
}

async function fillForm(page, { born = '1990-02-03' } = {}) {
  await page.locator('input[name=heat]').first().check();
  await page.locator('input[name=full_name]').fill('Ελένη Δοκιμή');
  await page.locator('input[name=birth_date]').fill(born);
  await page.locator('select[name=citizenship]').first().selectOption('GR');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=phone]').fill('+306912345678');
  for (const name of ['works_for_organiser', 'relative_of_staff']) {
    await page.locator(`input[name=${name}][value=no]`).check();
  }
  for (const group of await page.locator('input[name^="answers/"][value=yes]').all()) await group.check();
  for (const box of await page.locator('input[name^=declaration-]').all()) await box.check();
}

const journeys = {
  async 'the form says what is missing, takes the focus there, and keeps what was typed'({ page, base }) {
    await page.goto(`${base}/c/${slug}`);
    await page.getByRole('link', { name: 'Register', exact: true }).click();
    await page.getByRole('heading', { name: 'Register', level: 1 }).waitFor();
    expect((await page.locator('input[name^=declaration-]').count()) === 6, 'six declarations');
    expect((await page.locator('input[name^=declaration-]:checked').count()) === 0, 'none of them ticked');
    await submit(page, 'Send my entry');
    await page.locator('.summary:focus').waitFor();
    await page.locator('input[name=full_name]').fill('Ελένη Δοκιμή');
    await page.reload();
    await page.locator('input[name=full_name]').waitFor();
    expect(
      (await page.locator('input[name=full_name]').inputValue()) === 'Ελένη Δοκιμή',
      'the name to be kept',
    );
  },

  async 'who is too young is told so at the date of birth'({ page }) {
    await fillForm(page, { born: '2012-01-01' });
    await submit(page, 'Send my entry');
    await page.getByText('Your entry was not accepted').waitFor();
    await page.locator('input[name=birth_date][aria-invalid=true]').waitFor();
  },

  async 'somebody registers and gets a receipt, once'({ page, world }) {
    await fillForm(page);
    await submit(page, 'Send my entry');
    await page.getByRole('heading', { name: 'Your entry is in the register' }).waitFor();
    const [code, secret] = await page.locator('.codes code').allTextContents();
    Object.assign(world, { code, secret });
    await page.getByRole('img', { name: 'QR picture with the address of your entry' }).waitFor();
    const kept = await page.evaluate(
      () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]) + location.href,
    );
    expect(!kept.includes(secret), 'the secret to be kept nowhere');
    expect(!kept.includes(email), 'nothing that was typed to be kept any more');
    world.ledger = await page
      .getByRole('link', { name: 'Check it in the list of the order' })
      .getAttribute('href');
  },

  async 'the receipt is found in the ledger, whose chain is whole'({ page, base, world }) {
    await page.goto(base + world.ledger);
    await submit(page, 'Check');
    await page.getByText('The chain is whole').waitFor({ timeout: 30_000 });
    await page.getByText(/Your receipt is number/).waitFor();
  },

  async 'my entry opens with code and secret, and is corrected'({ page, base, world }) {
    await page.goto(`${base}/entry/${world.code}`);
    await page.locator('input[name=secret]').fill('not the secret');
    await submit(page, 'Open');
    await page.getByText('These do not match').waitFor();
    await page.locator('input[name=secret]').fill(world.secret);
    await submit(page, 'Open');
    await page.getByRole('heading', { name: /^My entry:/ }).waitFor();
    await page.locator('.why li').first().waitFor();
    await page.locator('input[name=nickname]').fill('Πιόνι');
    await submit(page, 'Save');
    await page.getByText('Your details have been corrected.').first().waitFor();
  },

  async 'who withdraws is asked first, and is out'({ page }) {
    await submit(page, 'Withdraw');
    await submit(page, 'Yes, withdraw');
    await page.getByText('This entry has ended').waitFor();
  },

  async 'lost codes always get the same answer'({ page, base }) {
    await page.goto(`${base}/entry/lost`);
    await page.locator('input[name=email]').waitFor();
    const championship = page.locator('select[name=championship]');
    if ((await championship.count()) > 0) await championship.selectOption(slug);
    await page.locator('input[name=email]').fill('nobody@example.org');
    await submit(page, 'Send the link');
    await page.getByText('Check your mail').waitFor();
  },

  async 'the staff raises a capacity and publishes it as new terms'({ page, base, service }) {
    if (service) {
      await people.becomeDemoDirector(page, service);
      await people.openMember(page, base, people.director.name);
      await people.grant(page, 'Organiser', people.director.password);
    }
    await page.goto(`${base}/admin#/championships/${slug}`);
    const heat = page.locator('details', { has: page.getByText('Places', { exact: true }) }).first();
    await heat.locator('summary').click();
    const places = heat.getByLabel('Places', { exact: true });
    await places.fill(String(Number(await places.inputValue()) + 6));
    await submit(page, 'Save the draft');
    await toast(page, 'The draft is saved.');
    await page.getByRole('link', { name: 'On to publishing' }).click();
    await page.getByRole('heading', { name: /^Terms:/ }).waitFor();
    const text = page.locator('textarea').nth(1);
    await text.fill(`${await text.inputValue()}\nMore places.`);
    await page.getByRole('tab', { name: 'English' }).click();
    await page.getByText('More places.').last().waitFor();
    await submit(page, 'Publish the terms');
    const dialog = page.getByRole('dialog');
    await dialog.locator('select[name=reason]').selectOption('capacity');
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await toast(page, /^Version \d+ is published\.$/);
    await page.goto(`${base}/c/${slug}`);
    await page.getByText('The terms have changed').waitFor();
  },

  async 'the staff finds an entry and cancels it with a reason'({ page, base, world }) {
    await page.goto(`${base}/c/${slug}/register`);
    await page.locator('input[name=full_name]').waitFor();
    await fillForm(page);
    await submit(page, 'Send my entry');
    await page.getByRole('heading', { name: 'Your entry is in the register' }).waitFor();
    [world.code] = await page.locator('.codes code').allTextContents();
    await page.goto(`${base}/admin#/entries/${slug}`);
    await page.locator('input[name=search]').fill('Ελένη Δοκιμή');
    await page.locator('form button[type=submit]').click();
    await page.locator(`a[href$="${world.code}"]`).click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await submit(page, 'Cancel the entry');
    const dialog = page.getByRole('dialog');
    await dialog.locator('select[name=choice]').selectOption('incomplete');
    await dialog.locator('textarea').fill('Made up for a test.');
    await dialog.getByRole('button', { name: 'Cancel the entry' }).click();
    await toast(page, 'The entry is cancelled.');
    await page.getByText('Made up for a test.').waitFor();
  },
};

const mail = isStub ? null : await startMailServer();
let service = null;
let stub = null;
let browser = null;
let failed = false;
try {
  if (isStub) stub = await startStub();
  else service = await startService(mail.settings, true);
  const base = (stub ?? service).base;
  browser = await launch();
  const main = await openPage(browser, wide);
  const world = {};
  for (const [name, journey] of Object.entries(journeys)) {
    const began = Date.now();
    try {
      await journey({ page: main.page, base, service, world });
      const complaints = main.complaints.splice(0);
      if (complaints.length > 0) throw new Error(`the browser complains: ${complaints.join('; ')}`);
      console.log(`ok    ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed = true;
      const picture = join(tmpdir(), 'agon-register.png');
      await main.page.screenshot({ path: picture }).catch(() => undefined);
      console.log(
        `FAIL  ${name}\n      ${error.message.split('\n').slice(0, 6).join('\n      ')}\n      picture in ${picture}`,
      );
      break;
    }
  }
} catch (error) {
  failed = true;
  console.log(`FAIL  ${error.message}`);
} finally {
  await browser?.close();
  await stub?.close();
  await service?.stop();
  mail?.close();
}
process.exit(failed ? 1 : 0);
