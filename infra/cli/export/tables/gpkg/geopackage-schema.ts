import type { Bounds } from '../../../../../lib/model/tables/flat-geometry.ts';

/** WGS 84, the reference system of all geometries. */
export const srsId = 4326;

const wgs84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]';

/** The tables that every GeoPackage has (OGC 12-128r18, annex C), and the marks of its file. */
export const createCoreTables = `
pragma application_id = 1196444487;
pragma user_version = 10300;
create table gpkg_spatial_ref_sys (
  srs_name text not null,
  srs_id integer not null primary key,
  organization text not null,
  organization_coordsys_id integer not null,
  definition text not null,
  description text
);
insert into gpkg_spatial_ref_sys values
  ('Undefined Cartesian', -1, 'NONE', -1, 'undefined', null),
  ('Undefined geographic', 0, 'NONE', 0, 'undefined', null),
  ('WGS 84', ${srsId}, 'EPSG', 4326, '${wgs84}', 'longitude and latitude in degrees');
create table gpkg_contents (
  table_name text not null primary key,
  data_type text not null,
  identifier text unique,
  description text default '',
  last_change datetime not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  min_x double,
  min_y double,
  max_x double,
  max_y double,
  srs_id integer references gpkg_spatial_ref_sys (srs_id)
);
create table gpkg_geometry_columns (
  table_name text not null unique references gpkg_contents (table_name),
  column_name text not null,
  geometry_type_name text not null,
  srs_id integer not null references gpkg_spatial_ref_sys (srs_id),
  z tinyint not null,
  m tinyint not null,
  primary key (table_name, column_name)
);
create table gpkg_extensions (
  table_name text,
  column_name text,
  extension_name text not null,
  definition text not null,
  scope text not null,
  unique (table_name, column_name, extension_name)
);
`;

/** Quotes a name for SQL. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The name of the spatial index of a table (annex F.3). */
export const indexName = (table: string): string => `rtree_${table}_geom`;

/** The statements that list a table in the GeoPackage, and create its spatial index if it has geometries. */
export function registerTable(table: string, hasGeometry: boolean): string {
  const name = quoteText(table);
  if (!hasGeometry)
    return `insert into gpkg_contents (table_name, data_type, identifier) values (${name}, 'attributes', ${name});`;
  return `
insert into gpkg_contents (table_name, data_type, identifier, srs_id) values (${name}, 'features', ${name}, ${srsId});
insert into gpkg_geometry_columns values (${name}, 'geom', 'GEOMETRY', ${srsId}, 2, 0);
insert into gpkg_extensions values (${name}, 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only');
create virtual table ${quote(indexName(table))} using rtree(id, minx, maxx, miny, maxy);`;
}

/** The statement that states the extent of a table. */
export function stateExtent(table: string, [west, south, east, north]: Bounds): string {
  return `update gpkg_contents set min_x = ${west}, min_y = ${south}, max_x = ${east}, max_y = ${north} where table_name = ${quoteText(table)};`;
}

/** The triggers with which other programs keep the spatial index. They need functions of these programs, so all rows are inserted before. */
export function createIndexTriggers(tableName: string): string {
  const index = quote(indexName(tableName));
  const table = quote(tableName);
  const named = (suffix: string): string => quote(`${indexName(tableName)}_${suffix}`);
  const isPlaced = 'new.geom not null and not ST_IsEmpty(new.geom)';
  const isUnplaced = '(new.geom is null or ST_IsEmpty(new.geom))';
  const insert = `insert or replace into ${index} values (new.fid, ST_MinX(new.geom), ST_MaxX(new.geom), ST_MinY(new.geom), ST_MaxY(new.geom));`;
  return `
create trigger ${named('insert')} after insert on ${table} when (${isPlaced}) begin ${insert} end;
create trigger ${named('update1')} after update of geom on ${table} when old.fid = new.fid and (${isPlaced}) begin ${insert} end;
create trigger ${named('update2')} after update of geom on ${table} when old.fid = new.fid and ${isUnplaced} begin delete from ${index} where id = old.fid; end;
create trigger ${named('update3')} after update on ${table} when old.fid != new.fid and (${isPlaced}) begin delete from ${index} where id = old.fid; ${insert} end;
create trigger ${named('update4')} after update on ${table} when old.fid != new.fid and ${isUnplaced} begin delete from ${index} where id in (old.fid, new.fid); end;
create trigger ${named('delete')} after delete on ${table} when old.geom not null begin delete from ${index} where id = old.fid; end;`;
}
