import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import type { ValueGroup } from '../document/value-groups.ts';
import type { Matching } from '../matching.ts';
import { appendTo, type ModelNode } from '../model.ts';
import type { Contents } from '../values/contents.ts';
import { areValidTogether, isJoinable, ownTerms } from '../values/joined-values.ts';

/** Value groups that form one instance together. */
export type JoinedGroups = readonly ValueGroup[];

/**
 * Joins groups that form one tile together, although each could also be a tile by itself. It chooses the division that changes the fewest
 * stored tiles, and of several such divisions the one with the most joined groups.
 * @param pool the stored instances that the groups can continue
 */
export function joinValues(
  groups: readonly ValueGroup[],
  node: ModelNode,
  pool: readonly NodeInstance[],
  matching: Matching,
): readonly JoinedGroups[] {
  const { contents, workLimit } = matching;
  const byKind = Map.groupBy(groups, (group) => isJoinable(group, node, matching));
  const joinable = byKind.get(true) ?? [];
  const alone = (some: readonly ValueGroup[]): readonly JoinedGroups[] =>
    some.map((group) => [group]);
  if (joinable.length < 2) return alone(groups);
  workLimit.count(groups.length + pool.length);
  const asStored = joinedAsStored(joinable, node, pool, contents);
  const stored = new Set(asStored.flat());
  const rest = joinable.filter((group) => !stored.has(group));
  const canBeOne = (some: readonly ValueGroup[]): boolean =>
    some.length > 1 &&
    !repeatsTerms(some, node, contents) &&
    areValidTogether(some, node, matching);
  const divisions = [
    ...(canBeOne(joinable) ? [[joinable]] : []),
    ...(asStored.length > 0 && canBeOne(rest) ? [[...asStored, rest]] : []),
    ...(asStored.length > 0 ? [[...asStored, ...alone(rest)]] : []),
    alone(joinable),
  ];
  const others = alone(byKind.get(false) ?? []);
  return fewestChanges(
    divisions.map((division) => [...division, ...others]),
    node,
    pool,
    contents,
  );
}

/** Whether two groups have the same terms. Elements of one list never have the same terms. */
function repeatsTerms(
  groups: readonly ValueGroup[],
  node: ModelNode,
  { ofValues }: Contents,
): boolean {
  const terms = groups.map((group) =>
    ownTerms(group, ofValues(group.values, node).terms).join('\n'),
  );
  return new Set(terms).size < terms.length;
}

/** Joins groups that together have exactly the terms of a stored instance. */
function joinedAsStored(
  groups: readonly ValueGroup[],
  node: ModelNode,
  pool: readonly NodeInstance[],
  { ofStored, ofValues }: Contents,
): readonly JoinedGroups[] {
  const byTerm = new Map<string, ValueGroup[]>();
  for (const group of groups.toReversed()) {
    const { terms } = ofValues(group.values, node);
    for (const term of ownTerms(group, terms)) appendTo(byTerm, term, group);
  }
  return pool.flatMap((instance) => {
    const { terms } = ofStored(instance);
    const joined = new Set(terms.flatMap((term) => byTerm.get(term)?.at(-1) ?? []));
    if (terms.length === 0 || !terms.every((term) => (byTerm.get(term)?.length ?? 0) > 0))
      return [];
    for (const term of terms) byTerm.get(term)?.pop();
    return [[...joined]];
  });
}

/** Returns the first division that changes the fewest tiles. */
function fewestChanges(
  divisions: readonly (readonly JoinedGroups[])[],
  node: ModelNode,
  pool: readonly NodeInstance[],
  { ofStored, ofValues }: Contents,
): readonly JoinedGroups[] {
  const stored = new Map<number, number>();
  for (const instance of pool) {
    const { key } = ofStored(instance);
    stored.set(key, (stored.get(key) ?? 0) + 1);
  }
  const changesOf = (division: readonly JoinedGroups[]): number => {
    const left = new Map(stored);
    const unchanged = division.filter((joined) => {
      const values = joined.flatMap((group) => group.values);
      const { key } = ofValues(values, node);
      const count = left.get(key) ?? 0;
      left.set(key, count - 1);
      return count > 0;
    });
    return Math.max(division.length, pool.length) - unchanged.length;
  };
  const counted = divisions.map((division) => ({ division, changes: changesOf(division) }));
  const fewest = Math.min(...counted.map(({ changes }) => changes));
  return counted.find(({ changes }) => changes === fewest)?.division ?? [];
}
