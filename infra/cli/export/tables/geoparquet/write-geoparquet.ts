import { fileWriter, parquetWriteRows, type BasicType } from 'hyparquet-writer';

import type { SpatialTable } from '../../../../../lib/model/tables/spatial-table.ts';
import type { ColumnType } from '../../../../../lib/model/tables/table-column.ts';
import { placeRow } from '../../../../../lib/serializers/tables/placed-row.ts';
import { writeWellKnownBinary } from '../../../../../lib/serializers/tables/well-known-binary.ts';
import type { OutputCounts } from '../../chunked-output.ts';
import type { TableContent, WriteTableFile } from '../table-file.ts';

/** How many rows are in memory at once. */
const rowsPerGroup = 10_000;

const columnTypes: Readonly<Record<ColumnType, BasicType>> = {
  text: 'STRING',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  geometry: 'STRING',
};

/** Writes the first table as GeoParquet 1.1: the geometry as well-known binary, in longitude and latitude. Without geometries it is Parquet. */
export const writeGeoParquet: WriteTableFile = async (file, content) => {
  const [table] = content.tables;
  let counts: OutputCounts = { resources: 0, leftOut: 0 };
  if (table === undefined) return counts;
  await parquetWriteRows({
    writer: fileWriter(file),
    rows: readRows(table, content, (newCounts) => (counts = newCounts)),
    columns: table.columns.map(({ name, type }, index) =>
      index === table.geometryIndex
        ? { name, type: 'BYTE_ARRAY', statistics: false }
        : { name, type: columnTypes[type] },
    ),
    rowGroupSize: rowsPerGroup,
    kvMetadata: describeGeometry(table),
  });
  return counts;
};

/** The metadata of GeoParquet. Without a reference system, coordinates are longitude and latitude. */
function describeGeometry({
  columns,
  geometryIndex,
}: SpatialTable): { readonly key: string; readonly value: string }[] {
  const name = columns[geometryIndex]?.name;
  if (name === undefined) return [];
  const geo = {
    version: '1.1.0',
    primary_column: name,
    columns: { [name]: { encoding: 'WKB', geometry_types: [] } },
  };
  return [{ key: 'geo', value: JSON.stringify(geo) }];
}

async function* readRows(
  table: SpatialTable,
  { chunks }: TableContent,
  onCounts: (counts: OutputCounts) => void,
): AsyncGenerator<Record<string, unknown>> {
  let resources = 0;
  let leftOut = 0;
  for await (const { rows, records } of chunks) {
    for (const row of rows[0] ?? []) {
      const { geometry, cells, leftOut: leftOutOfRow } = placeRow(row, table);
      leftOut += leftOutOfRow;
      yield Object.fromEntries(
        table.columns.map(({ name }, index) => [
          name,
          index === table.geometryIndex && geometry
            ? writeWellKnownBinary(geometry)
            : (cells[index] ?? null),
        ]),
      );
    }
    resources += records;
    onCounts({ resources, leftOut });
  }
}
