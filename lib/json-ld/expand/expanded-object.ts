import { asList, type JsonObject } from '../../model/datatypes/values/json-values.ts';
import { jsonPointer } from '../../json/json-pointer.ts';
import { isAbsoluteIri, toIri } from '../../rdf/iri.ts';
import { isBlankNodeId, type Iri } from '../../rdf/terms.ts';
import type { IncomingValue } from '../incoming-value.ts';
import type { ActiveContext, ScopedContext, TermDefinition } from './active-context.ts';
import type { ContextProcessor } from './context-processor.ts';
import { expandIri } from './iris.ts';
import { isKeyword } from './keywords.ts';
import type { ProblemCollector } from './problem-collector.ts';

/** The position of a value in the document, and its context. */
export type ValuePosition = {
  readonly active: ActiveContext;
  /** The key of the value, as written in the document. Null for the nodes at the top of the document. */
  readonly property: string | null;
  readonly pointer: string;
  /** Whether the value is an entry of a container map, to which the context of the map applies as well. */
  readonly isInMap: boolean;
  /** Whether the value is at the top of the document, where an object can have the `@graph` of the document. */
  readonly isRoot: boolean;
};

/** Expands any value. The readers of one kind of value call it for nested values. */
export type Expander = {
  readonly problems: ProblemCollector;
  readonly contexts: ContextProcessor;
  /** Adds the expanded values to `into`: none for null, several for a list. */
  readonly expand: (position: ValuePosition, value: unknown, into: IncomingValue[]) => void;
};

/** A key of an object, with what it expands to. */
export type ExpandedKey = {
  readonly text: string;
  /** The key as a step of a JSON Pointer, with its slash. */
  readonly step: string;
  readonly definition: TermDefinition | undefined;
} & (
  | { readonly kind: 'keyword'; readonly keyword: string }
  | { readonly kind: 'property'; readonly iri: Iri }
  /** A context defines the key as null, so that its value is ignored. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'unknown' }
);

export type ExpandedEntry = readonly [key: ExpandedKey, value: unknown];

/** An object of a document with expanded keys, and values as written in the document. */
export type ExpandedObject = {
  readonly expander: Expander;
  readonly position: ValuePosition;
  /** The context of its keys and values: `activeForTypes` with the contexts that its classes define. */
  readonly active: ActiveContext;
  /** The context in which its classes are expanded. */
  readonly activeForTypes: ActiveContext;
  /** All entries except `@context`. */
  readonly entries: readonly ExpandedEntry[];
};

/** Reads the contexts of an object (JSON-LD 1.1 API, section 5.1.2, steps 7 to 12), and expands its keys. */
export function expandObject(
  expander: Expander,
  position: ValuePosition,
  object: JsonObject,
): ExpandedObject {
  const { contexts } = expander;
  const activeForTypes = readContextOfObject(contexts, position, object);
  const active = readContextsOfTypes(contexts, activeForTypes, object);
  return { expander, position, active, activeForTypes, entries: entriesOf(active, object) };
}

/** Expands the keys of an object; `@context` is left out. */
export function entriesOf(active: ActiveContext, object: JsonObject): readonly ExpandedEntry[] {
  const entries: ExpandedEntry[] = [];
  for (const key of Object.keys(object)) {
    if (key !== '@context') entries.push([expandKeyOnce(active, key), object[key]]);
  }
  return entries;
}

/** Whether an object has a keyword, or a term for it, among its keys. */
export function hasKeyword({ entries }: Pick<ExpandedObject, 'entries'>, keyword: string): boolean {
  return entries.some(([key]) => key.kind === 'keyword' && key.keyword === keyword);
}

/** Returns the context that the term of a value defines for this value (a property-scoped context). */
export function scopedContext({ active, property }: ValuePosition): ScopedContext | undefined {
  return property === null ? undefined : active.terms.get(property)?.context;
}

const cachedKeys = new WeakMap<ActiveContext, Map<string, ExpandedKey>>();

/** Expands each key once in each context. */
function expandKeyOnce(active: ActiveContext, text: string): ExpandedKey {
  const keys = cachedKeys.get(active) ?? new Map<string, ExpandedKey>();
  const cachedKey = keys.get(text);
  if (cachedKey !== undefined) return cachedKey;
  const key = expandKey(active, text);
  cachedKeys.set(active, keys.set(text, key));
  return key;
}

function expandKey(active: ActiveContext, text: string): ExpandedKey {
  const definition = active.terms.get(text);
  const keyParts = { text, step: jsonPointer([text]), definition };
  const iri = expandIri(active, text, { mayBeTerm: true });
  if (iri !== null && isKeyword(iri)) return { ...keyParts, kind: 'keyword', keyword: iri };
  if (iri !== null && !isBlankNodeId(iri) && isAbsoluteIri(iri)) {
    return { ...keyParts, kind: 'property', iri: toIri(iri) };
  }
  return { ...keyParts, kind: definition?.iri === null ? 'ignored' : 'unknown' };
}

function readContextOfObject(
  contexts: ContextProcessor,
  position: ValuePosition,
  object: JsonObject,
): ActiveContext {
  const termContext = scopedContext(position);
  let { active } = position;
  if (active.previous !== null && !position.isInMap && endsContextOfTypes(active, object)) {
    active = active.previous;
  }
  if (termContext !== undefined) {
    active = contexts.process(
      active,
      termContext.localContext,
      termContext.pointer,
      'of a property',
    );
  }
  return Object.hasOwn(object, '@context')
    ? contexts.process(active, object['@context'], `${position.pointer}/@context`, 'embedded')
    : active;
}

/** Whether the contexts that the classes of the parent define end at an object. They continue in references and value objects. */
function endsContextOfTypes(active: ActiveContext, object: JsonObject): boolean {
  const entries = entriesOf(active, object);
  const isReference = Object.keys(object).length === 1 && hasKeyword({ entries }, '@id');
  return !isReference && !hasKeyword({ entries }, '@value');
}

function readContextsOfTypes(
  contexts: ContextProcessor,
  activeForTypes: ActiveContext,
  object: JsonObject,
): ActiveContext {
  let active = activeForTypes;
  if (active.terms.isEmpty) return active;
  for (const key of Object.keys(object).toSorted()) {
    const expanded = expandKeyOnce(activeForTypes, key);
    if (expanded.kind !== 'keyword' || expanded.keyword !== '@type') continue;
    const types = asList(object[key]).filter((type) => typeof type === 'string');
    for (const type of types.toSorted()) {
      const termContext = activeForTypes.terms.get(type)?.context;
      if (termContext === undefined) continue;
      active = contexts.process(
        active,
        termContext.localContext,
        termContext.pointer,
        'of a class',
      );
    }
  }
  return active;
}
