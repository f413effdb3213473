/** The formats that an export can have. */
export const exportFormats = ['geojson', 'geojsonseq'] as const;

export type ExportFormat = (typeof exportFormats)[number];

const endings: Readonly<Record<ExportFormat, string>> = {
  geojson: 'geojson.gz',
  geojsonseq: 'geojsonl.gz',
};

/**
 * The name of the file of a run.
 * @param begun in UTC
 * @returns such as `2026-11-23T02-30-00-000Z.geojson.gz`: colons are not for file names
 */
export function datedFileName(begun: Date, format: ExportFormat): string {
  return `${begun.toISOString().replaceAll(/[:.]/g, '-')}.${endings[format]}`;
}

/** The name of the copy that each run replaces. */
export function latestFileName(format: ExportFormat): string {
  return `latest.${endings[format]}`;
}

/** The name of the manifest beside a file. */
export function manifestFileName(file: string): string {
  return file.replace(/\.geojsonl?\.gz$/, '.json');
}
