export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** The lines of a text; the empty text has none. */
export const linesOf = (text: string): string[] =>
  text === '' ? [] : text.replace(/\r\n?/g, '\n').split('\n');

/** The shortest way from one text to another in whole lines (longest common subsequence). */
export function difference(before: string, after: string): DiffLine[] {
  const a = linesOf(before);
  const b = linesOf(after);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const same = (text: string): DiffLine => ({ kind: 'same', text });
  return [
    ...a.slice(0, start).map(same),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ];
}

function middle(a: string[], b: string[]): DiffLine[] {
  // common[i][j]: how many lines a from i on and b from j on share, in order.
  const width = b.length + 1;
  const common = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      lines.push({ kind: 'same', text: left });
      i += 1;
      j += 1;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: left });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: right ?? '' });
      j += 1;
    }
  }
  return lines;
}

export interface Passage {
  /** Lines left out because they did not change. */
  skipped: number;
  lines: DiffLine[];
}

/** Only what changed, with `around` lines of what did not on each side. */
export function passages(lines: DiffLine[], around = 2): Passage[] {
  const near = lines.map((_line, i) =>
    lines.slice(Math.max(0, i - around), i + around + 1).some(({ kind }) => kind !== 'same'),
  );
  const found: Passage[] = [];
  let skipped = 0;
  let open: Passage | null = null;
  lines.forEach((line, i) => {
    if (!near[i]) {
      skipped += 1;
      open = null;
      return;
    }
    if (open === null) {
      open = { skipped, lines: [] };
      found.push(open);
      skipped = 0;
    }
    open.lines.push(line);
  });
  if (skipped > 0 && found.length > 0) found.push({ skipped, lines: [] });
  return found;
}
