import { globSync } from 'node:fs';
import path from 'node:path';

import { importsAny } from './imports.ts';

/** The kinds of tests, as docs/testing.md describes them. */
export type TestKind = 'unit' | 'slow' | 'readme' | 'local' | 'service' | 'conformance' | 'browser';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Tests without a database that take most of the time of all of them: outside judges and parsers, random documents, hashes of passwords,
 * packaged templates and bundles. `npm test` leaves them to `npm run test:service`.
 */
const slowTests: ReadonlySet<string> = new Set([
  'test/gateway/bundles.test.ts',
  'test/gateway/security-headers.test.ts',
  'test/infra/aws/native-packages.test.ts',
  'test/infra/aws/roles.test.ts',
  'test/infra/aws/tracing.test.ts',
  'test/infra/build/required-settings.test.ts',
  'test/infra/cli/import/attack-files.test.ts',
  'test/infra/cli/import/concepts/real-thesauri.test.ts',
  'test/infra/cli/import/csv/guessed-parents.test.ts',
  'test/infra/cli/import/database/rights/plan-resources.test.ts',
  'test/infra/cli/import/graphs/real-graphs.test.ts',
  'test/infra/local/sample-template.test.ts',
  'test/lib/data-api/retry-while-waking.test.ts',
  'test/lib/identity/passwords/django.test.ts',
  'test/lib/identity/passwords/hash.test.ts',
  'test/lib/identity/passwords/verify.test.ts',
  'test/lib/images/outside-judge.test.ts',
  'test/lib/json-ld/expand/agreement.test.ts',
  'test/lib/json-ld/expand/hostile.test.ts',
  'test/lib/json-ld/hidden-properties.test.ts',
  'test/lib/json-ld/match-properties.test.ts',
  'test/lib/json-ld/match/every-document.test.ts',
  'test/lib/json-ld/match/work.test.ts',
  'test/lib/json-ld/omitted-parts.test.ts',
  'test/lib/json-ld/random/random.test.ts',
  'test/lib/model/datatypes/every-datatype.test.ts',
  'test/lib/model/descriptors/compute-descriptors.test.ts',
  'test/lib/model/filters/python-judge.test.ts',
  'test/lib/rdf/iri.test.ts',
  'test/lib/rdf/outside-parsers.test.ts',
  'test/lib/serializers/graphs/graph-file.test.ts',
  'test/lib/serializers/graphs/package-keys.test.ts',
  'test/openapi/document.test.ts',
  'test/openapi/outside-judges.test.ts',
]);

/** The commands of README.md, on the embedded database. */
const readmeTest = 'test/docs/readme.test.ts';

/** Tests of the embedded database, of `npm start`, and of what it runs. */
const localTests: ReadonlySet<string> = new Set([
  'test/docs/commands.test.ts',
  'test/infra/cli/own-data-folder.test.ts',
  'test/infra/local/data-api/main.test.ts',
  'test/infra/local/data-folder.test.ts',
  'test/infra/local/database/embedded.test.ts',
  'test/infra/local/output-log.test.ts',
  'test/infra/local/killed-emulator.test.ts',
  'test/infra/local/npm-start.test.ts',
]);

/** Tests with third-party programs, which take minutes and are started by hand: `npm run conformance`. */
const conformanceTests: ReadonlySet<string> = new Set([
  'test/conformance/generated-clients.test.ts',
  'test/conformance/ogc-suite.test.ts',
  'test/conformance/schemathesis.test.ts',
]);

/** This test of the installer installs nothing. */
const installerTest = 'test/support/python-programs.test.ts';

/** What every test imports that opens a database, or needs programs of Python, which `npm test` does without. */
const serviceImports = [
  'test/support/database/open.ts',
  'test/support/moto.ts',
  'test/support/python-programs.ts',
].map((name) => path.join(root, name));

/**
 * Finds the kind of a test file by its path and imports: a test that opens a database or runs a program of Python is of the kind `service`.
 * @param name relative to the root of the project
 */
export function findTestKind(name: string): TestKind {
  if (name.startsWith('test/browser/')) return 'browser';
  if (name === readmeTest) return 'readme';
  if (localTests.has(name)) return 'local';
  if (slowTests.has(name)) return 'slow';
  if (conformanceTests.has(name)) return 'conformance';
  if (name === installerTest) return 'unit';
  return importsAny(path.join(root, name), serviceImports) ? 'service' : 'unit';
}

