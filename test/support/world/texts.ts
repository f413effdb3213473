import type { Access } from './access.ts';
import type {
  WorldLanguage,
  WorldResource,
  WorldTextKind,
  WorldTile,
  WorldValue,
  World,
} from './world.ts';

/** A text about a resource instance, and the rights that it needs (ADR 008). */
export type WorldText = {
  readonly sentinels: readonly string[];
  readonly nodegroups: readonly string[];
  /** The resource instances to which the text refers, even if they do not exist, and those to which their names refer. */
  readonly resources: readonly string[];
};

function firstTile(resource: WorldResource, nodegroupId: string): WorldTile | undefined {
  return resource.tiles
    .filter((tile) => tile.nodegroupId === nodegroupId)
    .toSorted(
      (first, second) => first.sortOrder - second.sortOrder || (first.id < second.id ? -1 : 1),
    )[0];
}

/** Finds the template of a text, and the values that fill it. */
function findTextSource({ models }: World, resource: WorldResource, kind: WorldTextKind) {
  const model = models.find(({ graphId }) => graphId === resource.graphId);
  const template = model?.templates[kind];
  const tile = template && firstTile(resource, template.nodegroupId);
  if (template === undefined || tile === undefined) return undefined;
  return { template, values: template.nodeIds.flatMap((id) => tile.values[id] ?? []) };
}

/**
 * Evaluates a text of a resource instance as the service must store it.
 * @param isOwn whether to evaluate the own text, without the names of other resource instances
 * @returns undefined if the model has no such text, or the resource instance no values for it
 */
export function evaluateWorldText(
  world: World,
  resource: WorldResource,
  kind: WorldTextKind,
  language: WorldLanguage,
  isOwn = false,
): WorldText | undefined {
  const source = findTextSource(world, resource, kind);
  if (source === undefined) return undefined;
  const { template, values } = source;
  const referredIds = values.flatMap(({ refersTo }) => refersTo);
  const nestedNames = isOwn
    ? []
    : referredIds.flatMap((id) => evaluateNestedName(world, resource, id, language) ?? []);
  const valuesWithWords = values.filter((value) => hasWords(value, language));
  // If no node of the template has a value, the text is empty: even the words of the template are left out.
  if (template.nodeIds.length > 0 && valuesWithWords.length + nestedNames.length === 0)
    return undefined;
  return {
    sentinels: [
      template.words,
      ...valuesWithWords.flatMap(({ displayed }) => displayed[language]),
      ...nestedNames.flatMap(({ sentinels }) => sentinels),
    ],
    nodegroups: [template.nodegroupId, ...nestedNames.flatMap(({ nodegroups }) => nodegroups)],
    resources: [...referredIds, ...nestedNames.flatMap(({ resources }) => resources)],
  };
}

/** Geometries have no text; booleans have one even without labels. */
function hasWords({ stored, displayed, features }: WorldValue, language: WorldLanguage): boolean {
  return features.length === 0 && (displayed[language].length > 0 || typeof stored === 'boolean');
}

/**
 * The name of a resource instance within a text of `containingResource`. If the name contains the name of `containingResource`, the own
 * text of the name is used (ADR 008).
 */
function evaluateNestedName(
  world: World,
  containingResource: WorldResource,
  id: string,
  language: WorldLanguage,
): WorldText | undefined {
  const resource = world.resources.find((candidate) => candidate.id === id);
  if (resource === undefined) return undefined;
  if (!findNestedNames(world, resource).has(containingResource.id) && id !== containingResource.id)
    return evaluateWorldText(world, resource, 'name', language);
  const own = evaluateWorldText(world, resource, 'name', language, true);
  return own && { ...own, resources: [] };
}

/** Finds the resource instances whose names are part of a name, directly or through other names. */
function findNestedNames(world: World, resource: WorldResource): ReadonlySet<string> {
  const nestedIds = new Set<string>();
  const queue = [resource];
  for (let nextResource = queue.pop(); nextResource !== undefined; nextResource = queue.pop()) {
    const referredIds =
      findTextSource(world, nextResource, 'name')?.values.flatMap(({ refersTo }) => refersTo) ?? [];
    for (const id of referredIds) {
      if (nestedIds.has(id)) continue;
      nestedIds.add(id);
      queue.push(...world.resources.filter((candidate) => candidate.id === id));
    }
  }
  return nestedIds;
}

/** The sentinels in a text that are readable for a caller who can see the resource instance. */
export function listReadableSentinels(
  world: World,
  access: Access,
  resource: WorldResource,
  kind: WorldTextKind,
  language: WorldLanguage,
): readonly string[] {
  const text = evaluateWorldText(world, resource, kind, language);
  if (text === undefined) return [];
  const own = evaluateWorldText(world, resource, kind, language, true);
  const { sentinels: value, nodegroups, resources } = text;
  return (
    access.readableText({
      value,
      nodegroups,
      resources,
      own: own && { value: own.sentinels, nodegroups: own.nodegroups },
    }) ?? []
  );
}
