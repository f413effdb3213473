import type { CostContext } from '../context.ts';
import type { ValueGroup } from '../document/value-groups.ts';
import type { ModelNode } from '../model.ts';
import { areValidTogether, groupLanguage, isJoinable } from '../values/joined-values.ts';
import type { Room } from './eliminate.ts';

/**
 * Creates the capacity of a node below one instance of its parent: a number of instances; or, in a single instance, all groups that
 * form one value together, such as the elements of a list.
 * @param groups all groups that could stand for the node
 * @param most the maximum number of instances
 * @throws TooAmbiguousError
 */
export function nodeRoom(
  groups: readonly ValueGroup[],
  node: ModelNode,
  most: number,
  context: CostContext,
): Room {
  if (most >= groups.length) return { free: () => Infinity, take: () => false };
  const partOf = most === 1 ? valueParts(groups, node, context) : () => undefined;
  const takenParts = new Set<string>();
  let taken = 0;
  return {
    free: (group) => {
      const part = partOf(group);
      if (part === undefined) return takenParts.size > 0 ? 0 : most - taken;
      if (taken > takenParts.size && takenParts.size === 0) return 0;
      if (part === anyPart) return Infinity;
      return takenParts.has(part) ? 0 : 1;
    },
    take: (group) => {
      const part = partOf(group);
      if (part !== undefined) takenParts.add(part);
      taken += 1;
      return part !== anyPart || taken === 1;
    },
  };
}

const anyPart = 'any';

/**
 * Creates a lookup of the part of a value that a group can be: any part if all parts are valid together, or the text in its language.
 * The lookup returns undefined for a group that is a value by itself.
 */
function valueParts(
  groups: readonly ValueGroup[],
  node: ModelNode,
  context: CostContext,
): (group: ValueGroup) => string | undefined {
  context.workLimit.count(groups.length);
  const parts = new Set(groups.filter((group) => isJoinable(group, node, context)));
  if (parts.size < 2) return () => undefined;
  if (areValidTogether([...parts], node, context))
    return (group) => (parts.has(group) ? anyPart : undefined);
  const byLanguage = Map.groupBy(parts, groupLanguage);
  const firsts = Array.from(byLanguage.values()).flatMap(([first]) => first ?? []);
  return byLanguage.size > 1 && areValidTogether(firsts, node, context)
    ? (group) => (parts.has(group) ? `language ${groupLanguage(group)}` : undefined)
    : () => undefined;
}
