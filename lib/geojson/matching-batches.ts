import { runQuery } from '../data-api/query.ts';
import type { FeatureQuery, TileKey } from '../model/geojson/feature-query.ts';
import { maxUuid, nilUuid, parseResourceId, type ResourceId } from '../model/ids.ts';
import { narrowQuestion, nearBoxCondition } from '../model/questions/narrow-question.ts';
import type { Question, RecordCondition } from '../model/questions/question.ts';
import { readMatchingPages } from '../questions/read-matching-page.ts';
import { findTileAt } from '../queries/geojson/tile-at.ts';
import type { FeatureSource } from './feature-source.ts';

/** The features of some of the resource instances that a question finds. */
export type MatchingBatch = {
  /** Reads only these resource instances. */
  readonly source: FeatureSource;
  /** The tile after which reading begins; null for all. */
  readonly after: TileKey | null;
  /** A key after all tiles of the batch; null if no batch follows. */
  readonly end: TileKey | null;
};

/** The most resource instances of a batch. Their ids are sent twice: as a result, and as a parameter. */
const maxIdsPerBatch = 5000;

/** What the selection of features says of their resource instances, so that only such are looked for. */
function conditionsOf({ resources, boundingBox }: FeatureQuery): readonly RecordCondition[] {
  const nearBox = boundingBox === null ? undefined : nearBoxCondition(boundingBox);
  return [
    ...(resources === null
      ? []
      : [{ kind: 'ids' as const, ids: resources.map((id) => parseResourceId(id)) }]),
    ...(nearBox === undefined ? [] : [nearBox]),
  ];
}

/** The id before another one; null for the first. */
function idBefore(id: string): ResourceId | null {
  if (id === nilUuid) return null;
  const digits = (BigInt(`0x${id.replaceAll('-', '')}`) - 1n).toString(16).padStart(32, '0');
  return parseResourceId(digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
}

/**
 * Finds the resource instances of a question in batches, in the order of features. Each batch is one call of bounded work, so it can be empty.
 * @param limit about how many resource instances are needed; null for all
 * @throws the errors of readMatchingPage
 */
export async function* readMatchingBatches(
  source: FeatureSource,
  question: Question,
  after: TileKey | null,
  limit: number | null = null,
): AsyncGenerator<MatchingBatch> {
  const { query, idsPerBatch = maxIdsPerBatch } = source;
  const pages = readMatchingPages(
    source,
    narrowQuestion(question, conditionsOf(query)),
    after === null ? null : idBefore(after.resourceId),
    { first: Math.min(limit ?? idsPerBatch, idsPerBatch), others: idsPerBatch },
  );
  let isFirst = true;
  for await (const { ids, next } of pages) {
    yield {
      source: { ...source, query: { ...query, resources: ids } },
      after: isFirst ? after : null,
      end: next === null ? null : { resourceId: next, tileId: maxUuid },
    };
    isFirst = false;
  }
}

/**
 * Finds the tile after which a page begins.
 * @param skipped the number of tiles before it
 * @returns null for the first tile; undefined if there are fewer tiles
 */
export async function findTileBefore(
  source: FeatureSource,
  question: Question,
  skipped: bigint,
): Promise<TileKey | null | undefined> {
  if (skipped === 0n) return null;
  let left = skipped;
  for await (const batch of readMatchingBatches(source, question, null)) {
    const { caller, query, dataApi } = batch.source;
    const { count, last } = await runQuery(dataApi.read, findTileAt(caller, query, left));
    left -= BigInt(count);
    if (left === 0n) return last;
  }
  return undefined;
}
