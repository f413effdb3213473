import { hasOgrinfo } from '../support/ogrinfo.ts';
import type { Block, Command } from './blocks.ts';
import { createReaderValues } from './reader-values.ts';
import { startDocumentedService, type CommandResult, type DocumentedService } from './service.ts';
import { findFirstDifference } from './shown-output.ts';

/** Whether the block is to run, and its programs are installed. */
export const canRunHere = ({ isRun, commands }: Block): boolean =>
  isRun && (hasOgrinfo || commands.every(({ commandLine }) => !commandLine.startsWith('ogrinfo')));

/** The service as a reader of the documents has started it. */
export type Reader = {
  /** Runs the commands of a block. @returns the differences from the output that the document shows */
  readonly findProblems: (block: Block) => Promise<readonly unknown[]>;
  readonly close: () => Promise<void>;
};

export async function startReader(): Promise<Reader> {
  const service = await startDocumentedService();
  const { fillIn, environment } = await createReaderValues(service);
  return {
    findProblems: async ({ commands }) => {
      const filledCommands = commands
        .filter(({ commandLine }) => !setsReaderValue(commandLine))
        .map((command) => ({ ...command, commandLine: fillIn(command.commandLine) }));
      const results = await runCommands(service, filledCommands, environment);
      return filledCommands.flatMap((command, number) => listProblems(command, results[number]));
    },
    close: () => service.close(),
  };
}

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
