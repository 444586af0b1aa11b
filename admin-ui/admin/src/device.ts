/** The words a person uses for a browser; empty when the header tells us nothing we know. */
export function deviceOf(userAgent: string): { browser: string; system: string } | null {
  const find = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find([
    [/Edg\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/Firefox\//, 'Firefox'],
    [/Chrome\/|CriOS\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ]);
  const system = find([
    [/iPad/, 'iPad'],
    [/iPhone/, 'iPhone'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS X/, 'Mac'],
    [/Linux/, 'Linux'],
  ]);
  return browser && system ? { browser, system } : null;
}
