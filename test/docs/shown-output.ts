/** The ignored texts: durations and folders, which differ from run to run, and white space, as documents break long lines. */
const ignoredPatterns: readonly RegExp[] = [/\(\d+\.\d s\)/g, /…\/(?=\.data)/g, /\s+/g];

const compact = (text: string): string =>
  ignoredPatterns.reduce((remainingText, pattern) => remainingText.replace(pattern, ''), text);

/**
 * Finds the first part of the shown output that the output does not contain. In the shown output, `…` stands for any text of any
 * length. White space is ignored.
 * @returns undefined if the output matches
 */
export function findFirstDifference(output: string, shownOutput: string): string | undefined {
  const text = compact(output);
  const [first = '', ...others] = compact(shownOutput).split('…');
  if (!text.startsWith(first)) return first;
  let position = first.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    const start = isLast && part !== '' ? text.lastIndexOf(part) : text.indexOf(part, position);
    if (start < position || (isLast && part !== '' && start + part.length < text.length))
      return part;
    position = isLast && part === '' ? text.length : start + part.length;
  }
  return position === text.length
    ? undefined
    : `expected the end, but found: ${text.slice(position, position + 80)}`;
}
