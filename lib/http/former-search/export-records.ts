import type { Caller } from '../../model/accounts/caller.ts';
import { datatypeOf } from '../../model/datatypes/registry.ts';
import type { DisplayContext } from '../../model/datatypes/datatype.ts';
import { isNumericValue, type JsonNumber } from '../../model/datatypes/values/decimal.ts';
import { joinNonEmpty } from '../../model/datatypes/values/json-values.ts';
import type { Question } from '../../model/questions/question.ts';
import { readMatchingPages } from '../../questions/read-matching-page.ts';
import { findShownLabels } from '../../queries/former-search/shown-labels.ts';
import type { ExportColumn } from '../../serializers/former-search/export-columns.ts';
import {
  listTileGeometries,
  parseTiles,
  type ReadTile,
  type TileGeometry,
} from '../../serializers/former-search/tile-geometries.ts';
import { formatCell } from '../../serializers/tables/csv.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import { readListedResources } from '../resources/read-listed-resources.ts';

/** A resource instance of an export. */
export type ExportRecord = {
  readonly resourceId: string;
  readonly graphId: string;
  /** The shown texts and numbers by the names of columns; only those with a value. */
  readonly cells: ReadonlyMap<string, string | JsonNumber>;
  readonly geometries: readonly TileGeometry[];
};

export type ExportSource = {
  readonly question: Question;
  readonly columns: readonly ExportColumn[];
  readonly caller: Caller;
  readonly languages: readonly string[];
};

/** How many resource instances are found in one call. */
const idsPerCall = 500;

type ReadRecord = Omit<ExportRecord, 'cells'> & { readonly tiles: readonly ReadTile[] };

/** Reads the resource instances of an export in the order of their ids, some at a time. */
export async function* readExportRecords(
  source: ExportSource,
  { dataApi, read }: Pick<DataHandlerContext, 'dataApi' | 'read'>,
): AsyncGenerator<readonly ExportRecord[]> {
  const { question, caller } = source;
  const limits = { first: idsPerCall, others: idsPerCall };
  for await (const { ids } of readMatchingPages({ dataApi, caller }, question, null, limits)) {
    for await (const resources of readListedResources(dataApi, caller, ids)) {
      const records = resources.map(({ header, tiles: text }): ReadRecord => {
        const tiles = parseTiles(text);
        const { resourceId, graphId } = header;
        return { resourceId, graphId, tiles, geometries: listTileGeometries(tiles) };
      });
      yield await writeCells(records, source, { read });
    }
  }
}

async function writeCells(
  records: readonly ReadRecord[],
  { columns, caller, languages }: ExportSource,
  { read }: Pick<DataHandlerContext, 'read'>,
): Promise<readonly ExportRecord[]> {
  const columnsById = new Map(columns.map((column) => [column.node.nodeId, column]));
  const references = records
    .flatMap(({ tiles }) => tiles.flatMap(({ data }) => Object.entries(data)))
    .flatMap(([nodeId, value]) => {
      const column = columnsById.get(nodeId);
      const match =
        column === undefined || value === null
          ? undefined
          : datatypeOf(column.node.datatype).references?.(value);
      return match === undefined ? [] : [match];
    });
  const unique = (ids: readonly string[]): readonly string[] => [
    ...new Set(ids.map((id) => id.toLowerCase())),
  ];
  const valueIds = unique(references.flatMap(({ conceptValues }) => conceptValues));
  const resourceIds = unique(references.flatMap(({ resources }) => resources));
  const labels = await read(findShownLabels(caller, valueIds, resourceIds));
  const concepts = new Map(labels.concepts.map((concept) => [concept.valueId, concept]));
  const names = new Map(labels.resources.map((item) => [item.resourceId, item.names]));
  const context: DisplayContext = {
    languages,
    labels: {
      conceptValue: (id) => concepts.get(id.toLowerCase()),
      resourceName: (id) => names.get(id.toLowerCase()),
    },
  };
  return records.map(({ tiles, ...record }) => ({
    ...record,
    cells: cellsOf(tiles, columnsById, context),
  }));
}

/** The cells of a resource instance. A number is kept if it is the only value; texts of several tiles are joined. */
function cellsOf(
  tiles: readonly ReadTile[],
  columnsById: ReadonlyMap<string, ExportColumn>,
  context: DisplayContext,
): ReadonlyMap<string, string | JsonNumber> {
  const listsByName = new Map<string, (string | JsonNumber | null)[]>();
  for (const { data } of tiles) {
    for (const [nodeId, value] of Object.entries(data)) {
      const column = columnsById.get(nodeId);
      if (column === undefined || value === null) continue;
      const { datatype } = column.node;
      const cell = isNumericValue(value)
        ? value
        : datatypeOf(datatype).display(value, column.node, context);
      const list = listsByName.get(column.name) ?? [];
      listsByName.set(column.name, [...list, cell]);
    }
  }
  return new Map(
    [...listsByName].flatMap(([name, cells]) => {
      const [only = null, ...others] = cells;
      const cell = others.length === 0 ? only : joinNonEmpty(cells.map(formatCell));
      return cell === null || cell === '' ? [] : [[name, cell] as const];
    }),
  );
}
