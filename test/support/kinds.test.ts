import { existsSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { core, filesOf, kindOf, long } from './kinds.ts';

const root = path.resolve(import.meta.dirname, '../..');

describe('the kinds of tests', () => {
  it('follow from what a file opens, by itself or through what it imports', () => {
    expect(kindOf('test/support/kinds.test.ts')).toBe('unit');
    expect(kindOf('test/functions/tiles/get.test.ts')).toBe('service');
    expect(kindOf('test/infra/local/data-api/types.test.ts')).toBe('service');
    expect(kindOf('test/infra/local/database/embedded.test.ts')).toBe('local');
    expect(kindOf('test/conformance/ogc-suite.test.ts')).toBe('conformance');
    expect(kindOf('test/browser/journeys.test.ts')).toBe('browser');
  });

  it('have a core of the service, all of whose files are of that kind', () => {
    const service = filesOf('service');
    expect(core.filter((name) => !service.includes(name))).toEqual([]);
  });

  it('know the files that take longest by names that are right', () => {
    expect(long.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
  });
});
