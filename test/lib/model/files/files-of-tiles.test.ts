import { describe, expect, it } from 'vitest';

import { filesOfTiles } from '../../../../lib/model/files/files-of-tiles.ts';

const tile = (data: Readonly<Record<string, unknown>>) => ({
  tileId: '',
  nodegroupId: '',
  parentTileId: null,
  data,
});

describe('the files of tiles', () => {
  it('are those that are known, in their order, each once', () => {
    const tiles = [
      tile({ text: 'a', other: null, pictures: [{ file_id: 'B' }, { file_id: 'a', name: '1' }] }),
      tile({
        pictures: [{ file_id: 'unknown' }, { file_id: 'a', name: '2' }],
        one: { file_id: 'c' },
      }),
    ];
    const known = new Map([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
    const filesNamed = filesOfTiles(tiles, known);
    expect(filesNamed.map(({ file, known: number }) => [file.fileId, file.name, number])).toEqual([
      ['b', '', 2],
      ['a', '1', 1],
      ['c', '', 3],
    ]);
  });
});
