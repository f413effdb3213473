import type { CostContext } from '../context.ts';
import type { ValueGroup } from '../document/value-groups.ts';
import type { ModelNode } from '../model.ts';
import { areValidTogether, groupLanguage, isJoinable } from '../values/joined-values.ts';
import type { Room } from './eliminate.ts';

/**
 * The room of a node below one instance of its parent: for so many instances; and in a single instance for all groups that are one
 * value together, such as the elements of a list.
 * @param groups all that could stand for the node
 * @param most how many instances there may be
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
 * Tells which part of one value a group can be: any, where all parts are valid together, or the text of its language. Undefined for
 * a group that is a value by itself.
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
