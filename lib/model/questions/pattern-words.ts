/**
 * The beginnings of words that each text like one of some patterns has, of each pattern one text: the letters and digits at its start, and
 * those after a character that is neither. Words after a wildcard can begin earlier.
 * @returns undefined if a pattern has none
 */
export function wordsOfPatterns(patterns: readonly string[]): readonly string[] | undefined {
  const words = patterns.map(wordsOfPattern);
  return words.every((text) => text !== '') ? words : undefined;
}

function wordsOfPattern(pattern: string): string {
  const beforeWildcards = pattern.split(/(?<!\\)(?:\\\\)*[%_]/);
  const [first = '', ...others] = beforeWildcards.map((part) => part.replaceAll(/\\(.)/gsu, '$1'));
  const words = [
    ...listWords(first),
    // The first word of a part can be the rest of a longer one.
    ...others.flatMap((part) => listWords(part.replace(/^[\p{L}\p{N}\p{M}'’]+/u, ''))),
  ];
  return words.join(' ');
}

/** Words that are cut at a character that the folding of names may treat in another way are left out. */
const listWords = (text: string): readonly string[] =>
  text.split(/\s+/u).filter((word) => /^[\p{L}\p{N}]+$/u.test(word));
