import { existsSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { coreServiceTests, listTestFiles, findTestKind, slowestTests } from './test-kinds.ts';

const root = path.resolve(import.meta.dirname, '../..');

describe('the kinds of tests', () => {
  it('are found by the path and the imports of a test file', () => {
    expect(findTestKind('test/support/test-kinds.test.ts')).toBe('unit');
    expect(findTestKind('test/functions/tiles/get.test.ts')).toBe('service');
    expect(findTestKind('test/infra/local/data-api/types.test.ts')).toBe('service');
    expect(findTestKind('test/infra/local/database/embedded.test.ts')).toBe('local');
    expect(findTestKind('test/conformance/ogc-suite.test.ts')).toBe('conformance');
    expect(findTestKind('test/browser/journeys.test.ts')).toBe('browser');
  });

  it('include only tests of the kind service in the core', () => {
    const serviceTests = listTestFiles('service');
    expect(coreServiceTests.filter((name) => !serviceTests.includes(name))).toEqual([]);
  });

  it('list only existing files as the slowest tests', () => {
    expect(slowestTests.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
  });
});
