/**
 * Chooses a language tag by the rule of docs/requests.md, written down a second time and step by step.
 * @param ranges of the reader, preferred first, then the project's default; those after `*` are refused
 */
export function expectedLanguage(
  tags: readonly string[],
  ranges: readonly string[],
): string | undefined {
  if (ranges[0] !== undefined && tags.includes(ranges[0])) return ranges[0];
  const star = ranges.indexOf('*');
  const wanted = star === -1 ? ranges : ranges.slice(0, star);
  const refused = star === -1 ? [] : ranges.slice(star + 1);
  const [alphabeticallyFirst] = tags.toSorted(byAlphabet);
  const unnamed = tags.filter(
    (tag) => ![...wanted, ...refused].some((range) => sameLanguage(range, tag)),
  );
  return (
    firstFit(tags, wanted) ??
    unnamed.toSorted(byAlphabet)[0] ??
    firstFit(tags, refused) ??
    alphabeticallyFirst
  );
}

function firstFit(tags: readonly string[], ranges: readonly string[]): string | undefined {
  const language = ranges.find((range) => tags.some((tag) => sameLanguage(range, tag)));
  if (language === undefined) return undefined;
  const sorted = tags.toSorted(byAlphabet);
  const varieties = ranges.filter((range) => sameLanguage(range, language));
  for (const variety of varieties) {
    let shortened = plain(variety);
    while (shortened !== '') {
      const found = sorted.find((tag) => plain(tag) === shortened);
      if (found !== undefined) return found;
      shortened = shortened.split('-').slice(0, -1).join('-');
    }
  }
  for (const variety of varieties) {
    const [base, next] = plain(variety).split('-');
    const found =
      next === undefined
        ? undefined
        : sorted.find((tag) => plain(tag).startsWith(`${base}-${next}-`));
    if (found !== undefined) return found;
  }
  return sorted.find((tag) => sameLanguage(tag, language));
}

const plain = (tag: string): string => tag.replaceAll('_', '-').toLowerCase();

function sameLanguage(left: string, right: string): boolean {
  return plain(left).split('-')[0] === plain(right).split('-')[0];
}

function byAlphabet(left: string, right: string): number {
  const [a, b] = plain(left) === plain(right) ? [left, right] : [plain(left), plain(right)];
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
