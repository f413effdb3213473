import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { hasOgrinfo } from '../support/ogrinfo.ts';
import { findCommandsInOtherBlocks, readBlocks, type Block, type Command } from './blocks.ts';
import { notRunReasons } from './not-run.ts';
import { startDocumentedService, type DocumentedService, type CommandResult } from './service.ts';
import { findFirstDifference } from './shown-output.ts';
import { createReaderValues, type ReaderValues } from './reader-values.ts';

const blocks = readBlocks();

const canRunHere = ({ isRun, commands }: Block): boolean =>
  isRun && (hasOgrinfo || commands.every(({ commandLine }) => !commandLine.startsWith('ogrinfo')));

/** Whether a command sets a variable to a value that the reader has to fill in, such as `TOKEN=…`. The test sets the variable instead. */
const setsReaderValue = (commandLine: string): boolean => /^\w+=\S*…/.test(commandLine);

/** Runs commands. For `npm start`, returns the output with which the running service started. */
async function runCommands(
  service: DocumentedService,
  commands: readonly Command[],
  environment: Readonly<Record<string, string>>,
): Promise<readonly CommandResult[]> {
  const isStart = commands[0]?.commandLine.startsWith('npm start') ?? false;
  return isStart
    ? [{ code: 0, out: service.startOutput, error: '' }]
    : service.run(commands, environment);
}

/** Compares a result with the document. The command must print the shown output, or exit with 0 if the document shows no output. */
function listProblems(
  { commandLine, shownOutput }: Command,
  result: CommandResult | undefined,
): readonly unknown[] {
  if (result === undefined) return [{ commandLine, problem: 'was not run' }];
  const { code, out, error } = result;
  if (shownOutput === '') return code === 0 ? [] : [{ commandLine, code, out, error }];
  const missing = findFirstDifference(out, shownOutput);
  return missing === undefined ? [] : [{ commandLine, missing, out, error }];
}

describe('the commands of the documents', () => {
  let service: DocumentedService;
  let readerValues: ReaderValues;

  beforeAll(async () => {
    service = await startDocumentedService();
    readerValues = await createReaderValues(service);
  });

  afterAll(async () => service?.close());

  it.each(blocks.filter(canRunHere).map((block) => [block.place, block] as const))(
    'print the output that the document shows: %s',
    async (_place, { commands }) => {
      const filledCommands = commands
        .filter(({ commandLine }) => !setsReaderValue(commandLine))
        .map((command) => ({ ...command, commandLine: readerValues.fillIn(command.commandLine) }));
      const results = await runCommands(service, filledCommands, readerValues.environment);
      expect(
        filledCommands.flatMap((command, number) => listProblems(command, results[number])),
      ).toEqual([]);
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
