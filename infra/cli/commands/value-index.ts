import { InvalidArgumentError, Option, type Command } from 'commander';

import { checkValueEntries, fillValueEntries } from '../instance/value-entries.ts';
import { withProgress } from '../progress.ts';
import { defineCommand, withDatabaseAction } from '../run-command.ts';

type IndexOptions = {
  readonly all?: boolean;
  readonly check?: boolean;
  readonly sample?: number;
  readonly repair?: boolean;
};

function parseSampleSize(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a number from 1 to 999999.');
}

/** `hds index`: the entries by which resource instances are searched by their values. */
export function indexCommand(): Command {
  return withDatabaseAction(
    defineCommand(
      'index',
      'compute the entries for searching by values that an upgrade has not computed yet; safe to interrupt and repeat',
    )
      .addOption(new Option('--all', 'compute all entries again').conflicts('check'))
      .option('--check', 'compare the entries with the tiles instead, and report differences')
      .addOption(
        new Option(
          '--sample <number>',
          'with --check: compare only so many resource instances, drawn at random',
        )
          .argParser(parseSampleSize)
          .implies({ check: true }),
      )
      .addOption(
        new Option('--repair', 'with --check: replace the entries that differ').implies({
          check: true,
        }),
      ),
    async ({ owner }, { all, check, sample, repair }: IndexOptions) =>
      withProgress(async (progress) =>
        check === true
          ? checkValueEntries(owner, { sample, repairs: repair === true }, progress)
          : fillValueEntries(owner, all === true, progress),
      ),
  );
}
