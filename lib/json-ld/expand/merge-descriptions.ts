import type { Iri } from '../../rdf/terms.ts';
import type { IncomingNode, IncomingValue } from '../incoming-value.ts';

/** The types and properties of a node, from one or several descriptions in a document. */
export type Description = Pick<IncomingNode, 'types' | 'properties'>;

/** Merges the descriptions of one node. A value that several descriptions share occurs once. Repetitions within one description stay. */
export function mergeDescriptions(descriptions: readonly Description[]): Description {
  const [first, another] = descriptions;
  if (first !== undefined && another === undefined) return first;
  const types = new Set<Iri>();
  const properties = new Map<Iri, MergedValues>();
  for (const description of descriptions) {
    for (const type of description.types) types.add(type);
    for (const { predicate, pointer, values } of description.properties) {
      const mergedValues = properties.get(predicate);
      if (mergedValues === undefined) properties.set(predicate, new MergedValues(pointer, values));
      else mergedValues.add(values);
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
  readonly #positions = new Map<string, number>();

  constructor(pointer: string, values: readonly IncomingValue[]) {
    this.pointer = pointer;
    this.add(values);
  }

  /** Adds the values of another description. */
  add(values: readonly IncomingValue[]): void {
    const addedKeys: (readonly [key: string, position: number])[] = [];
    for (const value of values) {
      const key = rdfKeyOf(value);
      const earlierPosition = key === undefined ? undefined : this.#positions.get(key);
      if (earlierPosition === undefined) {
        if (key !== undefined) addedKeys.push([key, this.values.length]);
        this.values.push(value);
      } else this.#replaceByReference(earlierPosition);
    }
    for (const [key, position] of addedKeys) this.#positions.set(key, position);
  }

  /** Replaces a node with several descriptions by a reference. Later, linkNodes replaces the reference by all descriptions. */
  #replaceByReference(position: number): void {
    const value = this.values[position];
    if (value?.kind === 'node' && value.properties.length > 0) {
      this.values[position] = { ...value, properties: [] };
    }
  }
}

/** Returns a key that is equal for values that are equal in RDF; undefined for a node without an id, which equals no other value. */
function rdfKeyOf(value: IncomingValue): string | undefined {
  if (value.kind === 'node') return value.id === '' ? undefined : `<${value.id}>`;
  return `"${value.value}"@${value.language?.toLowerCase() ?? ''}^^${value.datatype ?? ''}`;
}
