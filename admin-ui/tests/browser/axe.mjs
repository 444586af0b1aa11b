// Every screen and dialog under axe-core, against the real service: no violation, no sideways scrolling, no complaint of the
// browser. Languages, colours and sizes are paired so that each meets each; AGON_AXE=all takes every combination.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { languages, launch, schemes } from './browser.mjs';
import { show, startTour } from './screens.mjs';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const all = languages.flatMap((language) =>
  schemes.flatMap((scheme) => ['tablet', 'phone'].map((size) => ({ language, scheme, size }))),
);
const paired = all.filter(
  ({ language, scheme, size }) => ((language === 'el') === (scheme === 'light')) === (size === 'phone'),
);
const ways = process.env.AGON_AXE === 'all' ? all : paired;

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

async function walk(guide, base, way) {
  let bad = 0;
  for (const [name, screen] of Object.entries(guide.screens)) {
    const findings = [];
    try {
      await show(guide, base, screen, way);
      const shown = await guide.page.evaluate(() => document.documentElement.lang);
      if (shown !== way.language) findings.push(`is in "${shown}"`);
      findings.push(...(await judgeScreen(guide.page)));
    } catch (error) {
      findings.push(error.message.split('\n')[0]);
    }
    findings.push(...guide.complaints.splice(0));
    bad += findings.length;
    for (const finding of findings) {
      console.log(`FAIL  ${name} (${way.language}, ${way.scheme}, ${way.size}): ${finding}`);
    }
  }
  console.log(
    `      ${Object.keys(guide.screens).length} screens in ${way.language}, ${way.scheme}, ${way.size}`,
  );
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

let browser = null;
let tour = null;
let bad = 0;
try {
  browser = await launch();
  tour = await startTour(browser);
  bad += await judgePolicy(tour.base);
  for (const way of ways) {
    for (const guide of tour.walks) bad += await walk(guide, tour.base, way);
  }
} catch (error) {
  bad += 1;
  console.log(`FAIL  ${error.message}`);
} finally {
  await browser?.close();
  await tour?.close();
}
console.log(bad === 0 ? 'ok    nothing found' : `${bad} findings`);
process.exit(bad === 0 ? 0 : 1);
