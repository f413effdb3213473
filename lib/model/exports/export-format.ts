/** The formats that an export can have. */
export const exportFormats = ['geojson', 'geojsonseq'] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** What files of a format are called behind their last dot but one, packed, and what they hold. */
export const exportFiles: Readonly<
  Record<ExportFormat, { readonly ending: string; readonly mediaType: string }>
> = {
  geojson: { ending: 'geojson.gz', mediaType: 'application/geo+json' },
  geojsonseq: { ending: 'geojsonl.gz', mediaType: 'application/x-ndjson' },
};

/** The name of the copies that are replaced by each run. */
export const latest = 'latest';

/**
 * The name of the file of a run.
 * @param begun in UTC
 * @returns such as `2026-11-23T02-30-00-000Z.geojson.gz`: colons are not for file names
 */
export function datedFile(begun: Date, format: ExportFormat): string {
  return `${begun.toISOString().replaceAll(/[:.]/g, '-')}.${exportFiles[format].ending}`;
}

/** The name of the manifest beside a file. @param file as datedFile names it */
export function manifestOf(file: string): string {
  return file.replace(/\.geojsonl?\.gz$/, '.json');
}
