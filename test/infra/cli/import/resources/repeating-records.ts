import { NAME, TYPE } from '../graphs/example.ts';
import { monument, NOTE, tile, tileId } from '../monuments.ts';
import {
  keptFirstTile,
  keptTwoTiles,
  mendSecondTile,
  NOWHERE,
  soundTile,
  type MakeDraft,
} from './damaged-record.ts';

/** Writes a record in which the member `@` is replaced by the given members. */
const writeWithMembers = (record: unknown, members: string): string =>
  JSON.stringify(record).replace('"@":1', () => members);

/** Where two members of one name make only a value unclear, the rest of its tile is imported. */
const withRepeatedValue: readonly MakeDraft[] = [
  ['a node id twice', `"${TYPE}":1,"${TYPE}":2`, ''],
  ['a node id twice with the same value', `"${TYPE}":1,"${TYPE}":1`, ''],
  ['a node id twice, once escaped', `"${TYPE}":1,"\\u0030${TYPE.slice(1)}":2`, ''],
  ['a language twice', `"${TYPE}":{"en":"One","en":"Other"}`, '/en'],
  [
    'a member twice deep in a value',
    `"${TYPE}":[{"a":{"__proto__":1,"__proto__":2}}]`,
    '/0/a/__proto__',
  ],
].map(([damage, members, innerPointer]): MakeDraft => (number, at) => ({
  damage: String(damage),
  text: writeWithMembers(
    monument(number, [soundTile(at), tile(at + 1, NAME, { [NAME]: 'Sound', '@': 1 })]),
    String(members),
  ),
  errors: [['repeated_member', `/tiles/1/data/${TYPE}${innerPointer}`]],
  keptTiles: keptTwoTiles(at),
  mended: mendSecondTile(at),
}));

/** Two members of one name in a tile make the tile unclear. */
const withRepeatedTileMember: readonly MakeDraft[] = [
  ['data', '"data":{}'],
  ['sortorder', '"sortorder":1'],
  ['tileid', `"tileid":"${NOWHERE}"`],
  ['nodegroup_id', `"nodegroup_id":"${NAME}"`],
  ['provisionaledits', '"provisionaledits":null,"provisionaledits":{}'],
].map(([name, members]): MakeDraft => (number, at) => ({
  damage: `the member ${name} twice in a tile with a tile below`,
  text: writeWithMembers(
    monument(number, [
      soundTile(at),
      tile(at + 1, NAME, { [NAME]: 'Sound' }, { '@': 1 }),
      tile(at + 2, NOTE, { [NOTE]: 'Below' }, { parenttile_id: tileId(at + 1) }),
    ]),
    String(members),
  ),
  errors: [
    ['repeated_member', `/tiles/1/${name}`],
    ['parent_tile_left_out', '/tiles/2/parenttile_id'],
  ],
  keptTiles: keptFirstTile(at),
}));

/** Two members of one name in the header or the record make the record unclear. */
const withRepeatedHeader: readonly MakeDraft[] = [
  (number, at) => ({
    damage: 'two lists of tiles',
    text: writeWithMembers({ ...monument(number, [soundTile(at)]), '@': 1 }, '"tiles":[]'),
    errors: [['repeated_member', '/tiles']],
    keptTiles: undefined,
  }),
  (number, at) => ({
    damage: 'two headers',
    text: writeWithMembers(
      { ...monument(number, [soundTile(at)]), '@': 1 },
      `"resourceinstance":${JSON.stringify(monument(number)['resourceinstance'])}`,
    ),
    errors: [['repeated_member', '/resourceinstance']],
    keptTiles: undefined,
  }),
  (number, at) => ({
    damage: 'two legacy ids',
    text: writeWithMembers(monument(number, [soundTile(at)], { '@': 1 }), '"legacyid":"x"'),
    errors: [['repeated_member', '/resourceinstance/legacyid']],
    keptTiles: undefined,
  }),
  (number, at) => ({
    damage: 'two legacy ids in a flat record',
    text: writeWithMembers(
      {
        ...Object(monument(number)['resourceinstance']),
        '@': 1,
        tiles: [soundTile(at)],
      },
      '"legacyid":"x"',
    ),
    errors: [['repeated_member', '/legacyid']],
    keptTiles: undefined,
  }),
  (number, at) => ({
    damage: 'a language twice in the names, which are not imported',
    text: writeWithMembers(
      monument(number, [soundTile(at)], { descriptors: { '@': 1 } }),
      '"en":{},"en":{}',
    ),
    errors: [['repeated_member', '/resourceinstance/descriptors/en']],
    keptTiles: keptFirstTile(at),
  }),
  (number, at) => ({
    damage: 'an account twice in the proposals',
    text: writeWithMembers(
      monument(number, [
        soundTile(at),
        tile(at + 1, NAME, { [NAME]: 'Sound' }, { provisionaledits: { '@': 1 } }),
      ]),
      '"7":{},"7":{}',
    ),
    errors: [['repeated_member', '/tiles/1/provisionaledits/7']],
    keptTiles: keptTwoTiles(at),
  }),
  (number, at) => ({
    damage: 'a node id twice, and a damaged value in another tile',
    text: writeWithMembers(
      monument(number, [
        soundTile(at),
        tile(at + 1, NAME, { [NAME]: 'Sound', '@': 1 }),
        tile(at + 2, NAME, { [NAME]: 'Sound', [TYPE]: '@' }),
      ]),
      `"${TYPE}":1,"${TYPE}":2`,
    ).replace('"@"', 'NaN'),
    errors: [
      ['repeated_member', `/tiles/1/data/${TYPE}`],
      ['malformed_json', `/tiles/2/data/${TYPE}`],
    ],
    keptTiles: { ...keptTwoTiles(at), [tileId(at + 2)]: { [NAME]: 'Sound' } },
    mended: mendSecondTile(at),
  }),
];

/** Records in which an object has two members of one name. */
export const repeatingRecords: readonly MakeDraft[] = [
  ...withRepeatedValue,
  ...withRepeatedTileMember,
  ...withRepeatedHeader,
];
