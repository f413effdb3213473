import fc from 'fast-check';

import { edge, graphDocument, id, node } from '../../infra/cli/import/graphs/example.ts';
import { crm } from '../../lib/json-ld/mill.ts';

/*
 * A model of things with several titles, each with several notes, and a place. Each text says which of its siblings in the file it is,
 * such as `note 1:2.`, so that a test can tell their order from any answer. The name of a thing is its first title.
 */

const root = id(5001);
export const graphId = id(5000);
export const title = id(5002);
export const note = id(5003);
export const place = id(5004);

export const tiedThings = graphDocument({
  graphid: graphId,
  name: 'Thing',
  slug: 'things',
  nodes: [
    node(root, 'Thing', null, {
      istopnode: true,
      datatype: 'semantic',
      ontologyclass: crm('E22_Man-Made_Object'),
    }),
    node(title, 'Title', title, { ontologyclass: crm('E41_Appellation') }),
    node(note, 'Note', note, { ontologyclass: crm('E55_Type') }),
    node(place, 'Place', place, {
      datatype: 'geojson-feature-collection',
      ontologyclass: crm('E53_Place'),
    }),
  ],
  edges: [
    edge(root, title, crm('P1_is_identified_by')),
    edge(title, note, crm('P2_has_type')),
    edge(root, place, crm('P53_has_former_or_current_location')),
  ],
  nodegroups: [
    { nodegroupid: title, cardinality: 'n', parentnodegroup_id: null },
    { nodegroupid: note, cardinality: 'n', parentnodegroup_id: title },
    { nodegroupid: place, cardinality: '1', parentnodegroup_id: null },
  ],
  cards: [title, note, place].map((nodegroupId, index) => ({
    cardid: id(5010 + index),
    nodegroup_id: nodegroupId,
    name: 'Card',
    visible: true,
  })),
  functions_x_graphs: [
    {
      config: {
        descriptor_types: { name: { nodegroup_id: title, string_template: '<Title>' } },
      },
    },
  ],
});

export type TiedTile = {
  readonly tileid: string;
  readonly nodegroup_id: string;
  readonly parenttile_id: string | null;
  readonly sortorder: number | null;
  readonly data: Readonly<Record<string, unknown>>;
};

/** The texts in the order of a list of siblings: `title`, or `note N` below the title with a number. */
export type Orders = Readonly<Record<string, readonly number[]>>;

const sortOrder = fc.constantFrom(0, 0, 0, 1, 1, null, -1, 7);
const sibling = fc.record({ tileid: fc.uuid({ version: 4 }), sortorder: sortOrder });

/** The titles of a thing, each with its notes, with few sort orders and with ids in any order. */
const titles = fc.array(fc.record({ title: sibling, notes: fc.array(sibling, { maxLength: 3 }) }), {
  minLength: 1,
  maxLength: 5,
});

const text = (list: string, number: number): string => `${list}:${number}.`;

/** The tiles of a thing in the order of a file, in which a tile can come before the one above it. */
export const tiedTiles: fc.Arbitrary<readonly TiedTile[]> = titles.chain((drawn) => {
  const tiles = drawn.flatMap(({ title: { tileid, sortorder }, notes }, number) => [
    titleTile(tileid, sortorder, number),
    ...notes.map((below, noteNumber) => ({
      ...below,
      nodegroup_id: note,
      parenttile_id: tileid,
      data: { [note]: text(`note ${number}`, noteNumber) },
    })),
  ]);
  return fc.shuffledSubarray(tiles, { minLength: tiles.length });
});

/** A tile with a title, whose number its text has. */
export const titleTile = (tileid: string, sortorder: number | null, number: number): TiedTile => ({
  tileid,
  nodegroup_id: title,
  parenttile_id: null,
  sortorder,
  data: { [title]: text('title', number) },
});

/** The tile of the place of a thing. */
export const placeTile: TiedTile = {
  tileid: id(5020),
  nodegroup_id: place,
  parenttile_id: null,
  sortorder: 0,
  data: {
    [place]: {
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [0.5, 0.5] } },
      ],
    },
  },
};

const readText = ({ data }: TiedTile): readonly [list: string, number: number] => {
  const [list = '', number = ''] = String(Object.values(data)[0]).split(/[:.]/);
  return [list, Number(number)];
};

/** The orders in which a file has its texts: by sort order, then by position. One without a sort order has its position as its sort order. */
export function expectedOrders(tiles: readonly TiedTile[]): Orders {
  const lists = Map.groupBy(
    tiles.filter(({ nodegroup_id: id }) => id !== place),
    (tile) => readText(tile)[0],
  );
  return Object.fromEntries(
    [...lists].map(([list, siblings]) => [
      list,
      siblings
        .map((tile, position) => ({ tile, order: tile.sortorder ?? position }))
        .toSorted((one, other) => one.order - other.order)
        .map(({ tile }) => readText(tile)[1]),
    ]),
  );
}

/** The orders in which an answer shows texts, each at the first place where it occurs. */
export function shownOrders(body: string): Orders {
  const matches = [...body.matchAll(/(title|note \d+):(\d+)\./g)];
  const lists = Map.groupBy(matches, ([, list = '']) => list);
  return Object.fromEntries(
    [...lists].map(([list, shown]) => [
      list,
      [...new Set(shown.map(([, , number]) => Number(number)))],
    ]),
  );
}
