import type { Iri } from '../../rdf/terms.ts';
import type { IncomingNode, IncomingValue } from '../incoming.ts';

/** What is said of a node, in one place or in several. */
export type Description = Pick<IncomingNode, 'types' | 'properties'>;

/**
 * Puts together what several places say of one node. What several of them say is said once; what one of them repeats stays
 * repeated.
 */
export function merged(descriptions: readonly Description[]): Description {
  const [only, another] = descriptions;
  if (only !== undefined && another === undefined) return only;
  const types = new Set<Iri>();
  const properties = new Map<Iri, MergedValues>();
  for (const description of descriptions) {
    for (const type of description.types) types.add(type);
    for (const { predicate, pointer, values } of description.properties) {
      const before = properties.get(predicate);
      if (before === undefined) properties.set(predicate, new MergedValues(pointer, values));
      else before.add(values);
    }
  }
  return {
    types: [...types],
    properties: Array.from(properties, ([predicate, { pointer, values }]) => ({
      predicate,
      values,
      pointer,
    })),
  };
}

class MergedValues {
  readonly pointer: string;
  readonly values: IncomingValue[] = [];
  readonly #places = new Map<string, number>();

  constructor(pointer: string, values: readonly IncomingValue[]) {
    this.pointer = pointer;
    this.add(values);
  }

  /** Adds the values of another place. */
  add(values: readonly IncomingValue[]): void {
    const found: (readonly [key: string, place: number])[] = [];
    for (const value of values) {
      const key = keyOf(value);
      const before = key === undefined ? undefined : this.#places.get(key);
      if (before === undefined) {
        if (key !== undefined) found.push([key, this.values.length]);
        this.values.push(value);
      } else this.#refer(before);
    }
    for (const [key, place] of found) this.#places.set(key, place);
  }

  /** A node that several places describe becomes a reference: whoever follows it finds all of them. */
  #refer(place: number): void {
    const value = this.values[place];
    if (value?.kind === 'node' && value.properties.length > 0) {
      this.values[place] = { ...value, properties: [] };
    }
  }
}

/** The same for values that are the same in RDF; undefined for a node without id, which is like no other. */
function keyOf(value: IncomingValue): string | undefined {
  if (value.kind === 'node') return value.id === '' ? undefined : `<${value.id}>`;
  return `"${value.value}"@${value.language?.toLowerCase() ?? ''}^^${value.datatype ?? ''}`;
}
