/** Matching a document needs more work than its size allows. */
export class TooAmbiguousError extends Error {
  readonly code = 'too_ambiguous';
}

/** Counts the steps of work on one document. */
export type WorkLimit = {
  /** @throws TooAmbiguousError beyond the limit */
  readonly countOrThrow: (steps: number) => void;
};

/** The number of steps for every document, which is enough for any small one. */
const allowedStepsPerDocument = 50_000;
/** The number of further steps for each value. Ordinary documents need fewer. */
const allowedStepsPerValue = 200;

/** @param size the number of values of the document */
export function createWorkLimit(size: number): WorkLimit {
  let remainingSteps = allowedStepsPerDocument + allowedStepsPerValue * size;
  return {
    countOrThrow: (steps) => {
      remainingSteps -= steps;
      if (remainingSteps < 0) throw new TooAmbiguousError();
    },
  };
}
