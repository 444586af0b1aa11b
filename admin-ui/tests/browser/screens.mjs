// Every screen and dialog of the pages, and a service with something of everything to show on them.
import { openPage, settled, sizes } from './browser.mjs';
import { startMailServer } from './mail.mjs';
import * as people from './people.mjs';
import { startService, until } from './service.mjs';

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

// What is there without any championship; the rest of these screens is walked in stub_walk.mjs.
const nowhere = {
  'the championships': ['/c'],
  'own entry, closed': ['/entry'],
  'lost codes': ['/entry/lost'],
  'a new secret without a link': ['/entry/recovery'],
};

const outside = (invitation) => ({
  'public page': ['/'],
  'no such page': ['/404.html'],
  ...nowhere,
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
  invitation: [invitation],
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
  'championships of the staff': ['/admin#/championships'],
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

/**
 * Starts the service and furnishes it. Resolves to a guest's page and a director's, each with its screens: a name, and the
 * address with what to do there.
 */
export async function startTour(browser) {
  const mail = await startMailServer();
  let service = null;
  const close = async () => {
    await service?.stop();
    mail.close();
  };
  try {
    service = await startService(mail.settings);
    const staff = await openPage(browser, { language: 'en' });
    const codes = await furnish(staff.page, browser, service, mail);
    const guest = await openPage(browser);
    const invitation = await mail.linkFor(host.email, 'invitation');
    const walks = [
      { ...guest, screens: outside(invitation) },
      { ...staff, screens: inside(codes) },
    ];
    for (const { complaints } of walks) complaints.splice(0);
    return { base: service.base, walks, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Shows one screen of a walk: in a language, in colours, in a size. */
export async function show({ page }, base, [path, act], way) {
  await page.setViewportSize(sizes[way.size]);
  await page.emulateMedia({ colorScheme: way.scheme, reducedMotion: 'reduce' });
  if (!page.url().startsWith(base)) await page.goto(base);
  await page.evaluate((chosen) => localStorage.setItem('agon.language', chosen), way.language);
  await page.goto('about:blank');
  await page.goto(path.startsWith('http') ? path : base + path);
  await settled(page);
  await act?.(page);
}
