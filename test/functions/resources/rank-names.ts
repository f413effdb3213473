/** A resource instance with the names that a reader is shown, by language. */
type NamedResource = {
  readonly id: string;
  readonly names: Readonly<Record<string, string>>;
};

type Match = { readonly kind: number; readonly distance: number; readonly entry: string };

const kinds = ['exact', 'beginning', 'word', 'similar'];

/**
 * Searches names by comparing each of them with a text, by the rules that the documentation states. Names and texts have only ASCII letters,
 * digits and punctuation.
 * @returns the ids and kinds of the matches, the best first
 */
export function rankNames(resources: readonly NamedResource[], text: string) {
  const wanted = splitWords(text);
  return resources
    .flatMap(({ id, names }) => {
      const [best] = Object.values(names)
        .flatMap((name) => matchName(splitWords(name), wanted))
        .toSorted(compareMatches);
      return best === undefined ? [] : [{ id, ...best }];
    })
    .toSorted((one, other) => compareMatches(one, other) || compareTexts(one.id, other.id))
    .map(({ id, kind }) => ({ id, match: kinds[kind] }));
}

function splitWords(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

function matchName(name: readonly string[], wanted: readonly string[]): readonly Match[] {
  const text = wanted.join(' ');
  const entries = name.map((_, position) => name.slice(position));
  const equalMatches = entries.flatMap((words, position): Match[] => {
    const entry = words.join(' ');
    if (!entry.startsWith(text)) return [];
    const kind = position > 0 ? 2 : entry === text ? 0 : 1;
    return [{ kind, distance: 0, entry: position === 0 ? entry : entry.slice(0, 40) }];
  });
  if (equalMatches.length > 0 || text.length < 3) return equalMatches;
  return entries.flatMap((words, position): Match[] => {
    const distance = phraseDistance(words.slice(0, wanted.length), wanted);
    const entry = position === 0 ? words.join(' ') : words.join(' ').slice(0, 40);
    return distance === undefined
      ? []
      : [{ kind: 3, distance: 2 * distance + (position === 0 ? 0 : 1), entry }];
  });
}

/** The missing similarity of words in percent; undefined unless all are equal but one, which is similar. */
function phraseDistance(words: readonly string[], wanted: readonly string[]): number | undefined {
  if (words.length < wanted.length) return undefined;
  const similarities = wanted.map((word, index) => similarity(words[index] ?? '', word));
  const areSimilar = wanted.every(
    (word, index) =>
      words[index] === word || (word.length > 2 && (similarities[index] ?? 0) >= 0.3),
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
