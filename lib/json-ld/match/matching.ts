import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { NodeInstance } from '../../model/resources/resource-tree.ts';
import type { IncomingNode } from '../incoming-value.ts';
import { createMeasure, type MeasureMismatch } from './choice/measure-mismatch.ts';
import { createWorkLimit } from './choice/work-limit.ts';
import type { CostContext } from './context.ts';
import { summaryOf } from './document/document-summary.ts';
import { serviceUris } from './document/service-uris.ts';
import { identities } from './document/value-groups.ts';
import type { InputInShape } from './match-input.ts';
import { matchModel, type ModelNode } from './model.ts';
import { createRepeatedValueLookup } from './stored/repeated-value.ts';
import { storedIndex, type StoredIndex } from './stored/stored-index.ts';
import { storedLabels } from './stored/stored-labels.ts';
import { documentTiles, type DocumentTile, type DocumentTiles } from './tiles/document-tiles.ts';
import { contents, type Contents } from './values/contents.ts';

/** The state of matching one document. */
export type Matching = CostContext & {
  readonly input: InputInShape;
  /** The URI of the resource instance, as written in the document. */
  readonly resourceUri: string;
  readonly index: StoredIndex;
  readonly contents: Contents;
  readonly measure: MeasureMismatch;
  /** The tiles of the document that were found so far. */
  readonly tiles: DocumentTiles;
  /** The ids of the stored tiles that the document names. A value without an id never continues one of them. */
  readonly namedTiles: ReadonlySet<string>;
  /** The new tile ids by the ids in the document, if tile ids are renewed. */
  readonly renewedIds: Map<string, string>;
  readonly problems: DocumentProblem[];
  readonly ignored: DocumentProblem[];
};

/** An instance of a node in the document, with its tile. */
export type PlacedInstance = {
  readonly node: ModelNode;
  /** Null if the node belongs to no tile. */
  readonly tile: DocumentTile | null;
  /** The stored instance that it continues. */
  readonly stored: NodeInstance | undefined;
};

/**
 * Prepares the matching of one document.
 * @throws Error when the graph has no nodes
 */
export function startMatching(document: IncomingNode, input: InputInShape): Matching {
  const { graph, baseUrls, reading, validation } = input;
  const [baseUrl = ''] = baseUrls;
  const model = matchModel(graph, baseUrl);
  const uris = serviceUris(baseUrls);
  const { namedTiles, size } = summaryOf(document, uris, model, input.stored);
  const index = storedIndex(input, model, namedTiles);
  const context: CostContext = {
    baseUrl,
    validation,
    uris,
    reading,
    prefersTexts: input.shape === 'specification',
    withStoredLabels: storedLabels(index, model, { baseUrl, validation }),
    repeatedValue: createRepeatedValueLookup(index, { baseUrl, validation }),
    input,
    model,
    identity: identities(),
    workLimit: createWorkLimit(size),
  };
  const measure = createMeasure(context);
  return {
    ...context,
    input,
    resourceUri: document.id,
    index,
    contents: contents(context, index, measure),
    measure,
    tiles: documentTiles(),
    namedTiles: input.tileIds === 'keep' ? namedTiles : new Set(),
    renewedIds: new Map(),
    problems: [],
    ignored: [],
  };
}
