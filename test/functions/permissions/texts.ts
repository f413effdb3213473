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

/** A name may be made of a name, which is made of a name, and so on: so many at most (ADR 008). */
const mostNames = 5;

function firstTile(resource: Resource, nodegroupId: string): Tile | undefined {
  return resource.tiles
    .filter((tile) => tile.nodegroupId === nodegroupId)
    .toSorted((one, other) => one.sortOrder - other.sortOrder || (one.id < other.id ? -1 : 1))[0];
}

/**
 * A text as it must be in the data.
 * @returns undefined where the model has no such text, or the resource instance nothing for it
 */
export function textOf(
  world: World,
  resource: Resource,
  kind: TextKind,
  language: Language,
  names = mostNames,
): Text | undefined {
  const model = world.models.find(({ graphId }) => graphId === resource.graphId);
  const template = model?.templates[kind];
  const tile = template && firstTile(resource, template.nodegroupId);
  if (template === undefined || tile === undefined) return undefined;
  const values = template.nodeIds.flatMap((id) => tile.values[id] ?? []);
  const referred = values.flatMap(({ refersTo }) => refersTo);
  const within = names === 1 ? [] : nameOfEach(world, referred, language, names - 1);
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

function nameOfEach(
  world: World,
  ids: readonly string[],
  language: Language,
  names: number,
): readonly Text[] {
  return ids.flatMap((id) => {
    const resource = world.resources.find((one) => one.id === id);
    return (resource && textOf(world, resource, 'name', language, names)) ?? [];
  });
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
  const own = textOf(world, resource, kind, language, 1);
  return own !== undefined && mayReadText(world, caller, { ...own, resources: [] })
    ? own.sentinels
    : [];
}
