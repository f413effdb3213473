import { InvalidArgumentError, type Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { correctAfterRestore, type RestoreResult } from '../after-restore/correct-after-restore.ts';
import { beginCountingStep, withProgress } from '../progress.ts';
import { defineCommand, withDatabaseAction } from '../run-command.ts';
import { pluralize } from '../text.ts';

type Options = { readonly publishedOrdinal: number; readonly announceAll?: boolean };

/** `hds after-restore`: corrects a database that was restored from a backup. */
export function afterRestoreCommand(): Command {
  return withDatabaseAction(
    defineCommand(
      'after-restore',
      'correct a database that was restored from a backup, before it serves requests',
    )
      .requiredOption(
        '--published-ordinal <number>',
        'the highest ordinal of the activity stream that any harvester has read; a higher number does no harm',
        parseOrdinal,
      )
      .option(
        '--announce-all',
        'add an Update of each resource instance to the activity stream, so that harvesters fetch all of them again',
      ),
    ({ owner }, options: Options) => correctAndReport(owner, options),
  );
}

function parseOrdinal(text: string): number {
  const ordinal = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(ordinal)) return ordinal;
  throw new InvalidArgumentError(
    'Use the number of an item, such as 4711; 0 if nobody reads the stream.',
  );
}

async function correctAndReport(
  owner: DataApi,
  { publishedOrdinal, announceAll = false }: Options,
): Promise<readonly string[]> {
  return withProgress(async (progress) => {
    const step = beginCountingStep(progress, 'Resource instances');
    const options = { publishedOrdinal, announcesAll: announceAll };
    const result = await correctAfterRestore(owner, options, step.advanceTo);
    step.done('done');
    return formatResult(result);
  });
}

function formatResult({
  tokens,
  sessions,
  resources,
  restoredOrdinal,
  maskedItems,
  announced,
}: RestoreResult): readonly string[] {
  const firstMaskedOrdinal = restoredOrdinal + 1;
  const lastMaskedOrdinal = restoredOrdinal + maskedItems;
  return [
    `Ended: ${pluralize(tokens, 'sign-in')} with tokens, ${pluralize(sessions, 'browser session')}.`,
    `New versions: ${pluralize(resources, 'resource instance')}. No entity tag or time from before the loss is current.`,
    maskedItems === 0
      ? `Activity stream: no ordinal was lost after ${restoredOrdinal}.`
      : `Activity stream: ${pluralize(maskedItems, 'masked item')}, ${firstMaskedOrdinal} to ${lastMaskedOrdinal}. Harvesters must fetch again what these items named.`,
    ...(announced === 0 ? [] : [`Announced: ${pluralize(announced, 'resource instance')}.`]),
  ];
}
