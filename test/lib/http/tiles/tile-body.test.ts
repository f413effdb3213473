import { expect, it } from 'vitest';

import { readTileBody } from '../../../../lib/http/tiles/tile-body.ts';

const node = 'abcdef00-0000-4000-8000-00000000000d';

const readData = (data: object) =>
  readTileBody(JSON.stringify({ nodegroup_id: node, data }), 'application/json', undefined).data;

it('takes two spellings of one node id if their values are equal', () => {
  expect(readData({ [node.toUpperCase()]: 'Mill', [node]: 'Mill' })).toEqual({ [node]: 'Mill' });
});

it('refuses two spellings of one node id with different values, because one would be lost', () => {
  expect(() => readData({ [node.toUpperCase()]: 'Mill', [node]: 'Tower' })).toThrow(
    expect.objectContaining({
      problems: [expect.objectContaining({ code: 'repeated_member', pointer: `/data/${node}` })],
    }),
  );
});
