import type { RdfNode, RdfValue } from '../../../rdf/terms.ts';
import type { ReadResult } from '../datatype.ts';
import { readLiteral } from './literals.ts';
import { asList } from '../values/json-values.ts';

/** The names by which list elements are matched with RDF nodes. */
type ElementNames = {
  /** Empty if the element cannot be identified. */
  readonly namesOfElement: (element: unknown, index: number) => readonly string[];
  /** Preferred names first; empty if the node cannot be an element. */
  readonly namesOfNode: (node: RdfNode) => readonly string[];
};

/**
 * Reads list elements from RDF nodes and literals, in document order. A node that matches a stored element is read as
 * that element, with all members that the document does not contain. If the document contains exactly the stored
 * elements, the stored value is returned in its own order.
 * @param stored the present value: a list, a single element, or null
 * @param createElement creates the element of a node that is not stored
 */
export function readElements(
  values: readonly RdfValue[],
  stored: unknown,
  names: ElementNames,
  createElement: (node: RdfNode) => ReadResult,
): ReadResult {
  const elements = asList(stored);
  const indexes = indexByName(elements, names);
  const elementsByKey = new Map<string | number, unknown>();
  for (const value of values) {
    const matchedName = namesOf(value, names).find((name) => indexes.has(name));
    for (const index of indexes.get(matchedName ?? '') ?? [])
      elementsByKey.set(index, elements[index]);
    if (matchedName !== undefined) continue;
    const createdElement: ReadResult =
      value.kind === 'node' ? createElement(value) : { kind: 'value', value: readLiteral(value) };
    if (createdElement.kind === 'problem') return createdElement;
    elementsByKey.set(elementKeyOf(value), createdElement.value);
  }
  const isUnchanged =
    elementsByKey.size === elements.length &&
    elements.every((_, index) => elementsByKey.has(index));
  return { kind: 'value', value: isUnchanged ? stored : Array.from(elementsByKey.values()) };
}

function indexByName(
  elements: readonly unknown[],
  { namesOfElement }: ElementNames,
): ReadonlyMap<string, readonly number[]> {
  const indexes = new Map<string, number[]>();
  for (const [index, element] of elements.entries()) {
    for (const name of [...namesOfElement(element, index), jsonName(element)]) {
      indexes.set(name, [...(indexes.get(name) ?? []), index]);
    }
  }
  return indexes;
}

function namesOf(value: RdfValue, { namesOfNode }: ElementNames): readonly string[] {
  return value.kind === 'node' ? namesOfNode(value) : [jsonName(readLiteral(value))];
}

const elementKeyOf = (value: RdfValue): string =>
  value.kind === 'node' ? value.id : jsonName(readLiteral(value));

/** Returns the name of an element by its JSON. The leading space distinguishes it from every IRI. */
const jsonName = (element: unknown): string => ` ${JSON.stringify(element)}`;

/** Creates the IRI of a part that has no IRI of its own. */
export function partIri(iri: string, part: string | number): string {
  return `${iri}${iri.includes('#') ? '-' : '#'}${part}`;
}

/** Returns the name of an element without an id: its position, as in the IRIs of partIri(). */
export function positionName(index: number): string {
  return `#${index}`;
}

/** Returns the IRI of a node, and the position in it if it has one. */
export function nodeNames({ id }: RdfNode): readonly string[] {
  const position = /#\d+$/.exec(id);
  return position === null ? [id] : [id, position[0]];
}

/** Transforms the value of a result; a problem stays unchanged. */
export function mapReadResult(
  result: ReadResult,
  transform: (value: unknown) => unknown,
): ReadResult {
  return result.kind === 'value' ? { kind: 'value', value: transform(result.value) } : result;
}

/** Combines results into a list, or returns the first problem. */
export function combineReadResults(results: readonly ReadResult[]): ReadResult {
  const problem = results.find(({ kind }) => kind === 'problem');
  return (
    problem ?? {
      kind: 'value',
      value: results.flatMap((result) => (result.kind === 'value' ? [result.value] : [])),
    }
  );
}

/**
 * Returns the stored value if it has the same elements: an RDF list value is an unordered set, and older data
 * store a single element without a list.
 * @param values the elements of the document
 */
export function preferStored(values: readonly unknown[], stored: unknown): unknown {
  if (stored === null) return values;
  const documentElementsJson = new Set(values.map((value) => JSON.stringify(value)));
  const storedElementsJson = new Set(
    Array.isArray(stored)
      ? stored.map((element) => JSON.stringify(element))
      : [JSON.stringify(stored)],
  );
  return documentElementsJson.symmetricDifference(storedElementsJson).size === 0 ? stored : values;
}
