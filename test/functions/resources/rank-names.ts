import { foldParts, formsOfParts } from '../names/fold-parts.ts';

/** A resource instance with the names that a reader is shown, by language. */
type NamedResource = {
  readonly id: string;
  readonly names: Readonly<Record<string, string>>;
};

type Match = { readonly kind: number; readonly distance: number; readonly entry: string };

const kinds = ['exact', 'beginning', 'word', 'similar'];

/**
 * Searches names by comparing each of them with a text, by the rules that the documentation states.
 * @returns the ids and kinds of the matches, the best first
 */
export function rankNames(resources: readonly NamedResource[], text: string) {
  const forms = formsOfParts(foldParts(text));
  return resources
    .flatMap(({ id, names }) => {
      const [best] = Object.values(names)
        .flatMap((name) => matchName(listEntries(name), forms))
        .toSorted(compareMatches);
      return best === undefined ? [] : [{ id, ...best }];
    })
    .toSorted((one, other) => compareMatches(one, other) || compareTexts(one.id, other.id))
    .map(({ id, kind }) => ({ id, match: kinds[kind] }));
}

/** A name from one of its parts on. */
type Entry = { readonly isWhole: boolean; readonly text: string };

function listEntries(name: string): readonly Entry[] {
  const parts = foldParts(name);
  return parts.flatMap((_, position) =>
    formsOfParts(parts.slice(position)).map((text) => ({ isWhole: position === 0, text })),
  );
}

function matchName(entries: readonly Entry[], forms: readonly string[]): readonly Match[] {
  const cut = ({ isWhole, text }: Entry): string => (isWhole ? text : text.slice(0, 40));
  const equalMatches = entries.flatMap((entry) =>
    forms
      .filter((form) => entry.text.startsWith(form))
      .map((form): Match => {
        const kind = !entry.isWhole ? 2 : entry.text === form ? 0 : 1;
        return { kind, distance: 0, entry: cut(entry) };
      }),
  );
  const text = forms.at(-1) ?? '';
  if (equalMatches.length > 0 || text.length < 3) return equalMatches;
  const wanted = text.split(' ');
  return entries.flatMap((entry): Match[] => {
    const distance = phraseDistance(entry.text.split(' ').slice(0, wanted.length), wanted);
    return distance === undefined
      ? []
      : [{ kind: 3, distance: 2 * distance + (entry.isWhole ? 0 : 1), entry: cut(entry) }];
  });
}

const hasDigit = (word: string | undefined): boolean => /\d/.test(word ?? '');

/** The missing similarity of words in percent; undefined unless all are equal but one, which is similar and, like the other, has no digits. */
function phraseDistance(words: readonly string[], wanted: readonly string[]): number | undefined {
  if (words.length < wanted.length) return undefined;
  const similarities = wanted.map((word, index) => similarity(words[index] ?? '', word));
  const areSimilar = wanted.every(
    (word, index) =>
      words[index] === word ||
      (word.length > 2 &&
        (similarities[index] ?? 0) >= 0.3 &&
        !hasDigit(word) &&
        !hasDigit(words[index])),
  );
  const differing = wanted.filter((word, index) => words[index] !== word);
  if (!areSimilar || differing.length > 1) return undefined;
  const mean = similarities.reduce((sum, value) => sum + value, 0) / wanted.length;
  return roundToEven(100 * (1 - mean));
}

/** The similarity of pg_trgm: common trigrams of all trigrams, each word with two spaces before and one after. */
function similarity(one: string, other: string): number {
  const [trigrams, otherTrigrams] = [one, other].map(
    (word) =>
      new Set(Array.from({ length: word.length + 1 }, (_, i) => `  ${word} `.slice(i, i + 3))),
  );
  if (trigrams === undefined || otherTrigrams === undefined) return 0;
  return Math.fround(
    trigrams.intersection(otherTrigrams).size / trigrams.union(otherTrigrams).size,
  );
}

/** PostgreSQL rounds halves to even numbers. */
function roundToEven(value: number): number {
  const rounded = Math.round(value);
  return Math.abs(value % 1) === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}

const compareTexts = (one: string, other: string): number =>
  one < other ? -1 : one > other ? 1 : 0;

function compareMatches(one: Match, other: Match): number {
  return (
    one.kind - other.kind || one.distance - other.distance || compareTexts(one.entry, other.entry)
  );
}
