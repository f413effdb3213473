import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

import type { Row } from '../../../../../lib/model/tables/cell.ts';
import { boundsOf, emptyBounds, unite } from '../../../../../lib/model/tables/flat-geometry.ts';
import type { SpatialTable } from '../../../../../lib/model/tables/spatial-table.ts';
import type { ColumnType } from '../../../../../lib/model/tables/table-column.ts';
import type { OutputCounts } from '../../chunked-output.ts';
import type { WriteTableFile } from '../table-file.ts';
import { placeRow } from '../../../../../lib/serializers/tables/placed-row.ts';
import { writeGeometryBlob } from './geometry-blob.ts';
import {
  createCoreTables,
  createIndexTriggers,
  indexName,
  quote,
  registerTable,
  stateExtent,
} from './geopackage-schema.ts';

const columnTypes: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  number: 'real',
  boolean: 'boolean',
  geometry: 'text',
};

/**
 * Writes tables as a GeoPackage 1.3 (OGC 12-128r18): a feature table with a spatial index for each table with geometries, an attribute table for
 * each other one.
 */
export const writeGeoPackage: WriteTableFile = async (file, { tables, chunks }) => {
  const database = new DatabaseSync(file);
  try {
    // A file that is not complete is deleted, so nothing needs to be safe before.
    database.exec('pragma journal_mode = off; pragma synchronous = off;');
    database.exec(createCoreTables);
    database.exec('begin');
    const writers = tables.map((table) => openTable(database, table));
    let counts: OutputCounts = { resources: 0, leftOut: 0 };
    for await (const { rows, records } of chunks) {
      const leftOut = writers.reduce(
        (sum, { insert }, index) =>
          sum + (rows[index] ?? []).reduce((all, row) => all + insert(row), 0),
        0,
      );
      counts = { resources: counts.resources + records, leftOut: counts.leftOut + leftOut };
    }
    for (const { finish } of writers) finish();
    database.exec('commit');
    return counts;
  } finally {
    database.close();
  }
};

type TableWriter = {
  /** @returns the number of values that the table cannot have */
  readonly insert: (row: Row) => number;
  readonly finish: () => void;
};

function openTable(database: DatabaseSync, table: SpatialTable): TableWriter {
  const { name, columns, geometryIndex } = table;
  const hasGeometry = geometryIndex !== -1;
  const definitions = columns.map((column, index) =>
    index === geometryIndex
      ? `${quote(column.name)} geometry`
      : `${quote(column.name)} ${columnTypes[column.type]}`,
  );
  database.exec(
    `create table ${quote(name)} (fid integer primary key autoincrement not null, ${definitions.join(', ')})`,
  );
  database.exec(registerTable(name, hasGeometry));
  const insertRow = database.prepare(
    `insert into ${quote(name)} values (null, ${columns.map(() => '?').join(', ')})`,
  );
  const insertBox = hasGeometry
    ? database.prepare(`insert into ${quote(indexName(name))} values (?, ?, ?, ?, ?)`)
    : undefined;
  let extent = emptyBounds;
  return {
    insert: (row) => {
      const { geometry, cells, leftOut } = placeRow(row, table);
      const bounds = geometry && boundsOf(geometry);
      const blob = geometry && bounds ? writeGeometryBlob(geometry, bounds) : null;
      const values = cells.map((cell, index): SQLInputValue => {
        if (index === geometryIndex) return blob;
        return typeof cell === 'boolean' ? Number(cell) : cell;
      });
      const { lastInsertRowid } = insertRow.run(...values);
      if (bounds !== undefined) {
        const [west, south, east, north] = bounds;
        insertBox?.run(lastInsertRowid, west, east, south, north);
        extent = unite(extent, bounds);
      }
      return leftOut;
    },
    finish: () => {
      if (!hasGeometry) return;
      if (extent !== emptyBounds) database.exec(stateExtent(name, extent));
      database.exec(createIndexTriggers(name));
    },
  };
}
