import type { SuiteResult } from './suite-results.ts';

/** A failure that is a defect of the suite. docs/ogc-api-features.md has the same list for readers. */
export type SuiteDefect = {
  readonly test: string;
  /** A part of the request that the suite sends. */
  readonly request: string;
  readonly reason: string;
};

export const suiteDefects: readonly SuiteDefect[] = [
  {
    test: 'BBoxCrsParameter#verifyBboxCrsParameter',
    request: 'bbox-crs=http%3A%2F%2Fwww.opengis.net%2Fdef%2Fcrs%2FEPSG%2F0%2F4326',
    reason:
      'It sends longitude first with bbox-crs EPSG:4326, whose first axis is the latitude (part 1, requirement 23; part 2, requirement 8), and expects the features of the box with longitude first.',
  },
  {
    test: 'FeatureCrsParameter#verifyFeatureCrsParameter',
    request: '/items/null?',
    reason: 'It requests the feature “null” of a collection without features.',
  },
];

/** Finds the defect of the suite that explains a failure; undefined if the service must be corrected. */
export function findSuiteDefect({ test, request }: SuiteResult): SuiteDefect | undefined {
  return suiteDefects.find((defect) => defect.test === test && request.includes(defect.request));
}
