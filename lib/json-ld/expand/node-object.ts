import { asList, isObject } from '../../model/datatypes/parts/values.ts';
import type { Iri } from '../../rdf/terms.ts';
import type { IncomingNode, IncomingProperty, IncomingValue } from '../incoming.ts';
import { containerOf, readMap } from './containers.ts';
import type { ExpandedKey } from './expanded-key.ts';
import { readId, readType, unknownTerm } from './iris.ts';
import { jsonLiteral } from './literals.ts';
import { entriesOf, hasKeyword, type Entry, type OpenedObject } from './opened-object.ts';
import type { Reader } from './reader.ts';

/** Reads an object that stands for a node (JSON-LD 1.1, section 9.2). */
export function readNodeObject(reader: Reader, opened: OpenedObject): IncomingNode {
  const node = new NodeInMaking(reader, opened);
  node.readEntries(opened.entries, opened.place.pointer);
  return node.finished();
}

class NodeInMaking {
  readonly #reader: Reader;
  readonly #opened: OpenedObject;
  readonly #types: Iri[] = [];
  readonly #properties = new Map<Iri, { pointer: string; values: IncomingValue[] }>();
  #id: string | undefined;

  constructor(reader: Reader, opened: OpenedObject) {
    this.#reader = reader;
    this.#opened = opened;
  }

  finished(): IncomingNode {
    const properties: IncomingProperty[] = [];
    for (const [predicate, { pointer, values }] of this.#properties) {
      if (values.length > 0) properties.push({ predicate, values, pointer });
    }
    return {
      kind: 'node',
      id: this.#id ?? '',
      types: this.#types,
      properties,
      pointer: this.#opened.place.pointer,
    };
  }

  /** @param pointer to the object in which the entries stand */
  readEntries(entries: readonly Entry[], pointer: string): void {
    for (const [key, value] of entries) {
      const place = pointer + key.step;
      if (key.kind === 'property') this.#readProperty(key, value, place);
      else if (key.kind === 'keyword') this.#readKeyword(key.keyword, value, place);
      else if (key.kind === 'unknown' && !this.#opened.active.isIncomplete) {
        this.#reader.problems.add('unknown_term', place, unknownTerm(key.text));
      }
    }
  }

  #readKeyword(keyword: string, value: unknown, pointer: string): void {
    if (keyword === '@id') this.#readId(value, pointer);
    else if (keyword === '@type') this.#readTypes(value, pointer);
    else if (keyword === '@nest') this.#readNested(value, pointer);
    else if (keyword !== '@index') {
      const code = unsupported.has(keyword) ? 'unsupported_keyword' : 'misplaced_keyword';
      const message = unsupported.get(keyword) ?? `${keyword} has no meaning here: take it out.`;
      this.#reader.problems.add(code, pointer, message);
    }
  }

  #readId(value: unknown, pointer: string): void {
    const { problems } = this.#reader;
    if (value === null) return;
    if (typeof value !== 'string') problems.add('invalid_id', pointer, 'An @id is one IRI.');
    else if (this.#id !== undefined) {
      problems.add('invalid_id', pointer, 'The object has an @id already: leave one of them.');
    } else this.#id = readId(this.#opened.active, value, { pointer, problems });
  }

  #readTypes(value: unknown, pointer: string): void {
    const { problems } = this.#reader;
    for (const [index, type] of asList(value).entries()) {
      const place = Array.isArray(value) ? `${pointer}/${index}` : pointer;
      if (typeof type !== 'string') {
        problems.add('invalid_type', place, 'A @type is an IRI, or a list of them.');
        continue;
      }
      const iri = readType(this.#opened.activeForTypes, type, { pointer: place, problems });
      if (iri !== undefined && !this.#types.includes(iri)) this.#types.push(iri);
    }
  }

  #readNested(value: unknown, pointer: string): void {
    for (const [index, nested] of asList(value).entries()) {
      const place = Array.isArray(value) ? `${pointer}/${index}` : pointer;
      const entries = isObject(nested) ? entriesOf(this.#opened.active, nested) : undefined;
      if (entries === undefined || hasKeyword({ entries }, '@value')) {
        const message = 'What is nested is an object that says more of the node around it.';
        this.#reader.problems.add('invalid_value', place, message);
      } else this.readEntries(entries, place);
    }
  }

  #readProperty(
    key: ExpandedKey & { readonly kind: 'property' },
    value: unknown,
    pointer: string,
  ): void {
    const { active } = this.#opened;
    const { definition } = key;
    if (definition?.refused !== undefined) {
      this.#reader.problems.add('unsupported_keyword', pointer, definition.refused);
      return;
    }
    let property = this.#properties.get(key.iri);
    if (property === undefined) {
      property = { pointer, values: [] };
      this.#properties.set(key.iri, property);
    }
    const place = { active, property: key.text, pointer, isInMap: false, isRoot: false };
    const container = isObject(value) ? containerOf(definition) : undefined;
    if (definition?.type === '@json') property.values.push(jsonLiteral(value, pointer));
    else if (container !== undefined && isObject(value)) {
      readMap(this.#reader, container, place, value, property.values);
    } else this.#reader.read(place, value, property.values);
  }
}

/** Keywords that say something which cannot be read, with what to do. */
const unsupported: ReadonlyMap<string, string> = new Map([
  [
    '@graph',
    'Named graphs are not supported: only @context may stand beside @graph, at the beginning of the document.',
  ],
  ['@included', '@included is not supported: put the nodes into @graph.'],
  [
    '@reverse',
    '@reverse is not supported: write the statement the other way round, with the inverse property.',
  ],
]);
