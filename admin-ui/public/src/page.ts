import '$shared/styles/tokens.css';
import '$shared/styles/base.css';
import './page.css';
import { mount } from 'svelte';
import { language } from '$shared/i18n/language.svelte';
import { el } from './i18n/el';
import { en } from './i18n/en';
import Switches from './Switches.svelte';

// The pages are complete without this script, in Greek. It adds the switches and swaps the language.

type Key = keyof typeof el;

function translatePage(): void {
  const words = language.current === 'el' ? el : en;
  for (const node of document.querySelectorAll<HTMLElement>('[data-i18n]')) {
    node.textContent = words[node.dataset['i18n'] as Key];
  }
  for (const node of document.querySelectorAll<HTMLElement>('[data-i18n-content]')) {
    node.setAttribute('content', words[node.dataset['i18nContent'] as Key]);
  }
}

function showWhatIsLocal(): void {
  // The front server does not pass /docs on, so its link only makes sense on the machine itself.
  if (!['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)) return;
  for (const node of document.querySelectorAll<HTMLElement>('[data-local]')) node.hidden = false;
}

language.show(language.current);
translatePage();
showWhatIsLocal();
const place = document.getElementById('switches');
const list = document.getElementById('championships');
if (list) {
  // The page says that there is none until it knows better.
  void import('./app/ChampionshipList.svelte').then(({ default: ChampionshipList }) => {
    list.replaceChildren();
    mount(ChampionshipList, { target: list });
  });
}
if (place) mount(Switches, { target: place, props: { onlanguage: translatePage } });
