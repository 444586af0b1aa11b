// What people do in the pages, in English, as steps of a journey.
import { Authenticator } from './totp.mjs';
import { until } from './service.mjs';

export const director = {
  name: 'Μαρία Παπαδοπούλου',
  email: 'maria@example.gr',
  password: 'seven blue pawns crossing rivers',
  authenticator: null,
};

export const toast = (page, words) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(words).waitFor();

export const submit = (page, name) => page.getByRole('button', { name, exact: true }).click();

export function firstLink(service) {
  const link = /http\S+#\/invitation\?token=[\w-]+/.exec(service.output())?.[0];
  if (!link) throw new Error(`the terminal shows no link for the first sign-in:\n${service.output()}`);
  return link;
}

export async function acceptInvitation(page, link, person) {
  await page.goto(link);
  await page.getByRole('heading', { name: 'Welcome to Agon' }).waitFor();
  await page.getByLabel('Full name').waitFor();
  const asksEmail = (await page.locator('input[name=email]').count()) === 1;
  if (asksEmail) await page.locator('input[name=email]').fill(person.email);
  await page.getByLabel('Full name').fill(person.name);
  await page.locator('input[name=password]').fill(person.password);
  await submit(page, 'Activate the account');
  await page.getByRole('heading', { name: `Hello, ${person.name}` }).waitFor();
  return { asksEmail };
}

export async function setUpSecondStep(page, person) {
  await submit(page, 'Set up the second step');
  await page.getByRole('img', { name: 'QR picture for the authenticator' }).waitFor();
  const secret = await page.locator('section code').first().textContent();
  person.authenticator = new Authenticator(secret);
  await page.locator('input[name=totp]').fill(await person.authenticator.next());
  await submit(page, 'Confirm');
  await page.getByText('Keep these codes').waitFor();
  const codes = await page.locator('section li code').allTextContents();
  await submit(page, 'I have kept them');
  await page.getByText('Second step on').waitFor();
  return codes;
}

export async function signIn(page, base, person) {
  await page.goto(`${base}/admin`);
  await page.locator('input[name=email]').fill(person.email);
  await page.locator('input[name=password]').fill(person.password);
  await submit(page, 'Sign in');
  if (person.authenticator) {
    await page.locator('input[name=totp]').fill(await person.authenticator.next());
    await submit(page, 'Sign in');
  }
  await page.getByRole('heading', { name: `Hello, ${person.name}` }).waitFor();
}

export async function signOut(page, person) {
  await page.getByRole('button', { name: person.name }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

export async function invite(page, base, { name, email, hosting = false }) {
  await page.goto(`${base}/admin#/staff`);
  await page.getByRole('heading', { name: 'Staff', level: 1 }).waitFor();
  await submit(page, 'Invite');
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' });
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Full name').fill(name);
  if (hosting) await dialog.getByLabel('Hosting company').check();
  await dialog.getByLabel('Language of messages').selectOption('en');
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await toast(page, `The invitation to ${name} is in the outbox.`);
  await page.getByRole('link', { name }).waitFor();
}

export async function openMember(page, base, name) {
  await page.goto(`${base}/admin#/staff`);
  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

export async function grant(page, role, password) {
  await page.getByRole('button', { name: 'Add a role' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a role' });
  await dialog.getByLabel('Role', { exact: true }).selectOption({ label: role });
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Add a role' }).click();
  await toast(page, 'The role has been given.');
}

/** The first director with the second step set up, signed in, at home. */
/** In the demonstration, where nothing real depends on it, no role waits for a second step. */
export async function becomeDemoDirector(page, service, person = director) {
  await acceptInvitation(page, firstLink(service), person);
  await until('the rooms to open', 10, () => page.getByRole('link', { name: 'Staff' }).count());
}

export async function becomeDirector(page, service, person = director) {
  await acceptInvitation(page, firstLink(service), person);
  await page.getByRole('button', { name: 'Set it up now' }).click();
  await page.getByRole('heading', { name: 'My account', level: 1 }).waitFor();
  await setUpSecondStep(page, person);
  await until('the rooms to open', 10, () => page.getByRole('link', { name: 'Staff' }).count());
}
