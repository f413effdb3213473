import path from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { listRandomTests } from './list-random-tests.ts';
import { readSeed } from './seed.ts';

describe('the random tests', () => {
  it('have a fixed seed, unless HDS_SEED sets another seed', () => {
    expect(readSeed({})).toBe(readSeed({ HDS_SEED: '' }));
    expect(readSeed({ HDS_SEED: '42' })).toBe(42);
    expect(() => readSeed({ HDS_SEED: '4.2' })).toThrow('Set it to a whole number');
  });

  it('draw the same values at every run, and report the seed of a failure', () => {
    expect(fc.readConfigureGlobal().seed).toBe(readSeed(process.env));
    expect(fc.sample(fc.nat(), 5)).toEqual(fc.sample(fc.nat(), 5));
    const failedCheck = fc.check(fc.property(fc.nat(), (number) => number < 0));
    expect(failedCheck.seed).toBe(readSeed(process.env));
  });

  it('are also found if they import fast-check through another file', () => {
    const folder = path.resolve(import.meta.dirname, '../..');
    const randomTests = listRandomTests(folder).map((file) => path.relative(folder, file));
    expect(randomTests).toContain('support/random/random.test.ts');
    expect(randomTests).toContain('functions/resources/every-resource.test.ts');
    expect(randomTests).not.toContain('code-rules.test.ts');
  });
});
