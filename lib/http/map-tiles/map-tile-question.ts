import type { StatementReader } from '../../data-api/chunks.ts';
import { runQuery } from '../../data-api/query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { parseResourceId, type ResourceId } from '../../model/ids.ts';
import { mapTileBox } from '../../model/map-tiles/map-tile-box.ts';
import { narrowQuestion, nearBoxCondition } from '../../model/questions/narrow-question.ts';
import type { Question } from '../../model/questions/question.ts';
import { findMapTile, type MapTileQuery } from '../../queries/map-tiles/map-tile.ts';
import { readMatchingPages } from '../../questions/read-matching-page.ts';

type TileReader = { readonly dataApi: StatementReader; readonly caller: Caller };

/** The most resource instances of a tile that are looked up one by one. */
const maxTileRecords = 10_000;

/** The most calls in which the resource instances of a tile are found. */
const maxCalls = 5;

/** Finds ids. @returns undefined if there are more, or if that takes more than `maxCalls` */
async function findFewIds(
  reader: TileReader,
  question: Question,
  maxIds: number,
): Promise<readonly ResourceId[] | undefined> {
  const ids: ResourceId[] = [];
  const limits = { first: maxIds, others: maxIds };
  let calls = 0;
  for await (const page of readMatchingPages(reader, question, null, limits)) {
    ids.push(...page.ids);
    calls += 1;
    if (page.next === null) return ids;
    if (ids.length >= maxIds || calls === maxCalls) return undefined;
  }
  return ids;
}

/**
 * Finds the resource instances of a tile that meet a question. If they are too many for a tile, they are those among the resource instances
 * that the tile shows without the question.
 * @rule GeoJSON and OGC API Features: Which features does a map tile with conditions show?
 * @param maxRecords how many are too many
 * @throws the errors of readMatchingPage
 */
export async function findTileRecords(
  reader: TileReader,
  question: Question,
  tile: MapTileQuery,
  maxRecords = maxTileRecords,
): Promise<readonly ResourceId[]> {
  const nearTile = nearBoxCondition(mapTileBox(tile));
  const ofTile = narrowQuestion(question, nearTile === undefined ? [] : [nearTile]);
  const few = await findFewIds(reader, ofTile, maxRecords);
  if (few !== undefined) return few;
  const { features } = await runQuery(
    reader.dataApi.read,
    findMapTile(reader.caller, { ...tile, ifNoneMatch: [], areSingle: true }),
  );
  const shown = [...new Set(features.map(({ resourceId }) => resourceId))].map(parseResourceId);
  const ofShown = narrowQuestion(question, [{ kind: 'ids', ids: shown }]);
  const limits = { first: maxTileRecords, others: maxTileRecords };
  const pages = await Array.fromAsync(readMatchingPages(reader, ofShown, null, limits));
  return pages.flatMap(({ ids }) => ids);
}
