import { runQuery } from '../data-api/query.ts';
import { readPages } from '../data-api/read-pages.ts';
import type { ResourceId } from '../model/ids.ts';
import type { PreferredLanguages } from '../model/pick-language.ts';
import type { Row } from '../model/tables/cell.ts';
import type { Table } from '../model/tables/table-column.ts';
import { parseTiles } from '../queries/resources/parse-tiles.ts';
import { createReferenceLookup } from '../serializers/resources/resource-content.ts';
import { listReferencedIds } from '../serializers/tables/referenced-ids.ts';
import type { TextContext } from '../serializers/tables/node-texts.ts';
import { writeTableRows } from '../serializers/tables/table-rows.ts';
import { listRecordTiles, type RecordTiles } from '../queries/tables/record-tiles.ts';
import { findReferences, type ReferencedIds } from '../queries/tables/references.ts';
import type { QuadSource } from './quad-chunk.ts';
import { readVisibleIds } from './read-visible-ids.ts';
import { readOneAhead } from '../data-api/read-one-ahead.ts';

export type TableSource = Pick<QuadSource, 'dataApi' | 'caller' | 'baseUrl'> & {
  readonly graphId: string;
  /** The languages of labels, the project's default language last. */
  readonly languages: PreferredLanguages;
};

/** The rows of some records in each of several tables. */
export type TableChunk = {
  /** In the order of the tables. */
  readonly rows: readonly (readonly Row[])[];
  readonly records: number;
  readonly lastId: ResourceId;
};

/** How many resource instances are listed at once. */
const recordsPerBatch = 1000;

/**
 * Reads the rows of tables of a model, in the order of the ids of records. The tiles of a chunk are of one state of the data, with the rights that
 * the caller has at that time; the labels and names are those of the next moment. They are looked up once for all records of a chunk.
 * @param after the last record that was read
 */
export async function* readTableRows(
  source: TableSource,
  tables: readonly Table[],
  after: ResourceId | null,
): AsyncGenerator<TableChunk> {
  for await (const items of readOneAhead(readRecords(source, after))) {
    const lastId = items.at(-1)?.resourceId;
    if (lastId === undefined) continue;
    const records = items.map((item) => ({ ...item, tiles: parseTiles(item) }));
    const context = await readTextContext(
      source,
      listReferencedIds(
        records.flatMap(({ tiles }) => tiles),
        tables,
      ),
    );
    const rows = tables.map((table) =>
      records.flatMap((record) => writeTableRows({ ...record, context }, table)),
    );
    yield { rows, records: records.length, lastId };
  }
}

async function* readRecords(
  { dataApi, caller, graphId }: TableSource,
  after: ResourceId | null,
): AsyncGenerator<readonly RecordTiles[]> {
  for await (const ids of readVisibleIds({ dataApi, caller }, graphId, after, recordsPerBatch)) {
    const query = listRecordTiles(caller, ids);
    for await (const items of readPages(dataApi, query)) yield query.parse(items);
  }
}

/** Reads what values are looked up in. */
async function readTextContext(
  { dataApi, caller, baseUrl, languages }: TableSource,
  ids: ReferencedIds,
): Promise<TextContext> {
  const referenced = createReferenceLookup(
    await runQuery(dataApi.read, findReferences(caller, ids)),
    baseUrl,
  );
  const labels = {
    conceptValue: referenced.concept,
    resourceName: (id: string) => referenced.resource(id)?.names,
  };
  return { display: { languages, labels }, referenced, baseUrl };
}
