import { nilUuid } from '../../../../../lib/model/ids.ts';
import { NAME, TYPE } from '../graphs/example.ts';
import { MEASURE, monument, NOTE, resourceId, tile, tileId } from '../monuments.ts';

import {
  keptFirstTile,
  keptTwoTiles,
  mendSecondTile,
  NOWHERE,
  OTHER,
  soundTile,
  writeRecordText,
  type DamagedRecord,
  type Json,
  type MakeDraft,
} from './damaged-record.ts';
import { repeatingRecords } from './repeating-records.ts';

/*
 * Records of the model of monuments, each with one kind of damage. The first tile of a record is sound. In most records
 * the second tile is damaged.
 */

const deepList = `${'['.repeat(5000)}${']'.repeat(5000)}`;

const recordsWithBadValue: readonly MakeDraft[] = [
  ['a word that is not JSON', 'NaN', 'malformed_json', ''],
  ['a number that is not JSON', '-Infinity', 'malformed_json', ''],
  ['a missing value', '', 'malformed_json', ''],
  ['a text with a raw line break', '"a\nb"', 'malformed_json', ''],
  ['a text with an invalid escape', '"a\\x"', 'malformed_json', ''],
  ['a list that is not closed', '[1, {"a": 2}', 'malformed_json', ''],
  ['an object with a damaged member', '{"a": {"b": 1 2}}', 'malformed_json', ''],
  ['a value that is nested too deep', deepList, 'too_deep', ''],
  ['a text that is not UTF-8', '"\u00FF"', 'invalid_utf8', ''],
  ['a character that cannot be stored', '{"en": "a\\u0000"}', 'unusable_character', '/en'],
  ['a number that the database refuses', '1e200000', 'refused_by_database', ''],
].map(([damage = '', value = '', code = '', subPointer = '']): MakeDraft => (number, at) => ({
  damage,
  text: writeRecordText(
    number,
    at,
    tile(at + 1, NAME, { [NAME]: 'Sound', [TYPE]: '@' }),
    tile(at + 2, NAME, { [NAME]: 'After' }),
  ).replace('"@"', () => value),
  errors: [[code, `/tiles/1/data/${TYPE}${subPointer}`]],
  keptTiles: { ...keptTwoTiles(at), [tileId(at + 2)]: { [NAME]: 'After' } },
  mended: mendSecondTile(at),
}));

const recordsWithBadKey: readonly MakeDraft[] = [
  ['an unknown node', NOWHERE, 'unknown_node'],
  ['a node of another nodegroup', MEASURE, 'node_of_other_nodegroup'],
  ['an id that is no UUID', 'type', 'unknown_node'],
].map(([damage, key = '', code = '']): MakeDraft => (number, at) => ({
  damage: `a value of ${damage}`,
  text: writeRecordText(number, at, tile(at + 1, NAME, { [NAME]: 'Sound', [key]: 1 })),
  errors: [[code, `/tiles/1/data/${key}`]],
  keptTiles: keptTwoTiles(at),
  mended: mendSecondTile(at),
}));

const recordsWithBadMember = (
  [
    ['an invalid sort order', 'sortorder', 'first'],
    ['invalid proposals', 'provisionaledits', 'none'],
  ] as const
).map(([damage, name, value]): MakeDraft => (number, at) => ({
  damage,
  text: writeRecordText(number, at, tile(at + 1, NAME, { [NAME]: 'Sound' }, { [name]: value })),
  errors: [['invalid_record', `/tiles/1/${name}`]],
  keptTiles: keptTwoTiles(at),
  mended: mendSecondTile(at),
}));

type BadTile = readonly [
  damage: string,
  code: string,
  pointer: string,
  make: (number: number) => unknown,
];

const noteTile = (at: number, parent: string): Json =>
  tile(at, NOTE, {}, { parenttile_id: parent });
