import { matchDocument } from '../../../../lib/json-ld/match/match-document.ts';
import type { MatchInput, MatchResult } from '../../../../lib/json-ld/match/match-input.ts';
import { expandDocument } from '../../../../lib/json-ld/expand/expand-document.ts';
import type { DocumentProblem } from '../../../../lib/model/change/document-problem.ts';
import type { IntendedTile } from '../../../../lib/model/change/intended-resource.ts';
import type { StoredTile } from '../../../../lib/model/change/stored-resource.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import { parseNodegroupId, parseTileId } from '../../../../lib/model/ids.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import { edge, id, node } from '../../../infra/cli/import/graphs/example.ts';
import { base, compiled, crm, graphId, resourceId } from '../mill.ts';

/*
 * Small models for one test, and documents matched to them. Tests use the names of nodes; the id of a node is made from its
 * position in the list. Concepts have numbers: concept 7 is id(7007), its value id(8007).
 */

/** A node of a small model. */
export type NodeSketch = {
  /** The name of its parent; absent for a child of the root. */
  readonly in?: string;
  readonly datatype?: string;
  readonly property: string;
  readonly class?: string | null;
  /** The cardinality of the nodegroup, if the node is a collector; else absent. */
  readonly tiles?: '1' | 'n';
  readonly isRequired?: boolean;
  /** Whether the card of its own nodegroup is hidden. */
  readonly isHidden?: boolean;
  readonly config?: Readonly<Record<string, unknown>>;
  /** The collector of the nodegroup, if the nodegroup is neither that of the parent nor one of the node itself. */
  readonly nodegroup?: string;
};

export type SmallModel = {
  /** The model as it would be imported. */
  readonly document: unknown;
  readonly graph: CompiledGraph;
  /** The id of a node. */
  readonly idOf: (name: string) => string;
};

export const rootClass = crm('E22_Man-Made_Object');
export const textClass = 'http://www.w3.org/2000/01/rdf-schema#Literal';
export const dateClass = 'http://www.w3.org/2001/XMLSchema#dateTime';
export const rdfValue = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#value';
export const graphType = `${base}/graph/${graphId}`;

/** Creates a model of these nodes. A parent must come before its children. */
export function modelOf(sketches: Readonly<Record<string, NodeSketch>>): SmallModel {
  const names = ['root', ...Object.keys(sketches)];
  const idOf = (name: string): string => {
    const index = names.indexOf(name);
    if (index < 0) throw new Error(`The model has no node ${name}.`);
    return id(index + 1);
  };
  const entries = Object.entries(sketches);
  const nodegroupOf = (name: string): string | null => {
    const sketch = sketches[name];
    if (sketch === undefined) return null;
    if (sketch.tiles !== undefined) return name;
    return sketch.nodegroup ?? nodegroupOf(sketch.in ?? 'root');
  };
  const idOrNull = (name: string | null): string | null => (name === null ? null : idOf(name));
  const document = {
    graphid: graphId,
    name: 'Small',
    isresource: true,
    nodes: [
      node(idOf('root'), 'root', null, {
        istopnode: true,
        datatype: 'semantic',
        ontologyclass: rootClass,
      }),
      ...entries.map(([name, sketch], index) =>
        node(idOf(name), name, idOrNull(nodegroupOf(name)), {
          datatype: sketch.datatype ?? 'string',
          ontologyclass: sketch.class === undefined ? textClass : sketch.class,
          isrequired: sketch.isRequired ?? false,
          config: sketch.config ?? {},
          sortorder: index,
        }),
      ),
    ],
    edges: entries.map(([name, sketch]) =>
      edge(idOf(sketch.in ?? 'root'), idOf(name), sketch.property),
    ),
    nodegroups: entries
      .filter(([, { tiles }]) => tiles !== undefined)
      .map(([name, sketch]) => ({
        nodegroupid: idOf(name),
        cardinality: sketch.tiles,
        parentnodegroup_id: idOrNull(nodegroupOf(sketch.in ?? 'root')),
      })),
    cards: entries
      .filter(([, { isHidden }]) => isHidden === true)
      .map(([name], index) => ({
        cardid: id(900 + index),
        nodegroup_id: idOf(name),
        name,
        visible: false,
      })),
  };
  return { document, graph: compiled(document), idOf };
}

export const tileId = (number: number): string => id(1000 + number);
export const conceptUri = (number: number): string => `${base}/concepts/${id(7000 + number)}`;
export const conceptValue = (number: number): string => id(8000 + number);
export const resource = (number: number): string => `${base}/resources/${id(9000 + number)}`;
export const nodeUri = (tile: number, nodeId: string): string =>
  `${base}/tile/${tileId(tile)}/node/${nodeId}`;

/** Creates a stored tile; `number` determines its id. */
export function createStoredTile(
  { idOf }: SmallModel,
  number: number,
  nodegroup: string,
  data: Readonly<Record<string, unknown>>,
  parent: number | null = null,
): StoredTile {
  return {
    tileId: parseTileId(tileId(number)),
    nodegroupId: parseNodegroupId(idOf(nodegroup)),
    parentTileId: parent === null ? null : parseTileId(tileId(parent)),
    sortOrder: 0,
    provisionalEdits: null,
    isProposed: false,
    hasUnreadableDescendants: false,
    data: Object.fromEntries(Object.entries(data).map(([name, value]) => [idOf(name), value])),
  };
}

