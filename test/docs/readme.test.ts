import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readBlocks } from './blocks.ts';
import { canRunHere, startReader, type Reader } from './run-blocks.ts';

const blocks = readBlocks().filter((block) => block.document === 'README.md' && canRunHere(block));

describe('the commands of README.md, on the service that npm start starts', () => {
  let reader: Reader;

  beforeAll(async () => {
    reader = await startReader();
  });

  afterAll(async () => reader?.close());

  it.each(blocks.map((block) => [block.place, block] as const))(
    'print the output that README.md shows: %s',
    async (_place, block) => {
      expect(await reader.findProblems(block)).toEqual([]);
    },
  );
});
