export const exportFormats = ['geojson', 'geojsonseq'] as const;

export type ExportFormat = (typeof exportFormats)[number];

const fileExtensions: Readonly<Record<ExportFormat, string>> = {
  geojson: 'geojson.gz',
  geojsonseq: 'geojsonl.gz',
};

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
  return file.replace(/\.geojsonl?\.gz$/, '.json');
}
