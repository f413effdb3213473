import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { Intended } from '../../model/change/intended.ts';
import type { StoredTile } from '../../model/change/stored.ts';
import type { FromRdfContext, ValidateContext } from '../../model/datatypes/datatype.ts';
import type { CompiledGraph } from '../../model/graphs/compiled.ts';

/** What a document is matched to: a model, what is stored, and what is known of the things that it refers to. */
export type MatchWorld = {
  /** Addresses of the service, without a slash at the end: the present one first, then former ones. */
  readonly baseUrls: readonly string[];
  readonly graph: CompiledGraph;
  /** The tiles that the writer may read, in their stable order; none of a new resource instance. */
  readonly stored: readonly StoredTile[];
  readonly reading: Omit<FromRdfContext, 'stored'>;
  readonly validation: ValidateContext;
  /** What becomes of predicates that the model has not. */
  readonly unknown: 'refuse' | 'ignore';
  /** Whether tiles have the ids that the document gives them; renewed, these only say which nodes belong together. */
  readonly tileIds: 'keep' | 'renew';
  /** What becomes of stored tiles that the document leaves out. */
  readonly missing: 'delete' | 'keep';
  /** Nodegroups whose card is hidden, where the document need not have them; none where it is said to be complete. */
  readonly hidden: ReadonlySet<string>;
  /** Makes a UUID for a tile that is new. */
  readonly newId: () => string;
};

/** What a document wants, or everything that keeps it from being understood. */
export type Matched =
  | {
      readonly kind: 'read';
      readonly intended: Intended;
      /** What was left out of it, where `unknown` says so. */
      readonly ignored: readonly DocumentProblem[];
    }
  | { readonly kind: 'refused'; readonly problems: readonly DocumentProblem[] };
