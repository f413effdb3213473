import type { RdfNode, RdfValue } from '../../../rdf/terms.ts';
import type { ReadResult } from '../datatype.ts';
import { readLiteral } from './literals.ts';
import { asList } from '../values/json-values.ts';

/** By what names the elements of a value and the things of a document are found to be the same. */
type Names = {
  /** The names of an element of the value; none where it names nothing. */
  readonly ofElement: (element: unknown, index: number) => readonly string[];
  /** The names of a thing, the best first; none where it cannot be an element. */
  readonly ofThing: (thing: RdfNode) => readonly string[];
};

/**
 * The elements that things and literals stand for, in the order of the document. A thing that is stored keeps its element, with
 * all that a document does not tell; literals are elements as they are. Where the document names exactly what is stored, the
 * stored value itself is read, in its own order.
 * @param stored what is stored now, with or without a list around it; null where there is nothing
 * @param make a new element for a thing that is not stored
 */
export function readElements(
  values: readonly RdfValue[],
  stored: unknown,
  names: Names,
  make: (thing: RdfNode) => ReadResult,
): ReadResult {
  const elements = asList(stored);
  const places = placesByName(elements, names);
  const read = new Map<string | number, unknown>();
  for (const value of values) {
    const found = namesOf(value, names).find((name) => places.has(name));
    for (const place of places.get(found ?? '') ?? []) read.set(place, elements[place]);
    if (found !== undefined) continue;
    const made: ReadResult =
      value.kind === 'node' ? make(value) : { kind: 'value', value: readLiteral(value) };
    if (made.kind === 'problem') return made;
    read.set(keyOf(value), made.value);
  }
  const isSame = read.size === elements.length && elements.every((_, place) => read.has(place));
  return { kind: 'value', value: isSame ? stored : Array.from(read.values()) };
}

function placesByName(
  elements: readonly unknown[],
  { ofElement }: Names,
): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [place, element] of elements.entries()) {
    for (const name of [...ofElement(element, place), jsonName(element)]) {
      places.set(name, [...(places.get(name) ?? []), place]);
    }
  }
  return places;
}

function namesOf(value: RdfValue, { ofThing }: Names): readonly string[] {
  return value.kind === 'node' ? ofThing(value) : [jsonName(readLiteral(value))];
}

const keyOf = (value: RdfValue): string =>
  value.kind === 'node' ? value.id : jsonName(readLiteral(value));

/** Told apart from every IRI by its first character. */
const jsonName = (element: unknown): string => ` ${JSON.stringify(element)}`;

/** An IRI of a part of a thing that has no IRI of its own. */
export function partIri(iri: string, part: string | number): string {
  return `${iri}${iri.includes('#') ? '-' : '#'}${part}`;
}

/** The name of an element that is known by its place alone, as partIri() writes it. */
export function positionName(index: number): string {
  return `#${index}`;
}

/** The names of a thing that may be known by its place alone: its IRI, and the place in it. */
export function nodeNames({ id }: RdfNode): readonly string[] {
  const place = /#\d+$/.exec(id);
  return place === null ? [id] : [id, place[0]];
}

/** A reading with its value changed; a problem stays a problem. */
export function mapReadResult(
  reading: ReadResult,
  change: (value: unknown) => unknown,
): ReadResult {
  return reading.kind === 'value' ? { kind: 'value', value: change(reading.value) } : reading;
}

/** The values of several readings as one list, or the first problem among them. */
export function combineReadResults(readings: readonly ReadResult[]): ReadResult {
  const problem = readings.find(({ kind }) => kind === 'problem');
  return (
    problem ?? {
      kind: 'value',
      value: readings.flatMap((reading) => (reading.kind === 'value' ? [reading.value] : [])),
    }
  );
}

/**
 * A list that was read, or the stored value where that holds the same: in RDF a list has no order and each element is there
 * once, and older values of one element may stand without a list.
 * @param values the elements that were read
 */
export function preferStored(values: readonly unknown[], stored: unknown): unknown {
  if (stored === null) return values;
  const read = new Set(values.map((value) => JSON.stringify(value)));
  const kept = new Set(
    Array.isArray(stored)
      ? stored.map((element) => JSON.stringify(element))
      : [JSON.stringify(stored)],
  );
  return read.symmetricDifference(kept).size === 0 ? stored : values;
}
