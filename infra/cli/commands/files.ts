import type { Command } from 'commander';

import { runQuery } from '../../../lib/data-api/query.ts';
import type { Connection } from '../connection.ts';
import { hasAbandonedFiles, retryExaminations } from '../files/queries/retry-examinations.ts';
import { withProgress } from '../progress.ts';
import { defineCommand, defineCommandGroup, withDatabaseAction } from '../run-command.ts';

/** `hds files …`: the files that tiles name. */
export function filesCommand(): Command {
  return defineCommandGroup('files', 'the files that tiles name', [
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
