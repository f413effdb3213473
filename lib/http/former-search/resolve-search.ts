import type { Caller } from '../../model/accounts/caller.ts';
import type { FormerSearch, SentTime } from '../../model/former-search/search-request.ts';
import { geometriesAcrossAntimeridian } from '../../model/former-search/shift-geometry.ts';
import { parseResourceId } from '../../model/ids.ts';
import { datedDatatypes } from '../../model/datatypes/dated-datatypes.ts';
import { rangesOfDates } from '../../model/questions/dates.ts';
import { placeOfGeometries } from '../../model/questions/places.ts';
import type { Question, RecordCondition } from '../../model/questions/question.ts';
import { findIsReviewer } from '../../queries/former-search/reviewer.ts';
import { listReadableGraphIds } from '../../queries/graphs/readable-graph-ids.ts';
import { findPeriodConcepts } from '../../queries/questions/period-concepts.ts';
import { findNodesOfDatatypes } from '../../queries/questions/queryable-nodes.ts';
import type { QuestionReader } from '../questions/question-reader.ts';
import { resolveGroups, type Alternative } from './resolve-groups.ts';
import { resolveTerms } from './resolve-terms.ts';

/**
 * Looks up a search: which resource instances of which models it means.
 * @rule Searching by values: What do the filters of the reference platform's search mean?
 * @throws InvalidInput for a value that its node cannot have
 */
export async function resolveSearch(
  search: FormerSearch,
  caller: Caller,
  reader: QuestionReader,
): Promise<Question> {
  if (search.requestedIds !== null) {
    return [
      {
        graphIds: null,
        condition: { kind: 'ids', ids: search.requestedIds.map(parseResourceId) },
      },
    ];
  }
  const common = [
    ...(search.ids === null
      ? []
      : [{ kind: 'ids' as const, ids: search.ids.map(parseResourceId) }]),
    ...(await resolveTerms(search, caller, reader)),
    ...listPlaces(search),
    ...(search.time === null ? [] : [await resolveTime(search.time, caller, reader)]),
    ...(await resolveProvisional(search, caller, reader)),
  ];
  const graphIds = await listGraphs(search, caller, reader);
  const alternatives = await resolveGroups(search.groups, caller, reader);
  return joinMany(alternatives).flatMap(({ graphId, condition }) => {
    if (graphId !== null && graphIds !== null && !graphIds.includes(graphId)) return [];
    const ofModels = graphId === null ? graphIds : [graphId];
    if (ofModels?.length === 0) return [];
    const all: RecordCondition = { kind: 'all', parts: [condition, ...common] };
    return [{ graphIds: ofModels, condition: all }];
  });
}

/** The most alternatives of which each has candidates of its own. */
const maxApart = 12;

/** Joins many alternatives of one model, because each that stands apart makes the statement longer. */
function joinMany(alternatives: readonly Alternative[]): readonly Alternative[] {
  if (alternatives.length <= maxApart) return alternatives;
  return [...Map.groupBy(alternatives, ({ graphId }) => graphId)].map(([graphId, items]) => ({
    graphId,
    condition: { kind: 'any', parts: items.map(({ condition }) => condition) },
  }));
}

/** The models of a search; null for all. */
async function listGraphs(
  { models }: FormerSearch,
  caller: Caller,
  { read }: QuestionReader,
): Promise<readonly string[] | null> {
  if (models === null) return null;
  if (!models.isInverted) return models.graphIds;
  const readable = await read(listReadableGraphIds(caller));
  return readable.filter((graphId) => !models.graphIds.includes(graphId));
}

function listPlaces({ place }: FormerSearch): readonly RecordCondition[] {
  if (place === null) return [];
  const { geometry, metres, isInverted: isOutside } = place;
  const geometries = geometriesAcrossAntimeridian(geometry);
  return [{ kind: 'place', place: placeOfGeometries(geometries, metres), nodes: null, isOutside }];
}

async function resolveProvisional(
  { provisional }: FormerSearch,
  caller: Caller,
  { read }: QuestionReader,
): Promise<readonly RecordCondition[]> {
  if (provisional === null || !(await read(findIsReviewer(caller)))) return [];
  const part: RecordCondition = { kind: 'proposed', isProposed: provisional.isProposed };
  return [provisional.isInverted ? { kind: 'not', part } : part];
}

/** The condition that some date lies within a time, or outside of it. Concepts with years count if no node is named. */
async function resolveTime(
  { from, to, nodeId, isInverted }: SentTime,
  caller: Caller,
  { read }: QuestionReader,
): Promise<RecordCondition> {
  const [inside] = rangesOfDates({ kind: 'range', from, to, includesLimits: true });
  if (inside === undefined) return { kind: 'any', parts: [] };
  const { lower, upper } =
    inside.lower <= inside.upper
      ? inside
      : (rangesOfDates({ kind: 'range', from: to, to: from, includesLimits: true })[0] ?? inside);
  const ranges = isInverted
    ? [
        ...(from === null ? [] : [{ lower: -(2n ** 63n), upper: lower - 1n }]),
        ...(to === null ? [] : [{ lower: upper + 1n, upper: 2n ** 63n - 1n }]),
      ]
    : [{ lower, upper }];
  const nodes = await read(findNodesOfDatatypes(caller, datedDatatypes, undefined));
  const nodeIds = nodes.map((node) => node.nodeId).filter((id) => nodeId === null || id === nodeId);
  const days: RecordCondition = {
    kind: 'anywhere',
    test: { kind: 'days', ranges, relation: 'overlaps' },
    nodegroupIds: null,
    nodeIds,
  };
  if (nodeId !== null) return days;
  const conceptIds = await read(findPeriodConcepts(caller, ranges));
  const concepts = { kind: 'concepts', conceptIds, ids: [], includesNarrower: false } as const;
  return { kind: 'any', parts: [days, { kind: 'anywhere', test: concepts, nodegroupIds: null }] };
}
