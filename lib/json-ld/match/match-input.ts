import type { StoredTile } from '../../model/change/stored-resource.ts';
import type { FromRdfContext, ValidateContext } from '../../model/datatypes/datatype.ts';
import type { CompiledGraph } from '../../model/graphs/compiled-graph.ts';
import type { Shape } from '../resource-shape.ts';
import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { IntendedTiles } from '../../model/change/intended-tiles.ts';

/** The input of matching beside the document: the model, the stored tiles, lookups of references, and the options of the caller. */
export type MatchInput = {
  /** Addresses of the service, without a slash at the end: the present one first, then former ones. */
  readonly baseUrls: readonly string[];
  readonly graph: CompiledGraph;
  /** The tiles that the writer is allowed to read, in their stable order. A new resource instance has none. */
  readonly storedTiles: readonly StoredTile[];
  readonly readContext: Omit<FromRdfContext, 'stored'>;
  readonly validation: ValidateContext;
  /** The shape of the document; undefined if its sender did not name it. */
  readonly shape: Shape | undefined;
  /** How to treat predicates that the model does not have. */
  readonly unknownPredicates: 'refuse' | 'ignore';
  /** Whether tiles keep the ids of the document. If ids are renewed, those of the document only show which nodes belong to one tile. */
  readonly tileIds: 'keep' | 'renew';
  /** How to treat stored tiles that are missing in the document. */
  readonly missingTiles: 'delete' | 'keep';
  /** The ids of hidden nodegroups, which the document can leave out. Empty if the caller declares the document complete. */
  readonly hiddenNodegroups: ReadonlySet<string>;
  /** Makes a UUID for a new tile. */
  readonly newId: () => string;
};

/** The input once the shape of the document is clear. */
export type InputInShape = MatchInput & { readonly shape: Shape };

/** The intended tiles of a document, or all of its problems. */
export type MatchResult =
  | {
      readonly kind: 'read';
      readonly intended: IntendedTiles;
      /** The predicates that were ignored, if the input allows that. */
      readonly ignored: readonly DocumentProblem[];
    }
  | { readonly kind: 'refused'; readonly problems: readonly DocumentProblem[] };
