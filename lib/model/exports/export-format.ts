export const exportFormats = ['geojson', 'geojsonseq', 'csv', 'flatgeobuf', 'nquads'] as const;

export type ExportFormat = (typeof exportFormats)[number];

const fileExtensions: Readonly<Record<ExportFormat, string>> = {
  geojson: 'geojson.gz',
  geojsonseq: 'geojsonl.gz',
  csv: 'csv.gz',
  flatgeobuf: 'fgb.gz',
  nquads: 'nq.gz',
};

/** The kind of item in a file of each format. Progress and results count these items. */
export const exportUnits = {
  geojson: 'feature',
  geojsonseq: 'feature',
  csv: 'feature',
  flatgeobuf: 'feature',
  nquads: 'resource instance',
} as const satisfies Readonly<Record<ExportFormat, string>>;

/** Whether the features of a file have fixed columns. */
export const hasColumns = (format: ExportFormat): boolean =>
  format === 'csv' || format === 'flatgeobuf';

/**
 * Returns the file name of a run.
 * @param startedAt when the run began
 * @returns such as `2026-11-23T02-30-00-000Z.geojson.gz`, without colons
 */
export function datedFileName(startedAt: Date, format: ExportFormat): string {
  return `${startedAt.toISOString().replaceAll(/[:.]/g, '-')}.${fileExtensions[format]}`;
}

/** Returns the name of the copy that each run overwrites. */
export function latestFileName(format: ExportFormat): string {
  return `latest.${fileExtensions[format]}`;
}

/** Returns the name of the manifest of a file. */
export function manifestFileName(file: string): string {
  return file.replace(/\.(?:geojsonl?|csv|fgb|nq)\.gz$/, '.json');
}

/** How a file is sent. */
export type FileContent = { readonly type: string; readonly encoding?: 'gzip' };

/**
 * Returns how a file is sent. N-Quads have a content encoding (RFC 9110, section 8.4), which harvesters remove. Other
 * files are sent as archives, which readers of GeoJSON unpack themselves.
 * @rule Imports and exports: How is the file of an export sent?
 */
export function exportContent(file: string): FileContent {
  if (file.endsWith('.json')) return { type: 'application/json' };
  return file.endsWith('.nq.gz')
    ? { type: 'application/n-quads', encoding: 'gzip' }
    : { type: 'application/gzip' };
}

/** Returns the name under which a browser saves a file. A browser removes a content encoding, and so the `.gz`. */
export function savedFileName(file: string): string {
  return exportContent(file).encoding === undefined ? file : file.replace(/\.gz$/, '');
}