export function listTestFiles(kind: TestKind): readonly string[] {
  return globSync('test/**/*.test.ts', { cwd: root })
    .filter((name) => findTestKind(name) === kind)
    .toSorted();
}

/** Tests of the kind `service` that also run on the embedded database. They cover each route, writes, the import of a package, upgrades and the Data API once. */
export const coreServiceTests: readonly string[] = [
  'test/functions/every-route.test.ts',
  'test/functions/writing/documents.test.ts',
  'test/functions/writing/tiles.test.ts',
  'test/infra/cli/import/resources/features.test.ts',
  'test/infra/cli/import/package/package.test.ts',
  'test/infra/local/data-api/faults.test.ts',
  'test/infra/local/data-api/roles.test.ts',
  'test/infra/local/data-api/statements.test.ts',
  'test/infra/local/data-api/transactions.test.ts',
  'test/infra/local/data-api/types.test.ts',
  'test/infra/schema/upgrade.test.ts',
  'test/lib/data-api/client.test.ts',
];

/** The slowest test files, the slowest first. */
export const slowestTests: readonly string[] = [
  'test/infra/aws/deploy-stage.test.ts',
  'test/infra/cli/export/tables/python-readers.test.ts',
  'test/functions/permissions/every-caller.test.ts',
  'test/infra/cli/import/tables/real-models.test.ts',
  'test/functions/pages/crawl.test.ts',
  'test/infra/cli/export/tables/continued.test.ts',
  'test/functions/questions/leaks.test.ts',
  'test/infra/cli/export/tables/real-models.test.ts',
  'test/functions/files/real-files.test.ts',
  'test/functions/questions/former-search.test.ts',
  'test/gateway/packaged-faults.test.ts',
  'test/functions/every-caller.test.ts',
  'test/functions/questions/sorted.test.ts',
  'test/functions/questions/words.test.ts',
  'test/infra/cli/import/tables/round-trip.test.ts',
  'test/functions/files/plans.test.ts',
  'test/functions/writing/other-spellings.test.ts',
  'test/functions/kept-reads/kept-reads.test.ts',
  'test/functions/writing/proposals-unseen.test.ts',
  'test/infra/cli/import/database/whole-import.test.ts',
  'test/infra/cli/import/database/killed-import.test.ts',
  'test/infra/cli/import/database/other-parts.test.ts',
  'test/infra/cli/import/package/other-packages.test.ts',
  'test/functions/resources/every-resource.test.ts',
  'test/infra/cli/import/graphs/changed-models.test.ts',
  'test/docs/commands.test.ts',
  'test/functions/writing/faults.test.ts',
  'test/functions/every-route.test.ts',
  'test/functions/writing/shapes.test.ts',
  'test/functions/writing/whole-or-nothing.test.ts',
  'test/infra/cli/import/graphs/closed-nodegroups.test.ts',
  'test/infra/local/killed-emulator.test.ts',
  'test/functions/hostile-text.test.ts',
  'test/infra/schema/upgrade-under-load.test.ts',
  'test/infra/cli/export/package/command.test.ts',
  'test/infra/cli/import/csv/killed-csv.test.ts',
  'test/infra/schema/statements-of-functions.test.ts',
  'test/infra/cli/import/database/rights/live-rights.test.ts',
  'test/infra/local/npm-start.test.ts',
  'test/infra/cli/import/package/v5demo.test.ts',
  'test/functions/concepts/whole-thesaurus.test.ts',
  'test/infra/cli/import/graphs/random-models.test.ts',
  'test/infra/aws/template-checks/templates.test.ts',
  'test/infra/schema/spatial-views/random-edits.test.ts',
  'test/conformance/ogc-qgis.test.ts',
  'test/lib/exports/in-bucket.test.ts',
  'test/lib/geojson/read-features.test.ts',
  'test/conformance/geojson-gdal.test.ts',
  'test/functions/writing/concurrency.test.ts',
  'test/functions/spatial-views/hostile.test.ts',
  'test/functions/no-leaks.test.ts',
  'test/functions/writing/faults-in-transactions.test.ts',
  'test/functions/large-answers.test.ts',
];
