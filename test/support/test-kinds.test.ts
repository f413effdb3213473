import { existsSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { coreServiceTests, testFilesOf, testKindOf, slowestTests } from './test-kinds.ts';

const root = path.resolve(import.meta.dirname, '../..');

describe('the kinds of tests', () => {
  it('follow from what a file opens, by itself or through what it imports', () => {
    expect(testKindOf('test/support/test-kinds.test.ts')).toBe('unit');
    expect(testKindOf('test/functions/tiles/get.test.ts')).toBe('service');
    expect(testKindOf('test/infra/local/data-api/types.test.ts')).toBe('service');
    expect(testKindOf('test/infra/local/database/embedded.test.ts')).toBe('local');
    expect(testKindOf('test/conformance/ogc-suite.test.ts')).toBe('conformance');
    expect(testKindOf('test/browser/journeys.test.ts')).toBe('browser');
  });

  it('have a core of the service, all of whose files are of that kind', () => {
    const service = testFilesOf('service');
    expect(coreServiceTests.filter((name) => !service.includes(name))).toEqual([]);
  });

  it('know the files that take longest by names that are right', () => {
    expect(slowestTests.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
  });
});
