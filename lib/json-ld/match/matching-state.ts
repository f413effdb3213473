import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { NodeInstance } from '../../model/resources/resource-tree.ts';
import type { IncomingNode, IncomingValue } from '../incoming-value.ts';
import { createMismatchMeasure, type MeasureMismatch } from './choice/measure-value-mismatch.ts';
import { createWorkLimit } from './choice/work-limit.ts';
import type { MeasureContext } from './matching-contexts.ts';
import { createServiceUris, type NodeUri, type ServiceUris } from './document/service-uris.ts';
import { createKeyOfValues } from './document/value-groups.ts';
import type { MatchInputOfShape } from './match-input.ts';
import { prepareMatchModel, type ModelNode, type MatchModel } from './match-model.ts';
import { createRepeatedValueLookup } from './stored/find-repeated-value.ts';
import { buildStoredIndex, type StoredIndex } from './stored/stored-index.ts';
import { createLabelReducer } from './stored/reduce-labels.ts';
import {
  createDocumentTiles,
  type DocumentTile,
  type DocumentTiles,
} from './tiles/document-tiles.ts';
import { createContents, type Contents } from './values/contents.ts';
import type { StoredTile } from '../../model/change/stored-resource.ts';

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

/** Facts about a document that are collected before matching. */
type DocumentSummary = {
  /** The ids of the tiles that it names. */
  readonly namedTileIds: ReadonlySet<string>;
  /** The number of its values. */
  readonly size: number;
};

/** Collects the facts about a document in one pass. */
function summariseDocument(
  root: IncomingValue,
  uris: ServiceUris,
  model: MatchModel,
  storedTiles: readonly StoredTile[],
): DocumentSummary {
  const nodegroupByTile = new Map<string, string>(
    storedTiles.map(({ tileId, nodegroupId }) => [tileId, nodegroupId]),
  );
  /** Whether a URI names a node in a stored tile of another nodegroup. The model has no node for such a value. */
  const isOfOtherNodegroup = ({ tileId, nodeId }: NodeUri): boolean => {
    const nodegroup = nodegroupByTile.get(tileId ?? '');
    return nodegroup !== undefined && nodegroup !== model.nodes.get(nodeId)?.nodegroup?.nodegroupId;
  };
  const targetNodeIds = new Set(
    Array.from(model.nodes.values(), ({ targetNodeId }) => targetNodeId),
  );
  /** Whether a URI can be a value that refers to another tile, rather than the id of this tile. */
  const canBeReference = ({ types, properties }: IncomingNode, { nodeId }: NodeUri): boolean =>
    types.length === 0 && properties.length === 0 && targetNodeIds.has(nodeId);
  const namedTileIds = new Set<string>();
  let size = 0;
  const pending = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    size += 1;
    if (value.kind === 'literal') continue;
    const uri = uris.parseNodeUri(value.id);
    if (uri !== undefined && uri.tileId !== null) {
      if (!isOfOtherNodegroup(uri) && !canBeReference(value, uri)) namedTileIds.add(uri.tileId);
    }
    for (const { values } of value.properties) for (const nested of values) pending.push(nested);
  }
  return { namedTileIds, size };
}
