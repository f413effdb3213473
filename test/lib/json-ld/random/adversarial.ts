import type { StoredTile } from '../../../../lib/model/change/stored-resource.ts';
import { parseNodegroupId, parseTileId } from '../../../../lib/model/ids.ts';
import { edge, id, node } from '../../../infra/cli/import/graphs/example.ts';
import { base, compiled, crm, literalClass, rdfValue } from '../mill.ts';
import { resourceId } from './documents.ts';
import type { RandomResource } from './tiles.ts';

/** A document for which trying every combination would take too long, with its model. */
export type Adversary = RandomResource & {
  /** The document as JSON. */
  readonly text: string;
};

const root = id(1);
const note = crm('P3_has_note');
const part = crm('P46_is_composed_of');

const rootNode = node(root, 'Root', null, {
  istopnode: true,
  datatype: 'semantic',
  ontologyclass: crm('E22_Man-Made_Object'),
});

const numbers = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index);

function graphOf(
  nodes: readonly unknown[],
  edges: readonly unknown[],
  nodegroups: readonly unknown[],
) {
  return compiled({
    graphid: id(100),
    name: 'Adversary',
    isresource: true,
    nodes: [rootNode, ...nodes],
    edges,
    nodegroups,
    cards: [],
  });
}

function documentOf(properties: Readonly<Record<string, unknown>>): string {
  const head = { '@id': `${base}/resources/${resourceId}`, '@type': crm('E22_Man-Made_Object') };
  return JSON.stringify({ ...head, ...properties });
}

/**
 * A document with equal siblings, each of which fits several nodes.
 * @param siblingCount the number of siblings
 * @param candidateCount the number of nodes with the same property, class and datatype
 */
export function equalSiblings(siblingCount: number, candidateCount: number): Adversary {
  const nodes = numbers(candidateCount).map((number) => id(10 + number));
  const graph = graphOf(
    nodes.map((nodeId) => node(nodeId, 'Note', nodeId, { ontologyclass: literalClass })),
    nodes.map((nodeId) => edge(root, nodeId, note)),
    nodes.map((nodegroupid) => ({ nodegroupid, cardinality: 'n' })),
  );
  const text = documentOf({
    [note]: numbers(siblingCount).map(() => ({ '@type': literalClass, [rdfValue]: 'the same' })),
  });
  return { graph, tiles: [], text };
}

/**
 * A document with siblings of different texts, each of which fits several nodes.
 * @param siblingCount the number of siblings
 * @param candidateCount the number of nodes with the same property, class and datatype
 */
export function differentSiblings(siblingCount: number, candidateCount: number): Adversary {
  const { graph, tiles } = equalSiblings(0, candidateCount);
  const text = documentOf({ [note]: numbers(siblingCount).map((number) => `text ${number}`) });
  return { graph, tiles, text };
}

/** The id of the left (0) or right (1) node of a level. */
const levelNode = (level: number, side: number): string => id(1000 + 2 * level + side);

/**
 * A chain of nested nodes, each with a twin of the same property and class. Only a text in the last right node distinguishes
 * them, so a matcher that tries both nodes at each level makes 2^depth attempts.
 * @param depth the number of levels
 */
export function deepTwins(depth: number): Adversary {
  const levels = numbers(depth);
  const noteNode = levelNode(depth, 0);
  const twins = levels.flatMap((level) => [levelNode(level, 0), levelNode(level, 1)]);
  const parentOf = (level: number): string => (level === 0 ? root : levelNode(level - 1, 1));
  const graph = graphOf(
    [
      ...twins.map((nodeId) =>
        node(nodeId, 'Part', nodeId, {
          datatype: 'semantic',
          ontologyclass: crm('E22_Man-Made_Object'),
        }),
      ),
      node(noteNode, 'Note', levelNode(depth - 1, 1), { ontologyclass: literalClass }),
    ],
    [
      ...levels.flatMap((level) => [
        edge(parentOf(level), levelNode(level, 0), part),
        edge(parentOf(level), levelNode(level, 1), part),
      ]),
      edge(levelNode(depth - 1, 1), noteNode, note),
    ],
    levels.flatMap((level) =>
      [0, 1].map((side) => ({
        nodegroupid: levelNode(level, side),
        cardinality: 'n',
        parentnodegroup_id: level === 0 ? null : levelNode(level - 1, 1),
      })),
    ),
  );
  const inner = levels.reduceRight<Readonly<Record<string, unknown>>>(
    (below) => ({ [part]: { '@type': crm('E22_Man-Made_Object'), ...below } }),
    { [note]: 'at the bottom' },
  );
  return { graph, tiles: [], text: documentOf(inner) };
}

/**
 * A resource instance with many tiles; every second one has the previous tile as parent.
 * @param count the number of tiles
 */
export function manyTiles(count: number): RandomResource {
  const [name, seen] = [id(2), id(3)];
  const graph = graphOf(
    [
      node(name, 'Name', name, { ontologyclass: literalClass }),
      node(seen, 'Seen', seen, { datatype: 'date', ontologyclass: literalClass }),
    ],
    [edge(root, name, note), edge(name, seen, crm('P160_has_temporal_projection'))],
    [
      { nodegroupid: name, cardinality: 'n' },
      { nodegroupid: seen, cardinality: 'n', parentnodegroup_id: name },
    ],
  );
  const tileId = (number: number) => parseTileId(id(100_000 + number));
  const tile = (number: number): StoredTile => {
    const isName = number % 2 === 0;
    const nodegroupId = parseNodegroupId(isName ? name : seen);
    return {
      tileId: tileId(number),
      nodegroupId,
      parentTileId: isName ? null : tileId(number - 1),
      sortOrder: number,
      provisionalEdits: null,
      isProposed: false,
      hasUnreadableDescendants: false,
      data: { [nodegroupId]: isName ? `name ${number}` : String(1000 + (number % 1000)) },
    };
  };
  const tiles = numbers(count).map(tile);
  return {
    graph,
    tiles: [
      ...tiles.filter(({ nodegroupId }) => nodegroupId === name),
      ...tiles.filter(({ nodegroupId }) => nodegroupId !== name),
    ],
  };
}
