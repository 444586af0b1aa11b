// The screens of championships and registration: a name, and the address with what to do there. `slug` is that of the
// championship shown, `heat` and `entry` are codes in it.
const press = (el, en) => async (page) => {
  const name = new RegExp(`^(${el}|${en})`);
  await page.getByRole('button', { name }).first().click();
};
const opensDialog = (act) => async (page) => {
  await act(page);
  await page.getByRole('dialog').waitFor();
};

export const forPlayers = ({ slug, heat, entry, secret }) => ({
  'the championships': ['/c'],
  'a championship': [`/c/${slug}`],
  'no such championship': ['/c/nowhere-1900'],
  'the form of registration': [`/c/${slug}/register`],
  'the form of registration, refused': [
    `/c/${slug}/register`,
    async (page) => {
      await page.locator('button[type=submit]').click();
      await page.locator('.summary').waitFor();
    },
  ],
  'a receipt that is gone': [`/c/${slug}/receipt`],
  'all terms': [`/c/${slug}/terms`],
  'one version of the terms': [`/c/${slug}/terms/1`],
  'a ledger': [`/c/${slug}/heats/${heat}/ledger`],
  'a ledger, checked': [
    `/c/${slug}/heats/${heat}/ledger`,
    async (page) => {
      await page.locator('button[type=submit]').click();
      await page.locator('.banner').first().waitFor();
    },
  ],
  'own entry, closed': ['/entry'],
  'own entry, refused': [
    '/entry',
    async (page) => {
      await page.locator('input[name=code]').fill('0000-0000');
      await page.locator('input[name=secret]').fill('not it');
      await page.locator('button[type=submit]').click();
      await page.locator('[role=alert]').waitFor();
    },
  ],
  ...(entry
    ? {
        'own entry': [
          `/entry/${entry}`,
          async (page) => {
            await page.locator('input[name=secret]').fill(secret);
            await page.locator('button[type=submit]').click();
            await page.locator('.position').waitFor();
            await page.locator('.why li').first().waitFor();
          },
        ],
      }
    : {}),
  'lost codes': ['/entry/lost'],
  'a new secret': ['/entry/recovery#made-up'],
  'a new secret without a link': ['/entry/recovery'],
  'this was not me': ['/entry/not-me#made-up'],
});

export const forStaff = ({ slug, entry }) => ({
  'championships of the staff': ['/admin#/championships'],
  'beginning a championship': [
    '/admin#/championships',
    opensDialog(press('Νέο πρωτάθλημα', 'New championship')),
  ],
  'set-up': [`/admin#/championships/${slug}`],
  'set-up, everything open': [
    `/admin#/championships/${slug}`,
    (page) =>
      page.evaluate(() => {
        for (const one of document.querySelectorAll('details')) one.open = true;
      }),
  ],
  'terms editor': [
    `/admin#/championships/${slug}/terms`,
    async (page) => {
      const field = page.locator('textarea').first();
      await field.fill(`${await field.inputValue()}\nΆρθρο 9. Νέο.`);
    },
  ],
  'publishing terms': [
    `/admin#/championships/${slug}/terms`,
    opensDialog(press('Δημοσίευση όρων', 'Publish the terms')),
  ],
  'documents of the staff': [`/admin#/championships/${slug}/documents`],
  import: [`/admin#/championships/${slug}/import`],
  entries: [`/admin#/entries/${slug}`],
  'desk registration': [`/admin#/desk/${slug}`],
  ...(entry
    ? {
        'an entry': [`/admin#/entries/${slug}/${entry}`],
        'correcting an entry': [
          `/admin#/entries/${slug}/${entry}`,
          opensDialog(press('Διόρθωση', 'Correct details')),
        ],
        'cancelling an entry': [
          `/admin#/entries/${slug}/${entry}`,
          opensDialog(press('Ακύρωση συμ', 'Cancel the entry')),
        ],
      }
    : {}),
});