const numberOf = (uuid: string, offset: number): number => Number(uuid.slice(-12)) - offset;

/** The input of matching, in which a concept exists for every number. */
export function inputOf(
  { graph }: SmallModel,
  tiles: readonly StoredTile[] = [],
  overrides: Partial<MatchInput> = {},
): MatchInput {
  let newIdCount = 0;
  return {
    baseUrls: [base, 'https://former.test'],
    graph,
    storedTiles: tiles,
    shape: undefined,
    readContext: {
      baseUrls: [base, 'https://former.test'],
      language: 'en',
      directionOf: () => 'ltr',
      conceptValueId: (uri) => {
        const found = /[\da-f-]{36}$/.exec(uri)?.[0] ?? '';
        const number = numberOf(found, found >= id(8000) ? 8000 : 7000);
        return number > 0 && number < 900 ? conceptValue(number) : undefined;
      },
    },
    validation: {
      concept: (valueId) => ({
        conceptId: id(7000 + numberOf(valueId, 8000)),
        text: valueId,
        language: 'en',
        labels: {},
        identifiers: [],
      }),
      resource: () => undefined,
      isInCollection: (conceptId, collection) =>
        numberOf(conceptId, 7000) % 2 === numberOf(collection, 0) % 2,
      isTile: () => true,
      timeZone: null,
    },
    accountId: 1,
    unknownPredicates: 'refuse',
    tileIds: 'keep',
    missingTiles: 'delete',
    hiddenNodegroups: new Set(),
    newId: () => id(50_000 + (newIdCount += 1)),
    ...overrides,
  };
}

/** Matches a document with these properties, and the id and class of a resource instance of the model. */
export function match(
  properties: Readonly<Record<string, unknown>>,
  input: MatchInput,
): MatchResult {
  const document = { '@id': `${base}/resources/${resourceId}`, '@type': rootClass, ...properties };
  const expanded = expandDocument(parseLossless(JSON.stringify(document)), {
    baseUrls: input.baseUrls,
  });
  if (expanded.kind === 'refused') throw new Error(JSON.stringify(expanded.problems));
  return matchDocument(expanded.node, input);
}

/** A tile with the names of nodes instead of ids: `of` is its nodegroup, `in` its parent tile. Null values are omitted. */
export type NamedTile = {
  readonly tile: string;
  readonly of: string;
  readonly in: string | null;
  readonly values: Readonly<Record<string, unknown>>;
};

/** Formats a tile id as in the tests: the number of the tile, or `new` with a number. */
export function shortTileId(fullId: string): string {
  const number = Number(fullId.slice(-12));
  return number > 50_000 ? `new ${number - 50_000}` : String(number - 1000);
}

/**
 * The tiles that are stored for a document.
 * @throws Error if the document is refused
 */
export function tilesOf(matched: MatchResult, { graph }: SmallModel): readonly NamedTile[] {
  if (matched.kind === 'refused') throw new Error(JSON.stringify(matched.problems, null, 1));
  const names = new Map<string, string>(
    graph.nodes.map(({ nodeId, name }) => [nodeId, typeof name === 'string' ? name : nodeId]),
  );
  const nameOfNode = (nodeId: string): string => names.get(nodeId) ?? nodeId;
  return matched.intended.tiles.map((tile: IntendedTile) => ({
    tile: shortTileId(tile.tileId),
    of: nameOfNode(tile.nodegroupId),
    in: tile.parentTileId === null ? null : shortTileId(tile.parentTileId),
    values: Object.fromEntries(
      Object.entries(tile.data)
        .filter(([, value]) => value !== null)
        .map(([nodeId, value]) => [nameOfNode(nodeId), value]),
    ),
  }));
}

/**
 * The numbers of the stored tiles that a document deletes.
 * @throws Error if the document is refused
 */
export function deletedBy(matched: MatchResult): readonly string[] {
  if (matched.kind === 'refused') throw new Error(JSON.stringify(matched.problems, null, 1));
  return matched.intended.deleted.map(shortTileId);
}

export function problemsOf(matched: MatchResult): readonly DocumentProblem[] {
  return matched.kind === 'refused' ? matched.problems : [];
}

/** The problems as `code pointer`, without the namespaces of properties. */
export function codesOf(matched: MatchResult): readonly string[] {
  return problemsOf(matched).map(
    ({ code, pointer }) => `${code} ${pointer.replaceAll(/http[^/]*~1/g, '')}`,
  );
}

/** The names of the nodes to which the values of one property are matched, in a model of these sibling nodes. */
export function namesOfMatchedNodes(
  siblings: Readonly<Record<string, NodeSketch>>,
  values: unknown,
): readonly string[] {
  const model = modelOf(siblings);
  const [property = ''] = Object.values(siblings).map((sketch) => sketch.property);
  return tilesOf(match({ [property]: values }, inputOf(model)), model)
    .flatMap((tile) => Object.keys(tile.values))
    .sort();
}
