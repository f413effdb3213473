/** Texts that are ignored: those that differ from run to run, and white space, as documents break long lines. */
const passedOver: readonly RegExp[] = [/\(\d+\.\d s\)/g, /…\/(?=\.data)/g, /\s+/g];

const compact = (text: string): string =>
  passedOver.reduce((rest, pattern) => rest.replace(pattern, ''), text);

/**
 * The first part of the shown text that the answer does not contain; undefined if the answer matches. In the shown text, `…` stands for any
 * text of any length. White space is ignored.
 */
export function firstDifference(answer: string, shown: string): string | undefined {
  const text = compact(answer);
  const [first = '', ...others] = compact(shown).split('…');
  if (!text.startsWith(first)) return first;
  let at = first.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    const found = isLast && part !== '' ? text.lastIndexOf(part) : text.indexOf(part, at);
    if (found < at || (isLast && part !== '' && found + part.length < text.length)) return part;
    at = isLast && part === '' ? text.length : found + part.length;
  }
  return at === text.length ? undefined : `the end, and not: ${text.slice(at, at + 80)}`;
}
