import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { Intended } from '../../model/change/intended.ts';

/** What a document wants, or all problems for which it cannot be matched. */
export type Matched =
  | {
      readonly kind: 'read';
      readonly intended: Intended;
      /** What was ignored, where the input says so. */
      readonly ignored: readonly DocumentProblem[];
    }
  | { readonly kind: 'refused'; readonly problems: readonly DocumentProblem[] };
