// The screens of championships and registration with a made-up service: under axe, and with a folder as argument in pictures.
//   node tests/browser/stub_walk.mjs [folder] [part of a screen's name]
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { launch, openPage } from './browser.mjs';
import { forPlayers, forStaff } from './register_screens.mjs';
import { show } from './screens.mjs';
import { startStub } from './stub.mjs';

const [folder = '', wanted = ''] = process.argv.slice(2);
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const where = { slug: 'greece-2015', heat: 'AAAA-0003', entry: 'B302-1002', secret: 'open sesame' };
const screens = { ...forPlayers(where), ...forStaff(where) };
const ways = [
  { language: 'el', scheme: 'light', size: 'phone' },
  { language: 'en', scheme: 'dark', size: 'tablet' },
  { language: 'en', scheme: 'light', size: 'desktop' },
];
if (folder !== '') mkdirSync(folder, { recursive: true });
const stub = await startStub();
const browser = await launch();
let bad = 0;
try {
  for (const way of ways) {
    const guide = await openPage(browser, { language: way.language });
    for (const [name, screen] of Object.entries(screens)) {
      if (!name.includes(wanted)) continue;
      const findings = [];
      try {
        await show(guide, stub.base, screen, way);
        const [width, room] = await guide.page.evaluate(() => [
          document.documentElement.scrollWidth,
          innerWidth,
        ]);
        if (width > room) findings.push(`scrolls sideways: ${width} px on a screen of ${room}`);
        if (await guide.page.evaluate(() => typeof window.axe === 'undefined'))
          await guide.page.evaluate(source);
        const { violations } = await guide.page.evaluate(() =>
          window.axe.run(document, { resultTypes: ['violations'], rules: { region: { enabled: true } } }),
        );
        for (const { id, help, nodes } of violations)
          findings.push(`${id}: ${help} (${nodes.length}: ${nodes[0].html.slice(0, 160)})`);
        if (folder !== '') {
          const isDialog = (await guide.page.getByRole('dialog').count()) > 0;
          const file = `${name.replace(/[^a-z]+/g, '-')}-${way.size}-${way.language}-${way.scheme}.png`;
          await guide.page.screenshot({ path: join(folder, file), fullPage: !isDialog });
        }
      } catch (error) {
        findings.push(error.message.split('\n')[0]);
      }
      findings.push(...guide.complaints.splice(0));
      bad += findings.length;
      for (const finding of findings)
        console.log(`FAIL  ${name} (${way.language}, ${way.scheme}, ${way.size}): ${finding}`);
    }
    await guide.close();
  }
} finally {
  await browser.close();
  await stub.close();
}
console.log(bad === 0 ? `ok    ${Object.keys(screens).length} screens` : `${bad} findings`);
process.exit(bad === 0 ? 0 : 1);
