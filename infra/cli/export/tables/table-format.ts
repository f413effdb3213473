/** The formats of `hds export table`. */
export const tableFormats = ['csv', 'xlsx', 'gpkg', 'flatgeobuf', 'geoparquet'] as const;

export type TableFormat = (typeof tableFormats)[number];

const formatsByExtension: ReadonlyMap<string, TableFormat> = new Map([
  ['csv', 'csv'],
  ['gpkg', 'gpkg'],
  ['fgb', 'flatgeobuf'],
  ['xlsx', 'xlsx'],
  ['parquet', 'geoparquet'],
]);

/** Tells the format by the extension of a file. @returns undefined if it is that of none */
export function formatOfFile(file: string): TableFormat | undefined {
  const [, extension = ''] = /\.([^.]+?)(?:\.gz)?$/.exec(file.toLowerCase()) ?? [];
  return formatsByExtension.get(extension);
}
