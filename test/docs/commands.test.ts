import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { hasOgrinfo } from '../support/ogrinfo.ts';
import { hiddenCommands, readBlocks, type Block } from './blocks.ts';
import { reasons } from './not-run.ts';
import { startDocumentedService, type DocumentedService } from './service.ts';
import { firstDifference } from './shown-answer.ts';
import { prepare, type Prepared } from './prepared.ts';

const blocks = readBlocks();

const isRunHere = ({ isRun, commands }: Block): boolean =>
  isRun && (hasOgrinfo || commands.every(({ typed }) => !typed.startsWith('ogrinfo')));

/** A variable that the reader is told to set, such as `TOKEN=…`: it is set here. */
const isLeftOut = (typed: string): boolean => /^\w+=\S*…/.test(typed);

describe('the commands of the documents', () => {
  let service: DocumentedService;
  let prepared: Prepared;

  beforeAll(async () => {
    service = await startDocumentedService();
    prepared = await prepare(service);
  });

  afterAll(async () => service?.close());

  it.each(blocks.filter(isRunHere).map((block) => [block.place, block] as const))(
    'do what is shown: %s',
    async (_place, { commands }) => {
      const run = commands
        .filter(({ typed }) => !isLeftOut(typed))
        .map((command) => ({ ...command, typed: prepared.filledIn(command.typed) }));
      if (run[0]?.typed.startsWith('npm start')) {
        expect(firstDifference(service.said, run[0].answer)).toBeUndefined();
        return;
      }
      const ended = await service.run(run, prepared.environment);
      for (const [number, { typed, answer }] of run.entries()) {
        const { code, out, error } = ended[number] ?? { code: -1, out: '', error: 'not run' };
        if (answer === '')
          expect([typed, code, code === 0 ? '' : out + error]).toEqual([typed, 0, '']);
        else expect([typed, firstDifference(out, answer), out]).toEqual([typed, undefined, out]);
      }
    },
  );
});

describe('a block of commands', () => {
  it('is one that the reader of this test finds', () => {
    expect(hiddenCommands()).toEqual([]);
  });

  it('is run, or there is a reason why not', () => {
    const unexplained = blocks.filter(
      ({ isRun, document, commands }) =>
        !isRun &&
        !(reasons[document] ?? []).some(([begin]) => commands[0]?.typed.startsWith(begin)),
    );
    expect(unexplained.map(({ place }) => place)).toEqual([]);
  });

  it('has no reason left that no block needs', () => {
    const unused = Object.entries(reasons).flatMap(([document, all]) =>
      all.filter(
        ([begin]) =>
          !blocks.some(
            (block) =>
              !block.isRun &&
              block.document === document &&
              block.commands[0]?.typed.startsWith(begin),
          ),
      ),
    );
    expect(unused).toEqual([]);
  });
});
