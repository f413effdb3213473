import { pathWithQuery } from '../layout/page-navigation.ts';
import type { PagePaths } from '../layout/paths.ts';

/** The files of the records that a search finds, as labels and paths. @param sent the conditions as they were sent, by name */
export const foundFiles = (
  sent: Readonly<Record<string, string>>,
  paths: PagePaths,
): readonly (readonly [label: string, path: string])[] => [
  ['GeoJSON', pathWithQuery(`${paths.base}/geojson`, { ...sent, use_display_values: 'true' })],
  ['Table (CSV)', pathWithQuery(paths.resources, { ...sent, format: 'csv' })],
];
