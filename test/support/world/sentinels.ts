/*
 * A sentinel is a value that occurs only once in a generated world and has a recognizable pattern, so that a search finds it in an answer.
 * Texts, numbers, dates, coordinates, property names and ids are sentinels.
 */

export type IdKind = keyof typeof idPrefixes;

const idPrefixes = {
  graph: 'a',
  node: 'b',
  resource: 'c',
  tile: 'd',
  concept: 'e',
  conceptValue: 'f',
  feature: '1',
};

/** Creates sentinels, each only once. */
export type Sentinels = {
  readonly text: () => string;
  readonly number: () => number;
  readonly date: () => string;
  /** All points have the same latitude. */
  readonly point: () => readonly [longitude: number, latitude: number];
  /** The name of a node. A node without a field name has the property name `node_` with the same digits. */
  readonly nodeName: () => string;
  readonly fieldName: () => string;
  readonly ontologyClass: () => string;
  readonly ontologyProperty: () => string;
  /** Each id is larger than the previous one of its kind. */
  readonly id: (kind: IdKind) => string;
};

/** Creates a source of sentinels, which starts with the first one of each kind. */
export function openSentinels(): Sentinels {
  const lastNumbers = new Map<string, number>();
  const next = (kind: string): number => {
    const number = (lastNumbers.get(kind) ?? 0) + 1;
    lastNumbers.set(kind, number);
    return number;
  };
  const digits = (kind: string, length: number): string => String(next(kind)).padStart(length, '0');
  return {
    text: () => `sentinel-${digits('text', 4)}`,
    number: () => 7_000_000 + next('number') + 0.25,
    date: () => `1${digits('date', 3)}-05-17`,
    point: () => [Number((100 + next('point') / 100 + 0.007).toFixed(3)), 51.5],
    nodeName: () => `Node ${digits('node name', 4)}`,
    fieldName: () => `field_${digits('field name', 4)}`,
    ontologyClass: () => `class_${digits('class', 4)}`,
    ontologyProperty: () => `property_${digits('property', 4)}`,
    id: (kind) => `${idPrefixes[kind]}0000000-0000-4000-8000-${digits(kind, 12)}`,
  };
}

/** An id that no world has. It is not a sentinel. */
export const unknownId = '90000000-0000-4000-8000-000000000000';

const pattern = new RegExp(
  [
    String.raw`sentinel-\d{4}`,
    String.raw`(?:node|field|class|property)_\d{4}|Node \d{4}`,
    String.raw`[abcdef1]0000000-0000-4000-8000-\d{12}`,
    String.raw`(?<![\d.])7\d{6}\.25`,
    String.raw`(?<![\d.])1\d\d\.\d\d7(?!\d)`,
    String.raw`\b1\d{3}-05-17\b`,
  ].join('|'),
  'g',
);

export function sentinelsIn(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(pattern), ([sentinel]) => sentinel));
}

export function sentinelsOf(value: unknown): readonly string[] {
  return [...sentinelsIn(JSON.stringify(value))];
}

/** Finds the path to a sentinel in a JSON value, for messages of failed tests: member names joined by dots. */
export function findPathTo(sentinel: string, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) {
    return String(value).includes(sentinel) ? '' : undefined;
  }
  for (const [name, member] of Object.entries(value)) {
    const below = findPathTo(sentinel, member);
    if (below !== undefined) return below === '' ? name : `${name}.${below}`;
  }
  return undefined;
}
