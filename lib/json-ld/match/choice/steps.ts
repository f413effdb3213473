/** A document needs more work than its size allows. */
export class TooAmbiguousError extends Error {
  readonly code = 'too_ambiguous';
}

/** Counts the work on one document. */
export type Steps = {
  /** Counts so many steps. @throws TooAmbiguousError beyond the limit */
  readonly take: (count: number) => void;
  readonly taken: () => number;
};

/** Enough for small documents of any kind. */
const least = 50_000;
/** How many steps a value may take: more than in any document that models were made for. */
const perValue = 200;

/** @param size the number of values of the document */
export function stepsFor(size: number): Steps {
  const most = least + perValue * size;
  let taken = 0;
  return {
    take: (count) => {
      taken += count;
      if (taken > most) throw new TooAmbiguousError();
    },
    taken: () => taken,
  };
}
