import type { StoredTile } from '../../model/change/stored-resource.ts';
import type { FromRdfContext, ValidateContext } from '../../model/datatypes/datatype.ts';
import type { CompiledGraph } from '../../model/graphs/compiled-graph.ts';
import type { Shape } from '../shape.ts';
import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { IntendedTiles } from '../../model/change/intended-tiles.ts';

/** What a document is matched to: a model, the stored tiles, the things that values refer to, and the choices of the caller. */
export type MatchInput = {
  /** Addresses of the service, without a slash at the end: the present one first, then former ones. */
  readonly baseUrls: readonly string[];
  readonly graph: CompiledGraph;
  /** The tiles that the writer may read, in their stable order. A new resource instance has none. */
  readonly stored: readonly StoredTile[];
  readonly reading: Omit<FromRdfContext, 'stored'>;
  readonly validation: ValidateContext;
  /** The shape of the document, where its sender names it. */
  readonly shape: Shape | undefined;
  /** What happens to predicates that the model does not have. */
  readonly unknown: 'refuse' | 'ignore';
  /** Whether tiles keep the ids of the document. Renewed, these ids only say which nodes belong to one tile. */
  readonly tileIds: 'keep' | 'renew';
  /** What happens to stored tiles that are missing in the document. */
  readonly missing: 'delete' | 'keep';
  /** Hidden nodegroups that may be missing in the document. None where the document is said to be complete. */
  readonly hidden: ReadonlySet<string>;
  /** Makes a UUID for a new tile. */
  readonly newId: () => string;
};

/** The same, once the shape of the document is clear. */
export type InputInShape = MatchInput & { readonly shape: Shape };

/** What a document wants, or all problems for which it cannot be matched. */
export type MatchResult =
  | {
      readonly kind: 'read';
      readonly intended: IntendedTiles;
      /** What was ignored, where the input says so. */
      readonly ignored: readonly DocumentProblem[];
    }
  | { readonly kind: 'refused'; readonly problems: readonly DocumentProblem[] };
