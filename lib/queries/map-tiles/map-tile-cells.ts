import { int, sql, type Statement } from '../../data-api/sql.ts';
import { gridSize, type MapTilePosition } from '../../model/map-tiles/map-tile-position.ts';

/** A tile with clusters has a grid of 8 by 8 cells, which have 4 by 4 parts each: so many levels below the tile they are. */
const gridDepth = 3;
const partDepth = gridDepth + 2;

/**
 * The tables `map_tile`, with the cells of the tile, and `search_box`: its slightly enlarged box, also shifted by 360
 * degrees to each side. `larger_cells` are the cells of features that are larger than the tile, or cross its edge; in a tile with clusters
 * also those of features that are larger than a cell of its grid, or cross its edge.
 */
export function mapTileTables(
  { zoom, column, row }: MapTilePosition,
  hasClusters: boolean,
): Statement {
  return sql`map_tile as materialized (
  select
    c.cell - c.size + 1 as first_cell,
    c.cell + c.size - 1 as last_cell,
    array(
      select map_cell_at(d.depth, ${int(column)}::bigint >> (${int(zoom)} - d.depth), ${int(row)}::bigint >> (${int(zoom)} - d.depth))
      from generate_series(0, ${int(zoom)} - 1) d (depth)${hasClusters ? cellsAboveGrid({ zoom, column, row }) : sql``}
    ) as larger_cells
  from (
    select map_cell_at(${int(zoom)}, ${int(column)}, ${int(row)}) as cell, 1::bigint << (60 - 2 * ${int(zoom)}) as size
  ) c
),
search_box as materialized (
  select st_expand(st_translate(map_tile_box(${int(zoom)}, ${int(column)}, ${int(row)}, 0), s.shift, 0), 1e-7) as box
  from unnest('{-360,0,360}'::double precision[]) s (shift)
)${
    hasClusters
      ? sql`,
${gridTable(zoom)}`
      : sql``
  }`;
}

/** A query, after `union all`: the cells of the tile that are larger than those of its grid, the tile itself included. */
const cellsAboveGrid = ({ zoom, column, row }: MapTilePosition): Statement => sql`
      union all
      select map_cell_at(${int(zoom)} + d.depth, (${int(column)}::bigint << d.depth) + x.number, (${int(row)}::bigint << d.depth) + y.number)
      from generate_series(0, ${int(gridDepth - 1)}) d (depth)
      cross join generate_series(0, (1 << d.depth) - 1) x (number)
      cross join generate_series(0, (1 << d.depth) - 1) y (number)`;

/**
 * The table `grid`: how many bits of a cell come after the number of its part of the grid (`part_shift`), and the bits of a
 * cell by which one within a cell of the grid differs from a larger one (`inner_bits`).
 */
const gridTable = (zoom: number): Statement => sql`grid as materialized (
  select
    61 - 2 * (${int(zoom)} + ${int(partDepth)}) as part_shift,
    (1::bigint << (61 - 2 * (${int(zoom)} + ${int(gridDepth)}))) - 1 as inner_bits
)`;

/** An expression: the number of the cell of the grid that contains a part. */
export const gridCellOf = (part: Statement): Statement =>
  sql`${part} >> ${int(2 * (partDepth - gridDepth))}`;

/** The steps of the grid of coordinates across a part. */
const partSteps = gridSize >> partDepth;

/** An expression: the column of the middle of a part in its tile, in steps. */
export const columnOfPart = (part: Statement): Statement => middleOfPart(part);

/** An expression: the row of the middle of a part in its tile, in steps. */
export const rowOfPart = (part: Statement): Statement => middleOfPart(sql`(${part} >> 1)`);

/** An expression: the bits 0, 2, 4, 6 and 8 of a number, as steps. */
const middleOfPart = (bits: Statement): Statement =>
  sql`(((${bits} & 1) | (${bits} >> 1 & 2) | (${bits} >> 2 & 4) | (${bits} >> 3 & 8) | (${bits} >> 4 & 16)) + 0.5) * ${int(partSteps)}`;
