/** The position of a map tile in the tile matrix set WebMercatorQuad (OGC 17-083r4, annex D.1). */
export type MapTilePosition = {
  /** The number of the tile matrix: 0 has one tile. */
  readonly zoom: number;
  /** From west to east. */
  readonly column: number;
  /** From north to south. */
  readonly row: number;
};

/** Columns and rows of the grid of a tile: the coordinates in it are whole numbers. */
export const gridSize = 4096;

/**
 * The largest zoom with tiles; beyond it, clients enlarge these. The steps of its grid are 4 centimetres, the size of a map cell
 * (`map_cell` in SQL).
 */
export const maxZoom = 18;

/** Parses the numbers in the path of a tile. @returns undefined if there is no such tile */
export function parseMapTilePosition(
  zoomText: string,
  columnText: string,
  rowText: string,
): MapTilePosition | undefined {
  const [zoom = -1, column = -1, row = -1] = [zoomText, columnText, rowText].map((text) =>
    /^(?:0|[1-9]\d{0,5})$/.test(text) ? Number(text) : -1,
  );
  const isOnMap = (number: number): boolean => number >= 0 && number < 2 ** zoom;
  return zoom >= 0 && zoom <= maxZoom && isOnMap(column) && isOnMap(row)
    ? { zoom, column, row }
    : undefined;
}
