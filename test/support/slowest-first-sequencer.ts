import path from 'node:path';

import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { slowestTests } from './test-kinds.ts';

/**
 * Runs the slowest files first, so that the run does not end with a single slow file. The files of a project stay together, because
 * Vitest ends a worker that several files share when the next file belongs to another project.
 */
export default class SlowestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const root = path.resolve(import.meta.dirname, '../..');
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = slowestTests.indexOf(path.relative(root, moduleId));
      return index === -1 ? slowestTests.length : index;
    };
    const slowestFirst = (await super.sort(files)).toSorted(
      (first, second) => rank(first) - rank(second),
    );
    return [...Map.groupBy(slowestFirst, ({ project }) => project).values()].flat();
  }
}
