import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openListeningService, type ListeningService } from './geojson/listening-service.ts';
import { findSuiteDefect, suiteDefects } from './ogc/suite-defects.ts';
import { addTestLayers } from './ogc/test-layers.ts';
import { runOgcSuite } from './ogc/run-suite.ts';
import { readSuiteResults, type SuiteResult } from './ogc/suite-results.ts';

const place = process.env['HDS_OGC_ETS'];
if (place === undefined || place === '') {
  console.warn('HDS_OGC_ETS names no test suite of OGC: npm run conformance says more.');
}

/** The suite requests each collection many times. */
const patience = 1_800_000;

describe.skipIf(place === undefined || place === '')('the test suite of OGC', () => {
  let service: ListeningService;
  let results: readonly SuiteResult[];

  beforeAll(async () => {
    service = await openListeningService();
    // No request was sent before: functions read their settings at the first one.
    process.env['HDS_BASE_URL'] = service.url;
    await addTestLayers(service);
    results = readSuiteResults(await runOgcSuite(place ?? '', `${service.url}/ogc`));
    console.table(countsOf(results));
  }, patience);

  afterAll(async () => service?.close());

  const failed = (): readonly SuiteResult[] =>
    results.filter(({ outcome }) => outcome === 'failed');

  it('finds no failure that is not its own', () => {
    const ours = failed().filter((result) => findSuiteDefect(result) === undefined);
    expect(ours).toEqual([]);
  });

  it('fails where it is known to be wrong: what it has mended stands no longer among its errors', () => {
    const found = new Set(failed().map(findSuiteDefect));
    expect(suiteDefects.filter((one) => !found.has(one))).toEqual([]);
  });

  it('tests what it is for: every part that the service says it conforms to', () => {
    const passed = results.filter(({ outcome }) => outcome === 'passed').map(({ test }) => test);
    expect(passed).toEqual(
      expect.arrayContaining([
        'ApiDefinition#apiDefinitionValidation',
        'Features#validateFeaturesResponse_GeometryInCRS84',
        'FeaturesBBox#validateFeaturesWithBoundingBoxResponse',
        'FeaturesLimit#limitParameterDefinition',
        'FeaturesCrsParameterTransform#verifyFeaturesCrsParameterTransformWithCrsParameter',
        'BBoxCrsParameter#verifyBboxCrsParameter',
      ]),
    );
    expect(passed.length).toBeGreaterThan(300);
  });
});

/** The number of results by test and outcome. */
function countsOf(results: readonly SuiteResult[]) {
  const counts: Record<string, Record<string, number>> = {};
  for (const { test, outcome } of results.toSorted((a, b) => (a.test < b.test ? -1 : 1))) {
    const ofTest = (counts[test] ??= {});
    ofTest[outcome] = (ofTest[outcome] ?? 0) + 1;
  }
  return counts;
}
