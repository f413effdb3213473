import type { Caller } from '../../model/accounts/caller.ts';
import { readNodeTest, type NodeTest } from '../../model/former-search/node-test.ts';
import type { SentGroup, SentNodeCondition } from '../../model/former-search/search-request.ts';
import type { RecordCondition, TileCondition, ValueTest } from '../../model/questions/question.ts';
import { isUuid } from '../../model/ids.ts';
import { findNamedConcepts } from '../../queries/questions/named-concepts.ts';
import { findQueryableNodes, type QueryableNode } from '../../queries/questions/queryable-nodes.ts';
import type { QuestionReader } from '../questions/question-reader.ts';
import { refuse } from './json-parameter.ts';

/** One of the alternatives of a search. Without a model it is met in all of them. */
export type Alternative = { readonly graphId: string | null; readonly condition: RecordCondition };

type ReadCondition = { readonly node: QueryableNode; readonly result: NodeTest };

/**
 * Looks up the groups of a search. An alternative with a node that the caller may not read, or with nodes of several models, finds nothing and
 * is left out.
 * @throws InvalidInput for a value that its node cannot have
 */
export async function resolveGroups(
  groups: readonly SentGroup[],
  caller: Caller,
  { read }: QuestionReader,
): Promise<readonly Alternative[]> {
  const ids = [
    ...new Set(groups.flatMap(({ conditions }) => conditions.map(({ nodeId }) => nodeId))),
  ].filter(isUuid);
  const nodes = ids.length === 0 ? [] : await read(findQueryableNodes(caller, ids, undefined));
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const concepts = await findConcepts(groups, byId, caller, { read });
  return listAlternatives(groups).flatMap((alternative) => {
    const graphIds = new Set<string>();
    const parts: RecordCondition[] = [];
    for (const { conditions } of alternative) {
      const readConditions = conditions.flatMap((sent) => readCondition(sent, byId) ?? []);
      if (readConditions.length < conditions.length) return [];
      for (const { node } of readConditions) graphIds.add(node.graphId);
      parts.push(...toConditions(readConditions, concepts));
    }
    if (graphIds.size > 1) return [];
    return [{ graphId: [...graphIds][0] ?? null, condition: { kind: 'all' as const, parts } }];
  });
}

function listAlternatives(groups: readonly SentGroup[]): readonly (readonly SentGroup[])[] {
  const alternatives: SentGroup[][] = [[]];
  for (const group of groups) {
    if (group.isAlternative) alternatives.push([]);
    alternatives.at(-1)?.push(group);
  }
  return alternatives;
}

/** @returns undefined if the caller may not read the node, or if no value of it can pass */
function readCondition(
  sent: SentNodeCondition,
  byId: ReadonlyMap<string, QueryableNode>,
): ReadCondition | undefined {
  const node = byId.get(sent.nodeId);
  if (node === undefined) return undefined;
  const result = readNodeTest(sent, node);
  if (result.kind === 'problem') refuse('advanced-search', `${sent.nodeId}: ${result.message}`);
  return result.kind === 'nothing' ? undefined : { node, result };
}

/** The concepts by the ids of their values, or their own. */
async function findConcepts(
  groups: readonly SentGroup[],
  byId: ReadonlyMap<string, QueryableNode>,
  caller: Caller,
  { read }: QuestionReader,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = [
    ...new Set(
      groups.flatMap(({ conditions }) =>
        conditions.flatMap((sent) => {
          const result = readCondition(sent, byId)?.result;
          return result?.kind === 'concepts' ? result.idSets.flat() : [];
        }),
      ),
    ),
  ];
  if (ids.length === 0) return new Map();
  const found = await read(
    findNamedConcepts(
      caller,
      ids.map((text) => ({ text, collectionId: null })),
    ),
  );
  return new Map(
    [...Map.groupBy(found, ({ position }) => ids[position] ?? '')].map(([id, items]) => [
      id,
      items.map(({ conceptId }) => conceptId),
    ]),
  );
}

/** The conditions of a group: those that one tile must meet together, and those on the presence of values. */
function toConditions(
  conditions: readonly ReadCondition[],
  concepts: ReadonlyMap<string, readonly string[]>,
): readonly RecordCondition[] {
  const inTile: TileCondition[] = [];
  const ofRecord: RecordCondition[] = [];
  for (const { node, result } of conditions) {
    const valueOf = (test: ValueTest, isOther: boolean): TileCondition => ({
      kind: 'value',
      node,
      test,
      isOther,
    });
    if (result.kind === 'test') inTile.push(valueOf(result.test, result.isOther));
    if (result.kind === 'concepts') {
      inTile.push(
        ...result.idSets.map((ids) =>
          valueOf(
            {
              kind: 'concepts',
              conceptIds: ids.flatMap((id) => concepts.get(id) ?? []),
              ids,
              includesNarrower: false,
            },
            result.isOther,
          ),
        ),
      );
    }
    if (result.kind === 'presence') {
      const part: RecordCondition = {
        kind: 'tiles',
        condition: valueOf({ kind: 'any' }, false),
      };
      ofRecord.push(result.isPresent ? part : { kind: 'not', part });
    }
  }
  return inTile.length === 0
    ? ofRecord
    : [{ kind: 'tiles', condition: { kind: 'all', parts: inTile } }, ...ofRecord];
}
