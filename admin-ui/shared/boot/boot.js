// Runs before the first paint. Keys and values are those of shared/theme.svelte.ts and shared/i18n/language.svelte.ts.
(function () {
  var html = document.documentElement;
  var theme = null;
  var language = null;
  try {
    theme = localStorage.getItem('agon.theme');
    language = localStorage.getItem('agon.language');
  } catch {
    // Storage may be forbidden; the system's preferences then decide.
  }
  if (theme === 'light' || theme === 'dark') html.dataset.theme = theme;
  if (language !== 'el' && language !== 'en') {
    language = (navigator.languages || [])
      .map(function (tag) {
        return tag.slice(0, 2).toLowerCase();
      })
      .find(function (tag) {
        return tag === 'el' || tag === 'en';
      });
  }
  html.lang = language || 'el';
})();
