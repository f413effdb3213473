import type { FileProblem } from './import-problems.ts';

/** Problems of one code in one column or place of one file. */
export type ProblemGroup = {
  /** The first problem of the group. */
  readonly first: FileProblem;
  readonly count: number;
};

/** The number of groups that are remembered, so that a run with problems in many places needs little memory. */
const maxGroups = 1000;

/**
 * Groups the problems of an import by severity, code, file, and column or place, in the order of their first problems.
 * @rule Imports and exports: Which problems are one line of a summary?
 */
export class ProblemGroups {
  readonly #groups = new Map<string, { readonly first: FileProblem; count: number }>();

  add(problem: FileProblem): void {
    const { severity, code, file, column, pointer } = problem;
    const place = column === undefined ? maskPositions(pointer) : `column ${column}`;
    const key = [severity, code, file, place].join('\n');
    const group = this.#groups.get(key);
    if (group !== undefined) group.count += 1;
    else if (this.#groups.size < maxGroups) this.#groups.set(key, { first: problem, count: 1 });
  }

  /** Lists the groups, errors before warnings. */
  list(): readonly ProblemGroup[] {
    const groups = [...this.#groups.values()];
    return (['error', 'warning'] as const).flatMap((severity) =>
      groups.filter(({ first }) => first.severity === severity),
    );
  }
}

/** Masks the positions in lists of a JSON Pointer, so that the same part of all records is one place. */
function maskPositions(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}
