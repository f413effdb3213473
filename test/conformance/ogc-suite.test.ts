import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openListeningService, type ListeningService } from './geojson/listening-service.ts';
import { findSuiteDefect, suiteDefects } from './ogc/suite-defects.ts';
import { addTestLayers } from './ogc/test-layers.ts';
import { runOgcSuite } from './ogc/run-suite.ts';
import { readSuiteResults, type SuiteResult } from './ogc/suite-results.ts';

const jarPath = process.env['HDS_OGC_ETS'];
if (jarPath === undefined || jarPath === '') {
  console.warn(
    'HDS_OGC_ETS does not name the test suite of OGC, so it is skipped. See npm run conformance.',
  );
}

/** The milliseconds that the suite may take. It requests each collection many times. */
const timeout = 1_800_000;

describe.skipIf(jarPath === undefined || jarPath === '')('the test suite of OGC', () => {
  let service: ListeningService;
  let results: readonly SuiteResult[];

  beforeAll(async () => {
    service = await openListeningService();
    // This must precede the first request, at which functions read their settings.
    process.env['HDS_BASE_URL'] = service.url;
    await addTestLayers(service);
    results = readSuiteResults(await runOgcSuite(jarPath ?? '', `${service.url}/ogc`));
    console.table(countResults(results));
  }, timeout);

  afterAll(async () => service?.close());

  const listFailedResults = (): readonly SuiteResult[] =>
    results.filter(({ outcome }) => outcome === 'failed');

  it('reports only failures that known defects of the suite explain', () => {
    const unexplainedFailures = listFailedResults().filter(
      (result) => findSuiteDefect(result) === undefined,
    );
    expect(unexplainedFailures).toEqual([]);
  });

  it('still has each of the known defects of the suite', () => {
    const foundDefects = new Set(listFailedResults().map(findSuiteDefect));
    expect(suiteDefects.filter((defect) => !foundDefects.has(defect))).toEqual([]);
  });

  it('tests each part of the standard to which the service declares conformance', () => {
    const passedTests = results
      .filter(({ outcome }) => outcome === 'passed')
      .map(({ test }) => test);
    expect(passedTests).toEqual(
      expect.arrayContaining([
        'ApiDefinition#apiDefinitionValidation',
        'Features#validateFeaturesResponse_GeometryInCRS84',
        'FeaturesBBox#validateFeaturesWithBoundingBoxResponse',
        'FeaturesLimit#limitParameterDefinition',
        'FeaturesCrsParameterTransform#verifyFeaturesCrsParameterTransformWithCrsParameter',
        'BBoxCrsParameter#verifyBboxCrsParameter',
      ]),
    );
    expect(passedTests.length).toBeGreaterThan(300);
  });
});

/** Counts the results by test and outcome. */
function countResults(results: readonly SuiteResult[]) {
  const counts: Record<string, Record<string, number>> = {};
  for (const { test, outcome } of results.toSorted((a, b) => (a.test < b.test ? -1 : 1))) {
    const outcomeCounts = (counts[test] ??= {});
    outcomeCounts[outcome] = (outcomeCounts[outcome] ?? 0) + 1;
  }
  return counts;
}
