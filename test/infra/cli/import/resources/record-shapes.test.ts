import { describe, expect, it } from 'vitest';

import { parseRecordText } from '../../../../../lib/model/resources/resource-record.ts';
import { NAME } from '../graphs/example.ts';
import { GRAPH, MEASURE, monument, resourceId, tile, tileId } from '../monuments.ts';

const LOWER_NODE = 'abcdef00-0000-4000-8000-00000000000d';
const UPPER_NODE = LOWER_NODE.toUpperCase();

function readRecord(record: unknown) {
  const result = parseRecordText(
    typeof record === 'string' ? record : JSON.stringify(record),
    '/0',
  );
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.record;
}

function findProblems(record: unknown) {
  const result = parseRecordText(
    typeof record === 'string' ? record : JSON.stringify(record),
    '/0',
  );
  return result.ok ? [] : result.problems;
}

describe('a resource record', () => {
  it('is read in the nested layout of exports and in the flat layout of service-json', () => {
    const tiles = [tile(1, NAME, { [NAME]: 'Tower' })];
    const nested = monument(1, tiles, { legacyid: 'L1' });
    const flat = {
      displayname: 'Tower',
      graph_id: GRAPH,
      legacyid: 'L1',
      resourceinstanceid: resourceId(1),
      tiles,
    };
    expect(readRecord(flat)).toEqual(readRecord(nested));
    expect(readRecord(nested).resource).toEqual({
      resource_id: resourceId(1),
      graph_id: GRAPH,
      legacy_id: 'L1',
      created_at: null,
      life_cycle_state_id: null,
      identifiers: null,
    });
  });

  it('states its owner by the id of an account, and none if that is null or something else', () => {
    const ownerOf = (principaluser_id: unknown): unknown =>
      readRecord(monument(1, [], { principaluser_id })).resource.created_by;
    expect(ownerOf(7)).toBe(7);
    expect([null, 'admin', -1, 2 ** 40, {}].map(ownerOf)).toEqual(
      [1, 2, 3, 4, 5].map(() => undefined),
    );
  });

  it('has its ids in lower case if the file has them in upper case', () => {
    const upperCaseRecord = {
      resourceinstance: {
        resourceinstanceid: 'ABCDEF00-0000-4000-8000-00000000000A',
        graph_id: 'ABCDEF00-0000-4000-8000-00000000000B',
      },
      tiles: [
        {
          tileid: 'ABCDEF00-0000-4000-8000-00000000000C',
          nodegroup_id: 'ABCDEF00-0000-4000-8000-00000000000D',
          parenttile_id: 'ABCDEF00-0000-4000-8000-00000000000E',
          resourceinstance_id: 'ABCDEF00-0000-4000-8000-00000000000A',
          data: { 'ABCDEF00-0000-4000-8000-00000000000D': 'Kept As Written' },
        },
      ],
    };
    const text = JSON.stringify(readRecord(upperCaseRecord));
    expect(text).not.toMatch(/[A-F]+00-0000/);
    expect(text).toContain('Kept As Written');
  });

  it('has two spellings of one node id once if their values are equal', () => {
    const data = { [UPPER_NODE]: { en: 1 }, [LOWER_NODE]: { en: 1 } };
    const proposals = { 7: { action: 'update', value: data } };
    const [read] = readRecord(
      monument(1, [tile(1, NAME, data, { provisionaledits: proposals })]),
    ).tiles;
    expect(read?.data).toEqual({ [LOWER_NODE]: { en: 1 } });
    expect(read?.provisional_edits).toEqual({
      7: { action: 'update', value: { [LOWER_NODE]: { en: 1 } } },
    });
  });

  it('is refused if two spellings of one node id have different values, also in a proposal', () => {
    const data = { [UPPER_NODE]: 'Tower', [LOWER_NODE]: 'Castle' };
    const proposals = { 7: { action: 'update', value: data } };
    const record = monument(1, [tile(1, NAME, data, { provisionaledits: proposals })]);
    expect(findProblems(record).map(({ code, pointer }) => [code, pointer])).toEqual([
      ['repeated_member', `/0/tiles/0/data/${LOWER_NODE}`],
      ['repeated_member', `/0/tiles/0/provisionaledits/7/value/${LOWER_NODE}`],
    ]);
  });

  it.each([
    [null, null],
    [undefined, null],
    [0, 0],
    ['0', 0],
    ['12', 12],
  ])('has a tile whose sort order %j is read as %j', (written, expected) => {
    const record = readRecord(monument(1, [tile(1, NAME, {}, { sortorder: written })]));
    expect(record.tiles[0]?.sort_order).toBe(expected);
  });

  it('has a tile whose sort order 0.0 is read as 0', () => {
    const text = JSON.stringify(monument(1, [tile(1, NAME, {})]));
    expect(readRecord(text.replace('"sortorder":0', '"sortorder":0.0')).tiles[0]?.sort_order).toBe(
      0,
    );
  });

  it('gives a tile without an id the same id in every reading', () => {
    const record = monument(1, [
      tile(1, NAME, {}, { tileid: null }),
      tile(1, NAME, {}, { tileid: '' }),
      tile(1, NAME, {}, { tileid: undefined }),
    ]);
    const ids = readRecord(record).tiles.map((found) => found.tile_id);
    expect(new Set(ids).size).toBe(3);
    expect(readRecord(record).tiles.map((found) => found.tile_id)).toEqual(ids);
  });

  it('has all digits of its numbers', () => {
    const text = JSON.stringify(monument(1, [tile(1, MEASURE, { [MEASURE]: 7 })])).replace(
      ':7}',
      ':12345678901234567890.10}',
    );
    expect(JSON.stringify(readRecord(text).tiles[0]?.data)).toContain(':12345678901234567890.10}');
  });

  it('may have a legacy id that is a number, empty or absent', () => {
    const readLegacyId = (legacyid: unknown) =>
      readRecord(monument(1, [], { legacyid })).resource.legacy_id;
    expect([readLegacyId(42), readLegacyId(''), readLegacyId(undefined)]).toEqual([
      '42',
      null,
      null,
    ]);
  });

  it('has a creation time in UTC if the file gives no zone, and none if the file gives no time', () => {
    const readCreationTime = (createdtime: unknown) =>
      readRecord(monument(1, [], { createdtime })).resource.created_at;
    expect(readCreationTime('2019-08-14T15:40:24.5')).toBe('2019-08-14T15:40:24.500Z');
    expect(readCreationTime('2019-08-14T15:40:24+02:00')).toBe('2019-08-14T13:40:24.000Z');
    expect(readCreationTime('2019-08-14T23:40:24.123456-02:00')).toBe(
      '2019-08-15T01:40:24.123456Z',
    );
    expect(readCreationTime('2019-08-14 15:40:24+05')).toBe('2019-08-14T10:40:24.000Z');
    expect(readCreationTime('01.02.2019')).toBeNull();
    expect(readCreationTime('2019-08-14')).toBe('2019-08-14T00:00:00.000Z');
    expect([
      readCreationTime(null),
      readCreationTime(undefined),
      readCreationTime('long ago'),
      readCreationTime('0000-01-01T00:00:00Z'),
      readCreationTime('9999-12-31T23:59:59-05:00'),
    ]).toEqual([null, null, null, null, null]);
  });

  it('may have no tiles', () => {
    expect(readRecord({ resourceinstance: monument(1)['resourceinstance'] }).tiles).toEqual([]);
    expect(readRecord({ ...monument(1), tiles: null }).tiles).toEqual([]);
  });

  it('is refused with a pointer to each member of the wrong shape', () => {
    const record = monument(1, [
      tile(1, 'Name', {}, { data: [] }),
      tile(2, NAME, {}, { sortorder: 'x' }),
    ]);
    expect(
      findProblems(record).map(({ code, pointer, record: id }) => [code, pointer, id]),
    ).toEqual([
      ['invalid_record', '/0/tiles/0/nodegroup_id', resourceId(1)],
      ['invalid_record', '/0/tiles/0/data', resourceId(1)],
      ['invalid_record', '/0/tiles/1/sortorder', resourceId(1)],
    ]);
    expect(findProblems([1]).map(({ code }) => code)).toContain('invalid_record');
    expect(findProblems('null').map(({ code }) => code)).toContain('invalid_record');
  });

  it.each([
    ['U+0000', 'a\0b'],
    ['the first half of a surrogate pair', 'a\ud83d'],
    ['the second half of a surrogate pair', '\ude00b'],
  ])('is refused if a text contains %s, with a pointer to the text', (_what, text) => {
    expect(findProblems(monument(1, [tile(1, NAME, { [NAME]: { en: { value: text } } })]))).toEqual(
      [
        expect.objectContaining({
          code: 'unusable_character',
          pointer: `/0/tiles/0/data/${NAME}/en/value`,
          record: resourceId(1),
        }),
      ],
    );
    expect(findProblems(monument(1, [tile(1, NAME, { [NAME]: { [text]: 1 } })]))).toHaveLength(1);
    expect(findProblems(monument(1, [tile(1, NAME, { [NAME]: 'a😀b' })]))).toEqual([]);
  });

  it('is refused if a tile refers to another resource instance by an invalid id', () => {
    const wrongTile = tile(1, NAME, {}, { resourceinstance_id: 'x' });
    expect(findProblems(monument(1, [wrongTile]))[0]?.pointer).toBe(
      '/0/tiles/0/resourceinstance_id',
    );
    expect(
      readRecord(monument(1, [tile(1, NAME, {}, { resourceinstance_id: tileId(9) })])),
    ).toMatchObject({ tiles: [{ resource_id: tileId(9) }] });
  });
});
