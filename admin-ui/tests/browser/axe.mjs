// Every screen and dialog under axe-core, against the real service: no violation, no sideways scrolling, no complaint of the
// browser. Languages, colours and sizes are paired so that each meets each; AGON_AXE=all takes every combination.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { launch, languages, openPage, schemes, settled, sizes } from './browser.mjs';
import { startMailServer } from './mail.mjs';
import * as people from './people.mjs';
import { startService, until } from './service.mjs';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const all = languages.flatMap((language) =>
  schemes.flatMap((scheme) => ['tablet', 'phone'].map((size) => ({ language, scheme, size }))),
);
const paired = all.filter(
  ({ language, scheme, size }) => ((language === 'el') === (scheme === 'light')) === (size === 'phone'),
);
const ways = process.env.AGON_AXE === 'all' ? all : paired;

const host = { name: 'Ελένη Αλεξίου', email: 'eleni@example.gr', hosting: true };
const judge = {
  name: 'Ορέστης Ιωάννου',
  email: 'orestis@example.gr',
  password: 'nine green meeples behind walls',
};
const lost = { name: 'John Carter', email: 'bounce@example.org' };

/** Fills the service with something of everything that the pages can show; tells where to find it. */
async function furnish(page, browser, service, mail) {
  await people.becomeDirector(page, service);
  await people.invite(page, service.base, host);
  await people.invite(page, service.base, lost);
  await people.invite(page, service.base, judge);
  const other = await openPage(browser, { language: 'en' });
  await people.acceptInvitation(other.page, await mail.linkFor(judge.email, 'invitation'), judge);
  await other.close();
  const codes = {};
  for (const { name } of [host, judge]) {
    await people.openMember(page, service.base, name);
    codes[name] = new URL(page.url()).hash.split('/').at(-1);
  }
  await people.grant(page, 'Head judge', people.director.password);
  await until('the refused message', 20, async () => {
    await page.goto(`${service.base}/admin#/outbox`);
    await page.reload();
    await page.getByRole('tab', { name: /Failed/ }).waitFor();
    return /1/.test(await page.getByRole('tab', { name: /Failed/ }).textContent());
  });
  return codes;
}

const press = (el, en) => async (page) => {
  const name = new RegExp(`^(${el}|${en})`);
  await page.getByRole('button', { name }).first().click();
};
const opensDialog = (act) => async (page) => {
  await act(page);
  await page.getByRole('dialog').waitFor();
};

const outside = (old) => ({
  'public page': ['/'],
  'no such page': ['/nothing/here'],
  'sign-in': ['/admin'],
  'sign-in, refused': [
    '/admin',
    async (page) => {
      await page.locator('input[name=email]').fill('nobody@example.org');
      await page.locator('button[type=submit]').click();
      await page.locator('input[aria-invalid=true]').waitFor();
    },
  ],
  'forgotten password': ['/admin#/forgotten'],
  'new password': ['/admin#/reset?token=made-up'],
  'new password without a link': ['/admin#/reset'],
  invitation: [old.invitation],
  'invitation that has ended': ['/admin#/invitation?token=made-up'],
  gallery: ['/admin#/gallery'],
});

const inside = (codes) => ({
  home: ['/admin#/'],
  'own account': ['/admin#/account'],
  'own account, password refused': [
    '/admin#/account',
    async (page) => {
      await page.locator('input[name=new]').fill('short');
      await press('Αλλαγή κωδικού', 'Change the password')(page);
      await page.locator('input[name=new][aria-invalid=true]').waitFor();
    },
  ],
  'removing the second step': ['/admin#/account', opensDialog(press('Κατάργηση', 'Remove'))],
  staff: ['/admin#/staff'],
  'inviting somebody': ['/admin#/staff', opensDialog(press('Πρόσκληση', 'Invite'))],
  'inviting somebody, refused': [
    '/admin#/staff',
    async (page) => {
      await opensDialog(press('Πρόσκληση', 'Invite'))(page);
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await page.locator('input[aria-invalid=true]').first().waitFor();
    },
  ],
  'somebody with a role': [`/admin#/staff/${codes[judge.name]}`],
  'somebody invited': [`/admin#/staff/${codes[host.name]}`],
  'nobody there': ['/admin#/staff/0000-0000'],
  'giving a role': [`/admin#/staff/${codes[judge.name]}`, opensDialog(press('Προσθήκη ρόλου', 'Add a role'))],
  'taking a role': [`/admin#/staff/${codes[judge.name]}`, opensDialog(press('Αφαίρεση', 'Take away'))],
  'disabling an account': [
    `/admin#/staff/${codes[judge.name]}`,
    opensDialog(press('Απενεργοποίηση', 'Disable the account')),
  ],
  'record of acts': ['/admin#/audit'],
  outbox: ['/admin#/outbox'],
  'outbox, failed': [
    '/admin#/outbox',
    async (page) => {
      await page.getByRole('tab').nth(1).click();
      await page.getByRole('table').waitFor();
    },
  ],
  'a message': [
    '/admin#/outbox',
    async (page) => {
      await page.getByRole('tab').nth(2).click();
      await opensDialog(press('Προβολή', 'Show'))(page);
      await page.locator('article').waitFor();
    },
  ],
  'system health': ['/admin#/health'],
  'no such room': ['/admin#/nothing'],
  'own menu': [
    '/admin#/',
    async (page) => {
      await page.locator('.menu-trigger').click();
      await page.getByRole('menu').waitFor();
    },
  ],
  'drawer of the navigation': ['/admin#/', opensDialog(press('Άνοιγμα πλοήγησης', 'Open the navigation'))],
});

