import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { NodeInstance } from '../../model/resources/resource-tree.ts';
import type { IncomingNode } from '../incoming-value.ts';
import { createMismatchMeasure, type MeasureMismatch } from './choice/measure-value-mismatch.ts';
import { createWorkLimit } from './choice/work-limit.ts';
import type { MeasureContext } from './matching-contexts.ts';
import { summariseDocument } from './document/document-summary.ts';
import { createServiceUris } from './document/service-uris.ts';
import { createKeyOfValues } from './document/value-groups.ts';
import type { MatchInputOfShape } from './match-input.ts';
import { prepareMatchModel, type ModelNode } from './match-model.ts';
import { createRepeatedValueLookup } from './stored/find-repeated-value.ts';
import { buildStoredIndex, type StoredIndex } from './stored/stored-index.ts';
import { createLabelReducer } from './stored/reduce-labels.ts';
import {
  createDocumentTiles,
  type DocumentTile,
  type DocumentTiles,
} from './tiles/document-tiles.ts';
import { createContents, type Contents } from './values/contents.ts';

/** The state of matching one document. */
export type MatchingState = MeasureContext & {
  readonly input: MatchInputOfShape;
  /** The URI of the resource instance, as written in the document. */
  readonly resourceUri: string;
  readonly index: StoredIndex;
  readonly contents: Contents;
  readonly measureMismatch: MeasureMismatch;
  /** The tiles of the document that are located so far. */
  readonly tiles: DocumentTiles;
  /** The ids of the stored tiles that the document names. A value without an id never continues one of them. */
  readonly namedTileIds: ReadonlySet<string>;
  /** The new tile ids by the ids in the document, if tiles get new ids. */
  readonly newIds: Map<string, string>;
  readonly problems: DocumentProblem[];
  /** A problem for each predicate that is ignored because the model does not have it. */
  readonly ignored: DocumentProblem[];
};

/** An instance of a node in the document, with its tile. */
export type PlacedInstance = {
  readonly node: ModelNode;
  /** Null if the node belongs to no tile. */
  readonly tile: DocumentTile | null;
  /** The stored instance that it continues. */
  readonly storedInstance: NodeInstance | undefined;
};

/**
 * Prepares the matching of one document.
 * @throws Error when the graph has no nodes
 */
export function startMatching(document: IncomingNode, input: MatchInputOfShape): MatchingState {
  const { graph, baseUrls, readContext, validation } = input;
  const [baseUrl = ''] = baseUrls;
  const model = prepareMatchModel(graph, baseUrl);
  const uris = createServiceUris(baseUrls);
  const { namedTileIds, size } = summariseDocument(document, uris, model, input.storedTiles);
  const index = buildStoredIndex(input, model, namedTileIds);
  const writeContext = { baseUrl, validation, readContext };
  const context: MeasureContext = {
    ...writeContext,
    uris,
    isSpecificationShape: input.shape === 'specification',
    reduceLabels: createLabelReducer(index, model, writeContext),
    findRepeatedValue: createRepeatedValueLookup(index, writeContext),
    input,
    model,
    keyOfValues: createKeyOfValues(),
    workLimit: createWorkLimit(size),
  };
  const measure = createMismatchMeasure(context);
  return {
    ...context,
    input,
    resourceUri: document.id,
    index,
    contents: createContents(context, index, measure),
    measureMismatch: measure,
    tiles: createDocumentTiles(),
    namedTileIds: input.tileIds === 'keep' ? namedTileIds : new Set(),
    newIds: new Map(),
    problems: [],
    ignored: [],
  };
}
