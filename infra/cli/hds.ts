import { CommanderError, type Command } from 'commander';

import { accessChangesCommand } from './commands/access-changes.ts';
import { accountCommand } from './commands/account.ts';
import { afterRestoreCommand } from './commands/after-restore.ts';
import { applicationCommand } from './commands/application.ts';
import { descriptorsCommand } from './commands/descriptors.ts';
import { explainAccessCommand } from './commands/explain-access.ts';
import { exportCommand } from './commands/export.ts';
import { exportJobCommand } from './commands/export-job.ts';
import { filesCommand } from './commands/files.ts';
import { grantCommand } from './commands/grant.ts';
import { groupCommand } from './commands/group.ts';
import { importCommand } from './commands/import.ts';
import { infoCommand } from './commands/info.ts';
import { mappingCommand } from './commands/mapping.ts';
import { migrateCommand } from './commands/migrate.ts';
import { mobileProjectCommand } from './commands/mobile-project.ts';
import { nightlyCommand } from './commands/nightly.ts';
import { signingKeyCommand } from './commands/signing-key.ts';
import { spatialViewsCommand } from './commands/spatial-views.ts';
import { indexCommand } from './commands/value-index.ts';
import { applyStageSettings } from './apply-stage-settings.ts';
import { defineCommandGroup, type GlobalOptions } from './run-command.ts';

export function createProgram(): Command {
  const hds = defineCommandGroup('hds', 'The command line of the Heritage Data Service', [
    migrateCommand(),
    afterRestoreCommand(),
    importCommand(),
    exportCommand(),
    exportJobCommand(),
    mobileProjectCommand(),
    mappingCommand(),
    infoCommand(),
    descriptorsCommand(),
    spatialViewsCommand(),
    filesCommand(),
    indexCommand(),
    nightlyCommand(),
    accountCommand(),
    groupCommand(),
    grantCommand(),
    applicationCommand(),
    signingKeyCommand(),
    explainAccessCommand(),
    accessChangesCommand(),
  ])
    .option('--stage <name>', 'work on a deployed stage, such as production')
    .hook('preAction', async (_program, command) => {
      const { stage } = command.optsWithGlobals<GlobalOptions>();
      if (stage !== undefined) await applyStageSettings(stage);
    })
    .showHelpAfterError();
  throwInsteadOfExit(hds);
  return hds;
}

function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  command.commands.forEach(throwInsteadOfExit);
}

/**
 * Formats an error for the operator. Errors with a code have a message that says what to do. Any other error is a defect of
 * the program, so its stack is shown.
 */
function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('code' in error)) return error.stack ?? error.message;
  // Some errors of the operating system have no message, or do not name the file.
  const message = error.message || String(error.code);
  const file = 'path' in error ? String(error.path) : '';
  return message.includes(file) ? message : `${message}: ${file}`;
}

/**
 * Runs the command line and sets the exit code of this process.
 * @param args the arguments after `hds`
 */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode;
      return;
    }
    process.stderr.write(`hds: ${formatError(error)}\n`);
    process.exitCode = 1;
  }
}
