import type { JsonObject } from '../../../../lib/model/datatypes/values/json-values.ts';

/** A geometry in a file: GeoJSON, with the coordinates as they are in the file. */
export type FileGeometry = {
  readonly kind: 'geometry';
  readonly geometry: JsonObject;
  /** The number of its reference system (EPSG); undefined if the file names none. */
  readonly srid: number | undefined;
};

/** A cell that cannot be read, and why. */
export type FaultyCell = {
  readonly kind: 'fault';
  readonly code: string;
  readonly message: string;
};

/** A cell of a file: its text, empty if there is none, a geometry, or why it cannot be read. */
export type FileCell = string | FileGeometry | FaultyCell;

/** A row of a table of a file. */
export type FileRow = {
  /** As people count the rows of this format, from 1. */
  readonly number: number;
  /** In the order of the headings. */
  readonly cells: readonly FileCell[];
};

/** A table of a file, of which one row at a time is in memory. */
export type FileTable = {
  /** The name of the layer or sheet; undefined for a format with one table. */
  readonly name: string | undefined;
  readonly headings: readonly string[];
  /** The heading of the geometry of each row; undefined without one. */
  readonly geometryHeading: string | undefined;
  /** The reference system of geometries, as `EPSG:4326`; undefined if the file names none. */
  readonly crs: string | undefined;
  /** @throws FileFormatError if the file is damaged further on */
  readonly readRows: () => AsyncIterable<FileRow>;
};

/** A file of tables. */
export type TableFile = {
  readonly tables: readonly FileTable[];
  readonly close: () => void;
};

/** The text of a cell, for messages and files of rejected rows; empty for a geometry. */
export const cellText = (cell: FileCell | undefined): string =>
  typeof cell === 'string' ? cell : '';
