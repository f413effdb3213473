import path from 'node:path';

import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { slowestTests } from './test-kinds.ts';

/** Begins with the files that take longest, so that none of them is left over when the others are done. */
export default class SlowestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const root = path.resolve(import.meta.dirname, '../..');
    const place = ({ moduleId }: TestSpecification): number => {
      const found = slowestTests.indexOf(path.relative(root, moduleId));
      return found === -1 ? slowestTests.length : found;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
