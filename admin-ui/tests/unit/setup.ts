import '@testing-library/jest-dom/vitest';
import { beforeEach } from 'vitest';
import { language } from '$shared/i18n/language.svelte';

// What the headless widgets ask of a browser and jsdom does not have.
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.hasPointerCapture = () => false;
Element.prototype.releasePointerCapture = () => undefined;
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

beforeEach(() => {
  localStorage.clear();
  language.show('en');
});
