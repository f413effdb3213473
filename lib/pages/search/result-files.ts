import { html, type Html } from '../layout/html.ts';
import { pathWithQuery } from '../layout/page-navigation.ts';
import type { Site } from '../layout/site.ts';

/** List items with links to the files of the records that a search finds. @param sent the conditions as they were sent, by name */
export const resultFiles = (
  sent: Readonly<Record<string, string>>,
  paths: Site,
): readonly Html[] => [
  fileItem(
    paths.words.text('downloads.geojson'),
    'records.geojson',
    pathWithQuery(`${paths.base}/geojson`, { ...sent, use_display_values: 'true' }),
  ),
  fileItem(
    paths.words.text('downloads.table'),
    'records.csv',
    pathWithQuery(paths.resources, { ...sent, format: 'csv' }),
  ),
];

/** A list item with a link that saves a file. */
export const fileItem = (label: string, fileName: string, path: string): Html =>
  html`<li><a href="${path}" download="${fileName}">${label}</a></li>`;