const badTiles: readonly BadTile[] = [
  ['null instead of an object', 'invalid_record', '', () => null],
  ['a text instead of an object', 'invalid_record', '', () => 'tile'],
  ['a list of values', 'invalid_record', '/data', (at) => tile(at, NAME, {}, { data: [] })],
  ['an id that is no UUID', 'invalid_record', '/tileid', (at) => tile(at, NAME, {}, { tileid: 7 })],
  ['the nil UUID', 'nil_id', '/tileid', (at) => tile(at, NAME, {}, { tileid: nilUuid })],
  [
    'a nodegroup id that is no UUID',
    'invalid_record',
    '/nodegroup_id',
    (at) => tile(at, 'Name', {}),
  ],
  [
    'a nodegroup that does not exist',
    'unknown_nodegroup',
    '/nodegroup_id',
    (at) => tile(at, NOWHERE, {}),
  ],
  [
    'an unknown parent tile',
    'unknown_parent_tile',
    '/parenttile_id',
    (at) => noteTile(at, NOWHERE),
  ],
  [
    'a parent tile of another resource instance',
    'parent_tile_of_other_resource',
    '/parenttile_id',
    (at) => noteTile(at, tileId(OTHER)),
  ],
  [
    'the id of a tile of another resource instance',
    'tile_of_other_resource',
    '/tileid',
    () => tile(OTHER, NAME, {}),
  ],
  [
    'another resource instance as its owner',
    'tile_of_other_resource',
    '/resourceinstance_id',
    (at) => tile(at, NAME, {}, { resourceinstance_id: resourceId(OTHER) }),
  ],
  [
    'the id of the first tile',
    'duplicate_tile',
    '/tileid',
    (at) => tile(at - 1, NAME, { [NAME]: 'Other' }),
  ],
];

const recordsWithBadTile = badTiles.map(
  ([damage, code, pointer, make]): MakeDraft =>
    (number, at) => ({
      damage: `a tile with ${damage}`,
      text: writeRecordText(number, at, make(at + 1)),
      errors: [[code, `/tiles/1${pointer}`]],
      keptTiles: keptFirstTile(at),
    }),
);

const withTilesBelow: readonly MakeDraft[] = [
  (number, at) => ({
    damage: 'a tile that has tiles below it, at two depths',
    text: writeRecordText(
      number,
      at,
      noteTile(at + 3, tileId(at + 2)),
      noteTile(at + 2, tileId(at + 1)),
      tile(at + 1, NOWHERE, {}),
    ),
    errors: [
      ['unknown_nodegroup', '/tiles/3/nodegroup_id'],
      ['parent_tile_left_out', '/tiles/2/parenttile_id'],
      ['parent_tile_left_out', '/tiles/1/parenttile_id'],
    ],
    keptTiles: keptFirstTile(at),
  }),
  (number, at) => ({
    damage: 'a value of a tile that has another tile below it',
    text: writeRecordText(
      number,
      at,
      tile(at + 1, NAME, { [NAME]: 'Sound', [NOWHERE]: 1 }),
      noteTile(at + 2, tileId(at + 1)),
    ),
    errors: [['unknown_node', `/tiles/1/data/${NOWHERE}`]],
    keptTiles: { ...keptTwoTiles(at), [tileId(at + 2)]: {} },
    mended: mendSecondTile(at),
  }),
];

const withTwoDamages: readonly MakeDraft[] = [
  (number, at) => ({
    damage: 'a value that is nested too deep and, in another tile, an unknown node',
    text: writeRecordText(
      number,
      at,
      tile(at + 1, NAME, { [NAME]: 'Sound', [TYPE]: '@' }),
      tile(at + 2, NAME, { [NAME]: 'Sound', [NOWHERE]: 1 }),
    ).replace('"@"', () => `${'['.repeat(1500)}${']'.repeat(1500)}`),
    errors: [
      ['too_deep', `/tiles/1/data/${TYPE}`],
      ['unknown_node', `/tiles/2/data/${NOWHERE}`],
    ],
    keptTiles: { ...keptTwoTiles(at), [tileId(at + 2)]: { [NAME]: 'Sound' } },
    mended: mendSecondTile(at),
  }),
];

