import type { MeasureContext } from '../matching-contexts.ts';
import type { ValueGroup } from '../document/value-groups.ts';
import type { ModelNode } from '../match-model.ts';
import { areValidTogether, groupLanguage, canBeValuePart } from '../values/value-parts.ts';
import type { Capacity } from './eliminate.ts';

/**
 * Creates the capacity of a node below one instance of its parent. If several instances are allowed, the capacity is their number. A single
 * instance can take all groups that form one value together, such as the elements of a list.
 * @param groups all groups that could stand for the node
 * @param maxInstances the maximum number of instances
 * @throws TooAmbiguousError
 */
export function createNodeCapacity(
  groups: readonly ValueGroup[],
  node: ModelNode,
  maxInstances: number,
  context: MeasureContext,
): Capacity {
  if (maxInstances >= groups.length) return { remaining: () => Infinity, use: () => false };
  const partOf = maxInstances === 1 ? createPartLookup(groups, node, context) : () => undefined;
  const usedParts = new Set<string>();
  let usedCount = 0;
  return {
    remaining: (group) => {
      const part = partOf(group);
      if (part === undefined) return usedParts.size > 0 ? 0 : maxInstances - usedCount;
      if (usedParts.size === 0 && usedCount > 0) return 0;
      if (part === anyPart) return Infinity;
      return usedParts.has(part) ? 0 : 1;
    },
    use: (group) => {
      const part = partOf(group);
      if (part !== undefined) usedParts.add(part);
      usedCount += 1;
      return part !== anyPart || usedCount === 1;
    },
  };
}

const anyPart = 'any';

/**
 * Creates a lookup of the part of a value that a group can be: any part if all parts are valid together, or the text in its language.
 * The lookup returns undefined for a group that is a value by itself.
 */
function createPartLookup(
  groups: readonly ValueGroup[],
  node: ModelNode,
  context: MeasureContext,
): (group: ValueGroup) => string | undefined {
  context.workLimit.countOrThrow(groups.length);
  const parts = new Set(groups.filter((group) => canBeValuePart(group, node, context)));
  if (parts.size < 2) return () => undefined;
  if (areValidTogether([...parts], node, context))
    return (group) => (parts.has(group) ? anyPart : undefined);
  const byLanguage = Map.groupBy(parts, groupLanguage);
  const firstGroups = Array.from(byLanguage.values()).flatMap(([first]) => first ?? []);
  return byLanguage.size > 1 && areValidTogether(firstGroups, node, context)
    ? (group) => (parts.has(group) ? `language ${groupLanguage(group)}` : undefined)
    : () => undefined;
}
