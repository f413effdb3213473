import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { hasOgrinfo } from '../support/ogrinfo.ts';
import { commandsInOtherBlocks, readBlocks, type Block, type Command } from './blocks.ts';
import { reasons } from './not-run.ts';
import { startDocumentedService, type DocumentedService, type CommandResult } from './service.ts';
import { firstDifference } from './shown-answer.ts';
import { prepare, type Prepared } from './prepared.ts';

const blocks = readBlocks();

const isRunHere = ({ isRun, commands }: Block): boolean =>
  isRun && (hasOgrinfo || commands.every(({ typed }) => !typed.startsWith('ogrinfo')));

/** Whether a command sets a variable to a value of the reader, such as `TOKEN=…`. The test sets it instead. */
const setsReaderValue = (typed: string): boolean => /^\w+=\S*…/.test(typed);

/** Runs commands. The output of `npm start` is that of the running service. */
async function answersOf(
  service: DocumentedService,
  run: readonly Command[],
  environment: Readonly<Record<string, string>>,
): Promise<readonly CommandResult[]> {
  const isStart = run[0]?.typed.startsWith('npm start') ?? false;
  return isStart
    ? [{ code: 0, out: service.startOutput, error: '' }]
    : service.run(run, environment);
}

/** Compares a result with the document: the command must print the shown output, or exit with 0 if no output is shown. */
function problemsOf(
  { typed, answer }: Command,
  result: CommandResult | undefined,
): readonly unknown[] {
  if (result === undefined) return [{ typed, problem: 'was not run' }];
  const { code, out, error } = result;
  if (answer === '') return code === 0 ? [] : [{ typed, code, out, error }];
  const missing = firstDifference(out, answer);
  return missing === undefined ? [] : [{ typed, missing, out, error }];
}

describe('the commands of the documents', () => {
  let service: DocumentedService;
  let prepared: Prepared;

  beforeAll(async () => {
    service = await startDocumentedService();
    prepared = await prepare(service);
  });

  afterAll(async () => service?.close());

  it.each(blocks.filter(isRunHere).map((block) => [block.place, block] as const))(
    'print the output that the document shows: %s',
    async (_place, { commands }) => {
      const run = commands
        .filter(({ typed }) => !setsReaderValue(typed))
        .map((command) => ({ ...command, typed: prepared.fillIn(command.typed) }));
      const results = await answersOf(service, run, prepared.environment);
      expect(run.flatMap((command, number) => problemsOf(command, results[number]))).toEqual([]);
    },
  );
});

describe('a block of commands', () => {
  it('is marked as console or sh', () => {
    expect(commandsInOtherBlocks()).toEqual([]);
  });

  it('is run, or has a reason in not-run.ts', () => {
    const unexplained = blocks.filter(
      ({ isRun, document, commands }) =>
        !isRun &&
        !(reasons[document] ?? []).some(([beginning]) => commands[0]?.typed.startsWith(beginning)),
    );
    expect(unexplained.map(({ place }) => place)).toEqual([]);
  });

  it('exists for each reason in not-run.ts', () => {
    const unused = Object.entries(reasons).flatMap(([document, documentReasons]) =>
      documentReasons.filter(
        ([beginning]) =>
          !blocks.some(
            (block) =>
              !block.isRun &&
              block.document === document &&
              block.commands[0]?.typed.startsWith(beginning),
          ),
      ),
    );
    expect(unused).toEqual([]);
  });
});