const withTwoSpellings: readonly MakeDraft[] = [
  (number, at) => ({
    damage: 'two spellings of one node id with different values',
    text: writeRecordText(
      number,
      at,
      tile(at + 1, NAME, { [NAME]: 'Sound', node: 'One', NODE: 'Other' }),
    ),
    errors: [['repeated_member', '/tiles/1/data/NODE']],
    keptTiles: keptTwoTiles(at),
    mended: mendSecondTile(at),
  }),
];

const withoutEnd: readonly MakeDraft[] = [
  (number, at) => ({
    damage: 'a tile that is not closed',
    text: writeRecordText(number, at, tile(at + 1, NAME, { [NAME]: 'Sound' }), '@').replace(
      '}},"@"',
      '}',
    ),
    errors: [['malformed_json', '/tiles/1']],
    keptTiles: keptTwoTiles(at),
    mended: mendSecondTile(at),
  }),
  (number, at) => ({
    damage: 'values without a comma',
    text: writeRecordText(number, at, tile(at + 1, NAME, { [NAME]: 'Sound', [TYPE]: 1 })).replace(
      '"Sound",',
      '"Sound" ',
    ),
    errors: [['malformed_json', '/tiles/1/data']],
    keptTiles: { ...keptFirstTile(at), [tileId(at + 1)]: { [NAME]: 'Sound', [TYPE]: 1 } },
  }),
  (number, at) => ({
    damage: 'a tile that is cut off before its nodegroup',
    text: writeRecordText(number, at, '@').replace('"@"', `{"data": {"${NAME}": "Lost"`),
    errors: [['malformed_json', '/tiles/1']],
    keptTiles: keptFirstTile(at),
  }),
];

const headers: readonly MakeDraft[] = [
  (number, at) => ({
    damage: 'a legacy id of the wrong type',
    text: JSON.stringify(monument(number, [soundTile(at)], { legacyid: {} })),
    errors: [['invalid_record', '/resourceinstance/legacyid']],
    keptTiles: keptFirstTile(at),
  }),
  (number, at) => ({
    damage: 'a legacy id of the wrong type in a flat record',
    text: JSON.stringify({
      ...Object(monument(number)['resourceinstance']),
      legacyid: {},
      tiles: [soundTile(at)],
    }),
    errors: [['invalid_record', '/legacyid']],
    keptTiles: keptFirstTile(at),
  }),
  (number, at) => ({
    damage: 'a name that cannot be stored',
    text: JSON.stringify(monument(number, [soundTile(at)], { displayname: 'a\0' })),
    errors: [['unusable_character', '/resourceinstance/displayname']],
    keptTiles: keptFirstTile(at),
  }),
  (number, at) => ({
    damage: 'tiles that are no list',
    text: JSON.stringify({ ...monument(number), tiles: { 0: soundTile(at) } }),
    errors: [['invalid_record', '/tiles']],
    keptTiles: {},
  }),
  (number, at) => ({
    damage: 'an id that is no UUID',
    text: JSON.stringify(monument(number, [soundTile(at)], { resourceinstanceid: 'x' })),
    errors: [['invalid_record', '/resourceinstance/resourceinstanceid']],
    keptTiles: undefined,
  }),
  (number, at) => ({
    damage: 'an unknown graph',
    text: JSON.stringify(monument(number, [soundTile(at)], { graph_id: NOWHERE })),
    errors: [['unknown_graph', '']],
    keptTiles: undefined,
  }),
  (number, at) => ({
    damage: 'null in place of the header',
    text: JSON.stringify({ ...monument(number, [soundTile(at)]), resourceinstance: null }),
    errors: [
      ['invalid_record', '/resourceinstance/resourceinstanceid'],
      ['invalid_record', '/resourceinstance/graph_id'],
    ],
    keptTiles: undefined,
  }),
];

/** Every damage once. */
export const damagedRecords: readonly DamagedRecord[] = [
  ...recordsWithBadValue,
  ...recordsWithBadKey,
  ...recordsWithBadMember,
  ...recordsWithBadTile,
  ...withTilesBelow,
  ...withTwoDamages,
  ...withTwoSpellings,
  ...repeatingRecords,
  ...withoutEnd,
  ...headers,
].map((make, index) => ({ number: 100 + index, ...make(100 + index, 1000 + 10 * index) }));
