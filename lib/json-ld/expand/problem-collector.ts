import type { DocumentProblem } from '../../model/change/document-problem.ts';

/** The maximum number of problems that a response lists. Further problems are only counted. */
const maxProblems = 1_000;

/** A pointer into a document, and the collector for a problem there. */
export type ProblemLocation = { readonly pointer: string; readonly problems: ProblemCollector };

/** Collects the problems of a document while it is read. */
export class ProblemCollector {
  readonly #firstProblems: DocumentProblem[] = [];
  readonly #keys = new Set<string>();
  readonly #codes = new Set<string>();

  /** Adds a problem. A problem with the same code and pointer is added once, because a value can be read several times. */
  add(code: string, pointer: string, message: string): void {
    this.#codes.add(code);
    const key = `${code} ${pointer}`;
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    if (this.#firstProblems.length < maxProblems)
      this.#firstProblems.push({ code, pointer, message });
  }

  has(code: string): boolean {
    return this.#codes.has(code);
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  get count(): number {
    return this.#keys.size;
  }

  /** The first 1,000 problems. */
  get firstProblems(): readonly DocumentProblem[] {
    return this.#firstProblems;
  }
}
