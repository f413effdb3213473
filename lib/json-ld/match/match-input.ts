import type { StoredTile } from '../../model/change/stored-resource.ts';
import type { FromRdfContext, ValidateContext } from '../../model/datatypes/datatype.ts';
import type { CompiledGraph } from '../../model/graphs/compiled-graph.ts';
import type { Shape } from '../resource-shape.ts';
import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { IntendedResource } from '../../model/change/intended-resource.ts';

/** What matching needs besides the document: the model, the stored tiles, lookups of references, and the options of the caller. */
export type MatchInput = {
  /** The base URLs of the service without a slash at the end: the current one first, then former ones. */
  readonly baseUrls: readonly string[];
  readonly graph: CompiledGraph;
  /** The tiles that the writer is allowed to read, in their stable order. A new resource instance has none. */
  readonly storedTiles: readonly StoredTile[];
  /** The id of the writer, whose proposed tiles values without a tile id can continue. */
  readonly accountId: number;
  /** The context for reading values; the stored value is added for each. */
  readonly readContext: Omit<FromRdfContext, 'stored'>;
  readonly validation: ValidateContext;
  /** The shape of the document; undefined if its sender did not name it. */
  readonly shape: Shape | undefined;
  /** How to treat predicates that the model does not have. */
  readonly unknownPredicates: 'refuse' | 'ignore';
  /** Whether tiles keep the ids of the document. If they get new ids, those of the document only group nodes into tiles. */
  readonly tileIds: 'keep' | 'replace';
  /** How to treat stored tiles that are missing in the document. */
  readonly missingTiles: 'delete' | 'keep';
  /** The ids of hidden nodegroups, whose tiles stay if the document omits them. Empty if the caller declares the document complete. */
  readonly hiddenNodegroups: ReadonlySet<string>;
  /** Makes a UUID for a new tile. */
  readonly newId: () => string;
};

/** The input after the shape of the document was determined. */
export type MatchInputOfShape = MatchInput & { readonly shape: Shape };

/** The intended tiles of a document, or all of its problems. */
export type MatchResult =
  | {
      readonly kind: 'read';
      readonly intended: IntendedResource;
      /** A problem for each predicate that was ignored (see `unknownPredicates`). */
      readonly ignored: readonly DocumentProblem[];
    }
  | { readonly kind: 'refused'; readonly problems: readonly DocumentProblem[] };
