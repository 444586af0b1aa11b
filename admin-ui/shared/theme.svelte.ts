export type Theme = 'system' | 'light' | 'dark';

const storageKey = 'agon.theme';

function stored(): Theme {
  try {
    const value = localStorage.getItem(storageKey);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
}

let current = $state<Theme>(stored());

export const theme = {
  get current(): Theme {
    return current;
  },
  choose(next: Theme): void {
    current = next;
    if (next === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = next;
    try {
      if (next === 'system') localStorage.removeItem(storageKey);
      else localStorage.setItem(storageKey, next);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  },
};
