import type { StoredTile } from '../../model/change/stored-resource.ts';
import type { FromRdfContext, ValidateContext } from '../../model/datatypes/datatype.ts';
import type { CompiledGraph } from '../../model/graphs/compiled-graph.ts';
import type { Shape } from '../shape.ts';
import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { IntendedTiles } from '../../model/change/intended-tiles.ts';

/** What a document is matched with: a model, the stored tiles, what values refer to, and the options of the caller. */
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
  /** Whether tiles keep the ids of the document. Renewed ids only show which nodes belong to one tile. */
  readonly tileIds: 'keep' | 'renew';
  /** What happens to stored tiles that are missing in the document. */
  readonly missing: 'delete' | 'keep';
  /** Hidden nodegroups that may be missing in the document. Empty where the caller declares the document complete. */
  readonly hidden: ReadonlySet<string>;
  /** Makes a UUID for a new tile. */
  readonly newId: () => string;
};

/** The same, once the shape of the document is clear. */
export type InputInShape = MatchInput & { readonly shape: Shape };

/** The intended tiles of a document, or all of its problems. */
export type MatchResult =
  | {
      readonly kind: 'read';
      readonly intended: IntendedTiles;
      /** The predicates that were ignored, where the input allows that. */
      readonly ignored: readonly DocumentProblem[];
    }
  | { readonly kind: 'refused'; readonly problems: readonly DocumentProblem[] };
