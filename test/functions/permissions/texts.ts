import { mayRead, maySee } from './rules.ts';
import {
  nodegroupsOf,
  theOne,
  type Caller,
  type Language,
  type Resource,
  type TextKind,
  type Tile,
  type Value,
  type World,
} from './world.ts';

/** A text about a resource instance: what stands in it, and whose readers may read it (ADR 008). */
export type Text = {
  readonly sentinels: readonly string[];
  readonly nodegroups: readonly string[];
  /** Resource instances that it refers to, whether they are there or not, and those that are part of their names. */
  readonly resources: readonly string[];
};

function firstTile(resource: Resource, nodegroupId: string): Tile | undefined {
  return resource.tiles
    .filter((tile) => tile.nodegroupId === nodegroupId)
    .toSorted((one, other) => one.sortOrder - other.sortOrder || (one.id < other.id ? -1 : 1))[0];
}

/** What a text of a resource instance is made from: its template, and the values that fill it. */
function sourceOf({ models }: World, resource: Resource, kind: TextKind) {
  const model = models.find(({ graphId }) => graphId === resource.graphId);
  const template = model?.templates[kind];
  const tile = template && firstTile(resource, template.nodegroupId);
  if (template === undefined || tile === undefined) return undefined;
  return { template, values: template.nodeIds.flatMap((id) => tile.values[id] ?? []) };
}

/**
 * A text as it must be in the data.
 * @param isOwn whether the names of others are left out
 * @returns undefined where the model has no such text, or the resource instance nothing for it
 */
export function textOf(
  world: World,
  resource: Resource,
  kind: TextKind,
  language: Language,
  isOwn = false,
): Text | undefined {
  const source = sourceOf(world, resource, kind);
  if (source === undefined) return undefined;
  const { template, values } = source;
  const referred = values.flatMap(({ refersTo }) => refersTo);
  const within = isOwn ? [] : referred.flatMap((id) => nameIn(world, resource, id, language) ?? []);
  const inWords = values.filter((value) => hasWords(value, language));
  // Where a template has marks and none of them is filled, its own words are not there, either.
  if (template.nodeIds.length > 0 && inWords.length + within.length === 0) return undefined;
  return {
    sentinels: [
      template.words,
      ...inWords.flatMap(({ shown }) => shown[language]),
      ...within.flatMap(({ sentinels }) => sentinels),
    ],
    nodegroups: [template.nodegroupId, ...within.flatMap(({ nodegroups }) => nodegroups)],
    resources: [...referred, ...within.flatMap(({ resources }) => resources)],
  };
}

/** A place on the map has no words; true and false have, also without labels. */
function hasWords({ stored, shown, features }: Value, language: Language): boolean {
  return features.length === 0 && (shown[language].length > 0 || typeof stored === 'boolean');
}

/** What a resource instance is called in a text of another: where its name holds that of the other, without the names in it (ADR 008). */
function nameIn(world: World, other: Resource, id: string, language: Language): Text | undefined {
  const resource = world.resources.find((one) => one.id === id);
  if (resource === undefined) return undefined;
  if (!namesWithin(world, resource).has(other.id) && id !== other.id)
    return textOf(world, resource, 'name', language);
  const own = textOf(world, resource, 'name', language, true);
  return own && { ...own, resources: [] };
}

/** The resource instances whose names are in the name of one, however deep. */
function namesWithin(world: World, resource: Resource): ReadonlySet<string> {
  const within = new Set<string>();
  const waiting = [resource];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const named = sourceOf(world, next, 'name')?.values.flatMap(({ refersTo }) => refersTo) ?? [];
    for (const id of named) {
      if (within.has(id)) continue;
      within.add(id);
      waiting.push(...world.resources.filter((one) => one.id === id));
    }
  }
  return within;
}

/** Whether a caller may read a text about a resource instance that the caller may see. */
export function mayReadText(
  world: World,
  caller: Caller,
  { nodegroups, resources }: Text,
): boolean {
  const all = nodegroupsOf(world);
  return (
    nodegroups.every((id) => mayRead(world, caller, theOne(all, id))) &&
    resources.every((id) => isThere(world, caller, id))
  );
}

/** Whether there is a resource instance for a caller. */
export function isThere(world: World, caller: Caller, id: string): boolean {
  const found = world.resources.find((one) => one.id === id);
  return found !== undefined && maySee(world, caller, found);
}

/**
 * What stands in a text for a caller who may see its resource instance: where any of it is closed, what it is without the names of
 * others, if that is not closed as well.
 */
export function readableText(
  world: World,
  caller: Caller,
  resource: Resource,
  kind: TextKind,
  language: Language,
): readonly string[] {
  const text = textOf(world, resource, kind, language);
  if (text === undefined) return [];
  if (mayReadText(world, caller, text)) return text.sentinels;
  const own = textOf(world, resource, kind, language, true);
  return own !== undefined && mayReadText(world, caller, { ...own, resources: [] })
    ? own.sentinels
    : [];
}
