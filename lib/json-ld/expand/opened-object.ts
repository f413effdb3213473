import { asList, type JsonObject } from '../../model/datatypes/parts/values.ts';
import type { ActiveContext, ScopedContext } from './active-context.ts';
import { expandedKey, type ExpandedKey } from './expanded-key.ts';
import type { Place, Reader } from './reader.ts';

export type Entry = readonly [key: ExpandedKey, value: unknown];

/** An object of a document whose contexts are read and whose keys are expanded. */
export type OpenedObject = {
  readonly place: Place;
  /** What keys and values mean in it. */
  readonly active: ActiveContext;
  /** What its classes mean: they have no say in that themselves. */
  readonly activeForTypes: ActiveContext;
  /** Without `@context`. */
  readonly entries: readonly Entry[];
};

/** Reads the contexts that are valid in an object (JSON-LD 1.1 API, section 5.1.2, steps 7 to 12). */
export function openObject(reader: Reader, place: Place, object: JsonObject): OpenedObject {
  const activeForTypes = ownContext(reader, place, object);
  const active = contextOfTypes(reader, activeForTypes, object);
  return { place, active, activeForTypes, entries: entriesOf(active, object) };
}

export function entriesOf(active: ActiveContext, object: JsonObject): readonly Entry[] {
  const entries: Entry[] = [];
  for (const key of Object.keys(object)) {
    if (key !== '@context') entries.push([expandedKey(active, key), object[key]]);
  }
  return entries;
}

/** Whether a keyword is among the keys, under whatever name. */
export function hasKeyword({ entries }: Pick<OpenedObject, 'entries'>, keyword: string): boolean {
  return entries.some(([key]) => key.kind === 'keyword' && key.keyword === keyword);
}

function ownContext(reader: Reader, place: Place, object: JsonObject): ActiveContext {
  const scoped = scopedContext(place);
  let { active } = place;
  if (active.previous !== null && !place.isInMap && isOfItsOwn(active, object)) {
    active = active.previous;
  }
  if (scoped !== undefined) {
    active = reader.contexts.process(active, scoped.local, scoped.pointer, 'of a property');
  }
  return Object.hasOwn(object, '@context')
    ? reader.contexts.process(active, object['@context'], `${place.pointer}/@context`, 'embedded')
    : active;
}

/** The context that the definition of the key brings along, under which a value stands. */
export function scopedContext({ active, property }: Place): ScopedContext | undefined {
  return property === null ? undefined : active.terms.get(property)?.context;
}

/** Whether an object is a node with something to say, in which the context of the classes of the node above is not valid. */
function isOfItsOwn(active: ActiveContext, object: JsonObject): boolean {
  const entries = entriesOf(active, object);
  const isReference = Object.keys(object).length === 1 && hasKeyword({ entries }, '@id');
  return !isReference && !hasKeyword({ entries }, '@value');
}

function contextOfTypes(
  reader: Reader,
  activeForTypes: ActiveContext,
  object: JsonObject,
): ActiveContext {
  let active = activeForTypes;
  if (active.terms.isEmpty) return active;
  for (const key of Object.keys(object).toSorted()) {
    const expanded = expandedKey(activeForTypes, key);
    if (expanded.kind !== 'keyword' || expanded.keyword !== '@type') continue;
    const types = asList(object[key]).filter((type) => typeof type === 'string');
    for (const type of types.toSorted()) {
      const scoped = activeForTypes.terms.get(type)?.context;
      if (scoped === undefined) continue;
      active = reader.contexts.process(active, scoped.local, scoped.pointer, 'of a class');
    }
  }
  return active;
}
