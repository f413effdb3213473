import type { Table, TableColumn } from './table-column.ts';
import type { TableNode } from './table-model.ts';

/** A table for a format with typed columns, whose rows have one geometry each. */
export type TypedTable = {
  readonly name: string;
  readonly columns: readonly Pick<TableColumn, 'name' | 'type'>[];
  /** The position of the column with the geometry of the row; -1 without one. Other geometries are written as texts. */
  readonly geometryIndex: number;
};

/** A table of a model for such a format. */
export type SpatialTable = Table & TypedTable;

/** The name of the column with the geometry of a row. */
export const geometryColumnName = 'geom';

/**
 * Chooses the geometry of the rows of a table: that of a node, otherwise the first one.
 * @param alias of the node; undefined for none
 */
export function chooseGeometry(table: Table, alias: string | undefined): SpatialTable {
  const indexOf = (isChosen: (node: TableNode) => boolean): number =>
    table.columns.findIndex(
      ({ type, source }) => type === 'geometry' && source.kind === 'node' && isChosen(source.node),
    );
  const chosen = alias === undefined ? -1 : indexOf((node) => node.alias === alias);
  const geometryIndex = chosen === -1 ? indexOf(() => true) : chosen;
  const columns = table.columns.map((column, index) =>
    index === geometryIndex ? { ...column, name: geometryColumnName } : column,
  );
  return { ...table, columns, geometryIndex };
}
