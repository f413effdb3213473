import { benchNodegroups } from './data/model.ts';

/** All features with their five properties. */
export const allFeatures = `/geojson?nodegroups=${benchNodegroups.record}`;

/** The number of tiles of a page. */
export const pageSize = 1000;

/** The address of a page of 1,000 tiles by its number. */
export function pagePath(number: number): string {
  return `${allFeatures}&limit=${pageSize}&page=${number}`;
}
