import { existsSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { coreServiceTests, testFilesOf, testKindOf, slowestTests } from './test-kinds.ts';

const root = path.resolve(import.meta.dirname, '../..');

describe('the kinds of tests', () => {
  it('depend on what a file opens, directly or through its imports', () => {
    expect(testKindOf('test/support/test-kinds.test.ts')).toBe('unit');
    expect(testKindOf('test/functions/tiles/get.test.ts')).toBe('service');
    expect(testKindOf('test/infra/local/data-api/types.test.ts')).toBe('service');
    expect(testKindOf('test/infra/local/database/embedded.test.ts')).toBe('local');
    expect(testKindOf('test/conformance/ogc-suite.test.ts')).toBe('conformance');
    expect(testKindOf('test/browser/journeys.test.ts')).toBe('browser');
  });

  it('list only tests of the kind service as the core of the service', () => {
    const service = testFilesOf('service');
    expect(coreServiceTests.filter((name) => !service.includes(name))).toEqual([]);
  });

  it('list only existing files as the slowest', () => {
    expect(slowestTests.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
  });
});
