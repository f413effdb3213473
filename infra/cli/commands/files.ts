import { InvalidArgumentError, type Command } from 'commander';

import { runQuery } from '../../../lib/data-api/query.ts';
import type { Connection } from '../connection.ts';
import { listRemovals } from '../files/queries/removals.ts';
import { hasAbandonedFiles, retryExaminations } from '../files/queries/retry-examinations.ts';
import { removeFile } from '../files/remove-file.ts';
import { sweepFiles, type SweptCount } from '../files/sweep-files.ts';
import { verifyFiles } from '../files/verify-files.ts';
import { beginCountingStep, withProgress } from '../progress.ts';
import {
  defineCommand,
  defineCommandGroup,
  defineListCommand,
  print,
  withDatabaseAction,
} from '../run-command.ts';
import { pluralize } from '../text.ts';

/** As long as backups of the database and former versions of files are kept (infra/aws/files.yml). */
const keptDays = 35;
const millisecondsPerDay = 86_400_000;

/** `hds files …`: the stored files that tiles name. */
export function filesCommand(): Command {
  return defineCommandGroup('files', 'the stored files: examine, sweep, remove and verify them', [
    withDatabaseAction(
      defineCommand(
        'derive',
        'examine the files that were not examined yet, and make the copies of pictures; safe to interrupt and repeat',
      ).option(
        '--again',
        'examine those again whose pictures could not be read, or ended the process that read them',
      ),
      deriveFiles,
    ),
    withDatabaseAction(
      defineCommand(
        'sweep',
        `delete files that no tile, proposal or edit has named for ${keptDays} days, and copies of that age without a record`,
      ).option('--dry-run', 'list what would be deleted'),
      sweep,
    ),
    withDatabaseAction(
      defineCommand('remove', 'remove a file for good, with all versions; what names it stays')
        .argument('<file>', 'its file_id')
        .requiredOption('--reason <text>', 'why, for the record', parseReason),
      remove,
    ),
    defineListCommand(
      'the files that were removed for good, the newest first',
      listRemovals,
      ({ fileId, removedAt, author, reason }) => `${removedAt} ${fileId} by ${author}: ${reason}`,
      'No file was removed.',
    ).name('removed'),
    withDatabaseAction(
      defineCommand('verify', 'compare the records of files with what is stored').option(
        '--hash',
        'read all bytes and compare their SHA-256, not only the sizes',
      ),
      verify,
    ),
  ]);
}

/** Examines all files that wait. @returns a line for each that has no copies though it is a picture, and the numbers by outcome */
async function deriveFiles(
  { service: dataApi, openFileStore }: Connection,
  { again = false }: { readonly again?: boolean },
): Promise<readonly string[]> {
  // Loads a native library, which no other command needs.
  const { deriveWaitingFiles } = await import('../../../lib/images/derive-files.ts');
  if (again) await dataApi.write(retryExaminations());
  const counts = new Map<string, number>();
  const problems: string[] = [];
  await withProgress(async (progress) => {
    const step = progress.begin('Files');
    const context = { dataApi, store: openFileStore() };
    for await (const { fileId, outcome } of deriveWaitingFiles(context, () => true)) {
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      if (outcome !== 'derived' && outcome !== 'no_picture') problems.push(`${fileId}: ${outcome}`);
      step.advance(1);
    }
    step.done('examined');
  });
  const summary = [...counts].map(([outcome, count]) => `${outcome} ${count}`);
  return [
    ...problems,
    `Files: ${summary.length === 0 ? 'none waited' : summary.join(', ')}`,
    ...((await runQuery(dataApi.read, hasAbandonedFiles())) ? [abandonedLine] : []),
  ];
}

const abandonedLine =
  'Some files could not be examined so far: hds files derive --again tries them once more.';
function parseReason(text: string): string {
  if (text.trim() !== '') return text.trim();
  throw new InvalidArgumentError('Say why the file is removed.');
}

async function sweep(
  { service: dataApi, openFileInventory }: Connection,
  { dryRun = false }: { readonly dryRun?: boolean },
): Promise<readonly string[]> {
  return withProgress(async (progress) => {
    const step = beginCountingStep(progress, 'Files');
    const { unnamed, deletedFiles, deletedCopies } = await sweepFiles({
      dataApi,
      inventory: openFileInventory(),
      since: new Date(Date.now() - keptDays * millisecondsPerDay),
      dryRun,
      list: (line) => print([`Would delete ${line}`]),
      onProgress: step.advanceTo,
    });
    step.done('looked at');
    const outcome = dryRun ? 'would be deleted' : 'deleted';
    return [
      `Files that nothing names: ${unnamed}. For ${keptDays} days: ${formatCount(deletedFiles)} ${outcome}`,
      `Copies without a record: ${formatCount(deletedCopies)} ${outcome}`,
    ];
  });
}

const formatCount = ({ count, bytes }: SweptCount): string => `${count} (${bytes} bytes)`;

async function remove(
  { service, readOperator, openFileInventory }: Connection,
  fileId: string,
  { reason }: { readonly reason: string },
): Promise<readonly string[]> {
  const { name: author } = await readOperator();
  const removal = { fileId, author, reason };
  const { former, deletedVersions } = await removeFile(service, openFileInventory(), removal);
  return [
    ...(former === null
      ? []
      : [`It was removed before: ${former.removedAt} by ${former.author}: ${former.reason}`]),
    `${fileId} is removed: ${pluralize(deletedVersions, 'version')} deleted. No import stores it again.`,
    'Packages and tables that were exported before, and copies of the store, are not changed.',
  ];
}

async function verify(
  { service: dataApi, openFileStore, openFileInventory }: Connection,
  { hash = false }: { readonly hash?: boolean },
): Promise<readonly string[]> {
  return withProgress(async (progress) => {
    const step = beginCountingStep(progress, 'Files');
    const { files, differences } = await verifyFiles({
      dataApi,
      inventory: openFileInventory(),
      store: hash ? openFileStore() : undefined,
      list: (line) => print([line]),
      onProgress: step.advanceTo,
    });
    step.done('compared');
    if (differences > 0) process.exitCode = 1;
    return [`${pluralize(files, 'file')} compared: ${pluralize(differences, 'difference')}`];
  });
}
