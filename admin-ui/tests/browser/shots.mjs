// Takes a picture of every screen: npm run shots -- <folder> [part of a screen's name]
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from './browser.mjs';
import { show, startTour } from './screens.mjs';

const [folder = join(tmpdir(), 'agon-shots'), wanted = ''] = process.argv.slice(2);
const ways = [
  { language: 'el', scheme: 'light', size: 'desktop' },
  { language: 'en', scheme: 'dark', size: 'tablet' },
  { language: 'el', scheme: 'dark', size: 'upright' },
  { language: 'el', scheme: 'light', size: 'phone' },
];

mkdirSync(folder, { recursive: true });
const browser = await launch();
let tour = null;
try {
  tour = await startTour(browser);
  for (const way of ways) {
    for (const guide of tour.walks) {
      for (const [name, screen] of Object.entries(guide.screens)) {
        if (!name.includes(wanted)) continue;
        const file = `${name.replace(/[^a-z]+/g, '-')}-${way.size}-${way.language}-${way.scheme}.png`;
        try {
          await show(guide, tour.base, screen, way);
          const isDialog = (await guide.page.getByRole('dialog').count()) > 0;
          await guide.page.screenshot({ path: join(folder, file), fullPage: !isDialog });
        } catch (error) {
          console.log(`no picture of ${file}: ${error.message.split('\n')[0]}`);
        }
      }
    }
  }
} finally {
  await browser.close();
  await tour?.close();
}
console.log(`pictures in ${folder}`);
