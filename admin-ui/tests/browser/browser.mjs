import { chromium } from 'playwright-core';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launch = () =>
  chromium.launch({ executablePath: process.env.AGON_CHROMIUM ?? '/usr/bin/chromium', args: flags });

export const languages = ['el', 'en'];
export const schemes = ['light', 'dark'];
export const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 1024, height: 768 },
  upright: { width: 820, height: 1180 },
  desktop: { width: 1360, height: 900 },
};

// A page whose every complaint (script error, breach of the policy, missing file) is collected.
export async function openPage(browser, { language = 'el', scheme = 'light', size = sizes.desktop } = {}) {
  const context = await browser.newContext({
    locale: language === 'el' ? 'el-GR' : 'en-GB',
    timezoneId: 'Europe/Athens',
    colorScheme: scheme,
    reducedMotion: 'reduce',
    viewport: size,
  });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
  page.on('console', (message) => {
    // A refusal of the API and a service that is away are part of the journeys; the browser logs each as an error.
    if (message.type() === 'error' && !message.text().includes('Failed to load resource')) {
      complaints.push(`console: ${message.text()}`);
    }
  });
  await page.addInitScript((chosen) => {
    if (location.protocol === 'about:') return;
    if (localStorage.getItem('agon.language') === null) localStorage.setItem('agon.language', chosen);
    addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  }, language);
  return { page, complaints, close: () => context.close() };
}

// What is being fetched has arrived: no placeholder is left, outside the gallery's samples of them. The event stream never
// ends, so the network is no measure.
export async function settled(page) {
  await page.waitForFunction(() => {
    const busy = document.querySelector('.skeleton:not(.tile *), .spinner[role=status]:not(.tile *)');
    return document.readyState === 'complete' && document.querySelector('h1') && !busy;
  });
}
