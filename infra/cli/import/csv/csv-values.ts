/** The properties of a nodegroup that building tiles needs. */
export type CsvNodegroup = {
  readonly nodegroupId: string;
  readonly parentNodegroupId: string | null;
  readonly cardinality: '1' | 'n';
  readonly name: string;
  readonly depth: number;
};

/** The value of a cell. The id of its tile is derived from the text of the cell. */
export type CsvValue = {
  readonly nodeId: string;
  readonly nodegroupId: string;
  readonly slot: number;
  readonly text: string;
  readonly value: unknown;
};

/** The values of a row, and its number. */
export type CsvValueRow = {
  readonly number: number;
  readonly values: readonly CsvValue[];
  /** The number of tiles that cells of the row have, by nodegroup, also of tiles without a value; absent for CSV of records. */
  readonly tiles?: ReadonlyMap<string, number>;
};

/** A tile whose id a row states, with the values of the row. */
export type IdentifiedTile = {
  readonly nodegroupId: string;
  readonly tileId: string;
  /** Null if the row states none: it is that of a nodegroup of which there is one tile at most, or there is none. */
  readonly parentTileId: string | null;
  readonly values: readonly CsvValue[];
};
