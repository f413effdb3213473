import { Command, CommanderError } from 'commander';

import { accountCommand } from './commands/account.ts';
import { applicationCommand } from './commands/application.ts';
import { descriptorsCommand } from './commands/descriptors.ts';
import { explainAccessCommand } from './commands/explain-access.ts';
import { exportCommand } from './commands/export.ts';
import { exportJobCommand } from './commands/export-job.ts';
import { grantCommand } from './commands/grant.ts';
import { groupCommand } from './commands/group.ts';
import { importCommand } from './commands/import.ts';
import { infoCommand } from './commands/info.ts';
import { migrateCommand } from './commands/migrate.ts';
import { mobileProjectCommand } from './commands/mobile-project.ts';
import { nightlyCommand } from './commands/nightly.ts';
import { signingKeyCommand } from './commands/signing-key.ts';
import { spatialViewsCommand } from './commands/spatial-views.ts';

/** The command line `hds`, whole. */
function program(): Command {
  const whole = new Command('hds')
    .description('The command line of the Heritage Data Service')
    .option('--stage <name>', 'work on a deployed stage, such as production')
    .showHelpAfterError()
    .addCommand(migrateCommand())
    .addCommand(importCommand())
    .addCommand(exportCommand())
    .addCommand(exportJobCommand())
    .addCommand(mobileProjectCommand())
    .addCommand(infoCommand())
    .addCommand(descriptorsCommand())
    .addCommand(spatialViewsCommand())
    .addCommand(nightlyCommand())
    .addCommand(accountCommand())
    .addCommand(groupCommand())
    .addCommand(grantCommand())
    .addCommand(applicationCommand())
    .addCommand(signingKeyCommand())
    .addCommand(explainAccessCommand());
  neverExits(whole);
  return whole;
}

/** Where a command has said all there is to say, it throws instead of ending the process. */
function neverExits(command: Command): void {
  command.exitOverride();
  command.commands.forEach(neverExits);
}

/** Our errors say what to do in their message; anything else is a defect, of which the place matters. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('code' in error)) return error.stack ?? error.message;
  // Errors of the system do not always name the file that they are about, or say anything at all.
  const message = error.message || String(error.code);
  const file = 'path' in error ? String(error.path) : '';
  return message.includes(file) ? message : `${message}: ${file}`;
}

/**
 * Runs the command line and sets the exit code of this process.
 * @param words as they are typed after `hds`
 */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  try {
    await program().parseAsync(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode;
      return;
    }
    process.stderr.write(`hds: ${explain(error)}\n`);
    process.exitCode = 1;
  }
}
