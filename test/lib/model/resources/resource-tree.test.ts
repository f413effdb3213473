import { describe, expect, it } from 'vitest';

import {
  buildResourceTree,
  type NodeInstance,
  type TreeTile,
} from '../../../../lib/model/resources/resource-tree.ts';
import { pickText } from '../../../../lib/model/pick-language.ts';
import { edge, id, node } from '../../../infra/cli/import/graphs/example.ts';
import { compiled, millDocument, millTiles, nodes, tile } from '../../json-ld/mill.ts';

const graph = compiled(millDocument());

/** Formats the tree as text: node names with values and children. */
function formatNode({ node, value, children }: NodeInstance): string {
  const valueText = value === null ? '' : `=${JSON.stringify(value)}`;
  const childrenText = children.map(formatNode).join(' ');
  return `${pickText(node.name, ['en'])}${valueText}${childrenText === '' ? '' : `(${childrenText})`}`;
}

const formatTree = (tiles: readonly TreeTile[], model = graph): string =>
  formatNode(buildResourceTree(model, tiles));

describe('the tree of a resource instance', () => {
  it('has every node of every tile, even without a value, in the order of the model, then of the tiles', () => {
    const { collection } = { collection: JSON.stringify(millTiles[2]?.data[nodes.geometry]) };
    expect(formatTree(millTiles)).toBe(
      'Mill(' +
        `Appellation(Name="Old Mill" Name Type=${JSON.stringify(id(301))}) ` +
        'Appellation(Name="Mill House" Name Type) ' +
        `Place(Geometry=${collection} Seen="1850-01-01"))`,
    );
  });

  it('is only the root if there are no tiles', () => {
    expect(formatTree([])).toBe('Mill');
  });

  it('attaches a tile without a parent tile to the root', () => {
    expect(formatTree([tile(1, nodes.sightings, { [nodes.sightings]: '1850' })])).toBe(
      'Mill(Seen="1850")',
    );
  });

  it('attaches a tile with a missing parent tile to the root', () => {
    expect(formatTree([tile(1, nodes.sightings, { [nodes.sightings]: '1850' }, 9)])).toBe(
      'Mill(Seen="1850")',
    );
  });

  it('attaches a tile whose parent tile is in the wrong nodegroup to the root', () => {
    const tiles = [
      tile(1, nodes.appellation, { [nodes.name]: 'a' }),
      tile(2, nodes.sightings, { [nodes.sightings]: '1850' }, 1),
    ];
    expect(formatTree(tiles)).toBe('Mill(Appellation(Name="a" Name Type) Seen="1850")');
  });

  it('contains all tiles even if tiles are parents of each other', () => {
    const tiles = [
      tile(1, nodes.place, {}, 2),
      tile(2, nodes.sightings, { [nodes.sightings]: '1850' }, 1),
    ];
    expect(formatTree(tiles)).toBe('Mill(Place(Geometry Seen="1850"))');
  });

  it('keeps two tiles of a nodegroup with cardinality 1', () => {
    const tiles = [tile(1, nodes.place, {}), tile(2, nodes.place, {})];
    expect(formatTree(tiles)).toBe('Mill(Place(Geometry) Place(Geometry))');
  });

  it('has a node without a nodegroup only if it has descendants', () => {
    const [state, note] = [id(50), id(51)];
    const model = compiled(
      millDocument({
        nodes: [
          node(state, 'State', null, { datatype: 'semantic', sortorder: 9 }),
          node(note, 'Note', note),
        ],
        edges: [edge(nodes.mill, state, 'x:state'), edge(state, note, 'x:note')],
        nodegroups: [{ nodegroupid: note, cardinality: 'n', parentnodegroup_id: null }],
      }),
    );
    expect(formatTree([], model)).toBe('Mill');
    expect(formatTree([tile(1, note, { [note]: 'dry' })], model)).toBe('Mill(State(Note="dry"))');
  });

  it('keeps values of nodes and nodegroups that were removed from the model', () => {
    const [vanished, group] = [id(90), id(91)];
    const tiles = [
      tile(1, nodes.place, { [vanished]: 'kept' }),
      tile(2, group, { [group]: 'kept too', [vanished]: null }),
    ];
    expect(formatTree(tiles)).toBe('Mill(Place(Geometry) ="kept" ="kept too")');
  });

  it('keeps a value that is stored in a tile of the wrong nodegroup', () => {
    const tiles = [tile(1, nodes.place, { [nodes.name]: 'lost its way' })];
    expect(formatTree(tiles)).toBe('Mill(Place(Geometry) ="lost its way")');
  });
});
