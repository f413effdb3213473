/** What differs from one run to the next. */
const volatile: readonly (readonly [RegExp, string])[] = [
  [/\(\d+\.\d s\)/g, '(… s)'],
  [/\r/g, ''],
];

const stable = (text: string): string =>
  volatile.reduce((changed, [pattern, by]) => changed.replace(pattern, by), text).trimEnd();

/** Whether a line stands for any number of lines. */
const isGap = (line: string): boolean => /^\s*…,?$/.test(line);

/** Whether a line is as shown, where `…` stands for any text. */
function isLikeLine(line: string, shown: string): boolean {
  const parts = shown
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`).test(line);
}

/**
 * The first shown line that an answer does not have; undefined where the answer is as shown. In what is shown, `…` in a line stands for any text,
 * and alone on a line for any number of lines.
 */
export function firstDifference(answer: string, shown: string): string | undefined {
  const lines = stable(answer).split('\n');
  let at = 0;
  let isOpen = false;
  for (const expected of stable(shown).split('\n')) {
    if (isGap(expected)) {
      isOpen = true;
      continue;
    }
    const found = lines.findIndex((line, index) => index >= at && isLikeLine(line, expected));
    if (found === -1 || (!isOpen && found !== at)) return expected;
    at = found + 1;
    isOpen = false;
  }
  return isOpen || at >= lines.length ? undefined : `the end, and not: ${lines[at]}`;
}
