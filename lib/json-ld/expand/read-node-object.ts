import { asList, isObject } from '../../model/datatypes/values/json-values.ts';
import type { Iri } from '../../rdf/terms.ts';
import type { IncomingNode, IncomingProperty, IncomingValue } from '../incoming-value.ts';
import type { ActiveContext, TermDefinition } from './active-context.ts';
import { mapContainerOf, readContainerMap } from './read-container-map.ts';
import {
  entriesOf,
  hasKeyword,
  type ExpandedEntry,
  type ExpandedKey,
  type ExpandedObject,
} from './expanded-object.ts';
import { readId, readType, reportUnknownTerm } from './iris.ts';
import { toJsonLiteral } from './literals.ts';

/** Reads a node object (JSON-LD 1.1, section 9.2). */
export function readNodeObject(expanded: ExpandedObject): IncomingNode {
  const node = new NodeBuilder(expanded);
  node.readEntries(expanded.entries, expanded.position.pointer, expanded.active);
  return node.build();
}

/** Where an entry is, and its context: that of its node, or of the `@nest` around it. */
type EntryPlace = { readonly pointer: string; readonly active: ActiveContext };

class NodeBuilder {
  readonly #expanded: ExpandedObject;
  readonly #types: Iri[] = [];
  readonly #properties = new Map<Iri, { pointer: string; values: IncomingValue[] }>();
  #id: string | undefined;

  constructor(expanded: ExpandedObject) {
    this.#expanded = expanded;
  }

  build(): IncomingNode {
    const properties: IncomingProperty[] = [];
    for (const [predicate, { pointer, values }] of this.#properties) {
      if (values.length > 0) properties.push({ predicate, values, pointer });
    }
    return {
      kind: 'node',
      id: this.#id ?? '',
      types: this.#types,
      properties,
      pointer: this.#expanded.position.pointer,
    };
  }

  /**
   * @param pointer to the object that has the entries
   * @param active the context of the entries
   */
  readEntries(entries: readonly ExpandedEntry[], pointer: string, active: ActiveContext): void {
    for (const [key, value] of entries) {
      const entryPointer = pointer + key.step;
      if (key.kind === 'property')
        this.#readProperty(key, value, { pointer: entryPointer, active });
      else if (key.kind === 'keyword')
        this.#readKeyword(key, value, { pointer: entryPointer, active });
      else if (key.kind === 'unknown') {
        const { problems } = this.#expanded.expander;
        reportUnknownTerm(active, key.text, { pointer: entryPointer, problems });
      }
    }
  }

  #readKeyword(
    { keyword, definition }: ExpandedKey & { readonly kind: 'keyword' },
    value: unknown,
    place: EntryPlace,
  ): void {
    const { pointer } = place;
    if (keyword === '@id') this.#readId(value, place);
    else if (keyword === '@type') this.#readTypes(value, pointer);
    else if (keyword === '@nest') this.#readNested(definition, value, place);
    else if (keyword !== '@index') {
      const code = unsupportedMessages.has(keyword) ? 'unsupported_keyword' : 'misplaced_keyword';
      const message =
        unsupportedMessages.get(keyword) ?? `${keyword} has no meaning here: remove it.`;
      this.#expanded.expander.problems.add(code, pointer, message);
    }
  }

  #readId(value: unknown, { pointer, active }: EntryPlace): void {
    const { problems } = this.#expanded.expander;
    if (value === null) return;
    if (typeof value !== 'string') problems.add('invalid_id', pointer, 'An @id must be one IRI.');
    else if (this.#id !== undefined) {
      problems.add('invalid_id', pointer, 'The object has two @ids: keep one of them.');
    } else this.#id = readId(active, value, { pointer, problems });
  }

  #readTypes(value: unknown, pointer: string): void {
    const { problems } = this.#expanded.expander;
    for (const [index, type] of asList(value).entries()) {
      const itemPointer = Array.isArray(value) ? `${pointer}/${index}` : pointer;
      if (typeof type !== 'string') {
        problems.add('invalid_type', itemPointer, 'A @type must be an IRI, or a list of IRIs.');
        continue;
      }
      const iri = readType(this.#expanded.activeForTypes, type, { pointer: itemPointer, problems });
      if (iri !== undefined && !this.#types.includes(iri)) this.#types.push(iri);
    }
  }

  /** Reads the entries of nested objects in the context that the term for `@nest` defines (JSON-LD 1.1 API, section 5.1.2, step 14). */
  #readNested(
    definition: TermDefinition | undefined,
    value: unknown,
    { pointer, active: outer }: EntryPlace,
  ): void {
    const { problems, contexts } = this.#expanded.expander;
    const scoped = definition?.context;
    const active =
      scoped === undefined
        ? outer
        : contexts.process(outer, scoped.localContext, scoped.pointer, 'of a property');
    for (const [index, nested] of asList(value).entries()) {
      const itemPointer = Array.isArray(value) ? `${pointer}/${index}` : pointer;
      const entries = isObject(nested) ? entriesOf(active, nested) : undefined;
      if (entries === undefined || hasKeyword({ entries }, '@value')) {
        const message = 'A @nest must contain an object with more properties of the same node.';
        problems.add('invalid_value', itemPointer, message);
        continue;
      }
      if (isObject(nested) && Object.hasOwn(nested, '@context')) {
        const message =
          'A @context has no effect inside of @nest: put it into the definition of the term for @nest, or into the object around it.';
        problems.add('misplaced_keyword', `${itemPointer}/@context`, message);
      }
      this.readEntries(entries, itemPointer, active);
    }
  }

  #readProperty(
    key: ExpandedKey & { readonly kind: 'property' },
    value: unknown,
    { pointer, active }: EntryPlace,
  ): void {
    const { definition } = key;
    if (definition?.unsupportedReason !== undefined) {
      this.#expanded.expander.problems.add(
        'unsupported_keyword',
        pointer,
        definition.unsupportedReason,
      );
      return;
    }
    let property = this.#properties.get(key.iri);
    if (property === undefined) {
      property = { pointer, values: [] };
      this.#properties.set(key.iri, property);
    }
    const position = { active, property: key.text, pointer, isInMap: false, isRoot: false };
    const container = isObject(value) ? mapContainerOf(definition) : undefined;
    if (definition?.type === '@json') property.values.push(toJsonLiteral(value, pointer));
    else if (container !== undefined && isObject(value)) {
      readContainerMap(this.#expanded.expander, container, position, value, property.values);
    } else this.#expanded.expander.expand(position, value, property.values);
  }
}

/** The messages for keywords that are not supported. */
const unsupportedMessages: ReadonlyMap<string, string> = new Map([
  [
    '@graph',
    'Named graphs are not supported: @graph is only allowed at the top of the document, with @context beside it.',
  ],
  ['@included', '@included is not supported: put the nodes into @graph.'],
  [
    '@reverse',
    '@reverse is not supported: write the statement the other way round, with the inverse property.',
  ],
]);