async function judgeScreen(page) {
  const findings = [];
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  if (width[0] > width[1]) findings.push(`scrolls sideways: ${width[0]} px on a screen of ${width[1]}`);
  if ((await page.title()) === '') findings.push('has no title');
  if (await page.evaluate(() => typeof window.axe === 'undefined')) await page.evaluate(source);
  const { violations } = await page.evaluate(() =>
    window.axe.run(document, { resultTypes: ['violations'], rules: { region: { enabled: true } } }),
  );
  for (const { id, help, nodes } of violations) {
    findings.push(
      `${id}: ${help} (${nodes.length} times, first ${nodes[0].target.join(' ')}: ${nodes[0].html.slice(0, 160)})`,
    );
  }
  return findings;
}

async function walk({ page, complaints }, base, screens, way) {
  let bad = 0;
  await page.setViewportSize(sizes[way.size]);
  await page.emulateMedia({ colorScheme: way.scheme, reducedMotion: 'reduce' });
  await page.goto(base);
  await page.evaluate((chosen) => localStorage.setItem('agon.language', chosen), way.language);
  for (const [name, [path, act]] of Object.entries(screens)) {
    const findings = [];
    try {
      await page.goto('about:blank');
      await page.goto(path.startsWith('http') ? path : base + path);
      await settled(page);
      await act?.(page);
      const shown = await page.evaluate(() => document.documentElement.lang);
      if (shown !== way.language) findings.push(`is in "${shown}"`);
      findings.push(...(await judgeScreen(page)));
    } catch (error) {
      findings.push(error.message.split('\n')[0]);
    }
    findings.push(...complaints.splice(0));
    bad += findings.length;
    for (const finding of findings) {
      console.log(`FAIL  ${name} (${way.language}, ${way.scheme}, ${way.size}): ${finding}`);
    }
  }
  console.log(`      ${Object.keys(screens).length} screens in ${way.language}, ${way.scheme}, ${way.size}`);
  return bad;
}

/** The pages must be served under a policy that forbids what could be injected. */
async function judgePolicy(base) {
  const bad = [];
  for (const path of ['/', '/admin']) {
    const policy = (await fetch(base + path)).headers.get('content-security-policy') ?? '';
    for (const wanted of ["script-src 'self'", "style-src 'self'", "require-trusted-types-for 'script'"]) {
      if (!policy.split('; ').some((rule) => rule === wanted || rule.startsWith(`${wanted};`))) {
        bad.push(`${path} is served without ${wanted}: ${policy}`);
      }
    }
  }
  for (const words of bad) console.log(`FAIL  ${words}`);
  return bad.length;
}

const mail = await startMailServer();
let service = null;
let browser = null;
let bad = 0;
try {
  service = await startService(mail.settings);
  browser = await launch();
  bad += await judgePolicy(service.base);
  const staff = await openPage(browser, { language: 'en' });
  const codes = await furnish(staff.page, browser, service, mail);
  staff.complaints.splice(0);
  const guest = await openPage(browser);
  const invitation = await mail.linkFor(host.email, 'invitation');
  for (const way of ways) {
    bad += await walk(guest, service.base, outside({ invitation }), way);
    const screens = inside(codes);
    // The rail is always there on wide screens.
    if (sizes[way.size].width > 1224) delete screens['drawer of the navigation'];
    bad += await walk(staff, service.base, screens, way);
  }
} catch (error) {
  bad += 1;
  console.log(`FAIL  ${error.message}`);
} finally {
  await browser?.close();
  await service?.stop();
  mail.close();
}
console.log(bad === 0 ? 'ok    nothing found' : `${bad} findings`);
process.exit(bad === 0 ? 0 : 1);
