import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findCommandsInOtherBlocks, readBlocks, type Block } from './blocks.ts';
import { notRunReasons } from './not-run.ts';
import { canRunHere, startReader, type Reader } from './run-blocks.ts';

const blocks = readBlocks();
const blocksOfDocs = blocks
  .filter((block) => block.document !== 'README.md' && canRunHere(block))
  .toSorted((one, other) => Number(isOfExports(one)) - Number(isOfExports(other)));

/** Whether a block creates export jobs. They run in the background, and another block shows how many calls one request makes. */
function isOfExports({ document }: Block): boolean {
  return document === 'docs/exports.md';
}

describe('the commands of the documents', () => {
  let reader: Reader;

  beforeAll(async () => {
    reader = await startReader();
  });

  afterAll(async () => reader?.close());

  it.each(blocksOfDocs.map((block) => [block.place, block] as const))(
    'print the output that the document shows: %s',
    async (_place, block) => {
      expect(await reader.findProblems(block)).toEqual([]);
    },
  );
});

describe('a block of commands', () => {
  it('is marked as console or sh', () => {
    expect(findCommandsInOtherBlocks()).toEqual([]);
  });

  it('is run, or has a reason in not-run.ts', () => {
    const unexplainedBlocks = blocks.filter(
      ({ isRun, document, commands }) =>
        !isRun &&
        !(notRunReasons[document] ?? []).some(([beginning]) =>
          commands[0]?.commandLine.startsWith(beginning),
        ),
    );
    expect(unexplainedBlocks.map(({ place }) => place)).toEqual([]);
  });

  it('exists for each reason in not-run.ts, and is marked as not-run', () => {
    const unusedReasons = Object.entries(notRunReasons).flatMap(([document, documentReasons]) =>
      documentReasons.filter(
        ([beginning]) =>
          !blocks.some(
            (block) =>
              !block.isRun &&
              block.document === document &&
              block.commands[0]?.commandLine.startsWith(beginning),
          ),
      ),
    );
    expect(unusedReasons).toEqual([]);
  });
});
