import type { ResourceId } from '../model/ids.ts';
import type { PreferredLanguages } from '../model/pick-language.ts';
import type { Row } from '../model/tables/cell.ts';
import type { Table } from '../model/tables/table-column.ts';
import { parseTiles } from '../queries/resources/parse-tiles.ts';
import { createReferenceLookup } from '../serializers/resources/resource-content.ts';
import { writeTableRows, type RecordWithTiles } from '../serializers/tables/table-rows.ts';
import type { ResourceStatements } from '../queries/resources/list-resource-statements.ts';
import type { QuadSource } from './quad-chunk.ts';
import { readResourceStatements } from './read-resource-statements.ts';

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

/**
 * Reads the rows of tables of a model, in the order of the ids of records. Each chunk is of one state of the data, with the rights that the
 * caller has at that time.
 * @param after the last record that was read
 */
export async function* readTableRows(
  source: TableSource,
  tables: readonly Table[],
  after: ResourceId | null,
): AsyncGenerator<TableChunk> {
  for await (const resources of readResourceStatements(source, source.graphId, after)) {
    const lastId = resources.at(-1)?.resourceId;
    if (lastId === undefined) continue;
    const records = resources.map((resource) => toRecord(resource, source));
    const rows = tables.map((table) => records.flatMap((record) => writeTableRows(record, table)));
    yield { rows, records: records.length, lastId };
  }
}

function toRecord(
  resource: ResourceStatements,
  { baseUrl, languages }: TableSource,
): RecordWithTiles {
  const referenced = createReferenceLookup(resource, baseUrl);
  const labels = {
    conceptValue: referenced.concept,
    resourceName: (id: string) => referenced.resource(id)?.names,
  };
  return {
    resourceId: resource.resourceId,
    tiles: parseTiles(resource),
    context: { display: { languages, labels }, referenced, baseUrl },
  };
}
