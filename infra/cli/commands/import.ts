import { Command, InvalidArgumentError, Option } from 'commander';

import { importAccounts } from '../import/accounts/import-accounts.ts';
import { importActivity } from '../import/activity/import-activity.ts';
import { importConcepts } from '../import/concepts/import-concepts.ts';
import { importGraphs } from '../import/graphs/import-graphs.ts';
import { importOntologies } from '../import/ontologies/import-ontologies.ts';
import { importPackage } from '../import/package/import-package.ts';
import { readRelationCounts } from '../import/relations/import-relations.ts';
import { importResources } from '../import/resources/import-resources.ts';
import {
  accountsSummary,
  activitySummary,
  conceptsSummary,
  graphsSummary,
  ontologiesSummary,
  packageSummary,
  resourcesSummary,
} from '../import/import-summary.ts';
import { runImport, type ImportOptions } from '../run-command.ts';

/** `hds import …`: packages and parts of packages. */
export function importCommand(): Command {
  const command = new Command('import').description('bring data in');
  command.addCommand(packageCommand());
  command.addCommand(graphsCommand());
  command.addCommand(
    part(
      'ontologies',
      'ontology_config.json files, each beside its RDFS files',
      async (files, options) =>
        runImport(options, async (context) =>
          ontologiesSummary(await importOntologies(files, context)),
        ),
    ),
  );
  command.addCommand(
    withMode(
      part(
        'concepts',
        'SKOS thesauri and collections (RDF/XML, Turtle, N-Triples, JSON-LD, also .gz)',
        async (files, options) =>
          runImport(options, async (context) =>
            conceptsSummary(await importConcepts(files, context, options.mode)),
          ),
      ),
    ),
  );
  command.addCommand(
    withoutActivity(
      salvaging(
        part('resources', 'business data (.json, .jsonl, also .gz)', async (files, options) =>
          runImport(options, async (context) => {
            const imported = await importResources(files, context);
            const { pending } = await readRelationCounts(context);
            return resourcesSummary(imported, pending);
          }),
        ),
      ),
    ),
  );
  command.addCommand(
    part(
      'accounts',
      'accounts and groups, also as Django exports them (.json, .json.gz)',
      async (files, options) =>
        runImport(options, async (context, { owner }) =>
          accountsSummary(await importAccounts(files, context, owner)),
        ),
    ),
  );
  command.addCommand(activityCommand());
  return command;
}

function graphsCommand(): Command {
  return withoutActivity(
    part('graphs', 'resource models and branches (.json, .json.gz)', async (files, options) =>
      runImport(options, async (context) => {
        const imported = await importGraphs(files, context, {
          movesTiles: options.moveTiles ?? false,
          removesVanished: options.removeVanished ?? false,
        });
        return graphsSummary(imported);
      }),
    ),
  )
    .option('--move-tiles', 'move values into tiles of the nodegroup that their node is in now')
    .option(
      '--remove-vanished',
      'remove nodegroups and nodes that a graph no longer has, with their tiles and values',
    );
}

type ActivityCommandOptions = ImportOptions & {
  readonly timezone: string;
  readonly maskDeleted?: boolean;
};

function activityCommand(): Command {
  return withImportOptions(
    new Command('activity')
      .description(
        'the edit log of another platform, into an empty activity stream (.jsonl, .jsonl.gz)',
      )
      .argument('<files...>', 'files to read, one edit a line'),
  )
    .option('--timezone <name>', 'the time zone of times without one', readTimeZone, 'UTC')
    .option('--mask-deleted', 'let administrators alone know what was deleted there')
    .action(async (files: readonly string[], _own: unknown, command: Command) => {
      const options = command.optsWithGlobals<ActivityCommandOptions>();
      await runImport(options, async (context) =>
        activitySummary(
          await importActivity(files, context, {
            timeZone: options.timezone,
            masksDeleted: options.maskDeleted ?? false,
          }),
          context,
        ),
      );
    });
}

function readTimeZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw new InvalidArgumentError('Use the name of a time zone such as America/Chicago.');
  }
}

function packageCommand(): Command {
  return withMode(
    withoutActivity(
      salvaging(
        withImportOptions(
          new Command('package')
            .description(
              'a package folder: ontologies, graphs, reference data, business data, relations',
            )
            .argument(
              '<directory>',
              'the folder that holds graphs, reference_data, business_data, …',
            ),
        ),
      ),
    ),
  ).action(async (directory: string, _own: unknown, command: Command) => {
    const options = command.optsWithGlobals<ImportOptions>();
    await runImport(options, async (context) => [
      ...packageSummary(await importPackage(directory, context, options.mode)),
    ]);
  });
}

function part(
  name: string,
  description: string,
  run: (files: readonly string[], options: ImportOptions) => Promise<void>,
): Command {
  return withImportOptions(
    new Command(name).description(description).argument('<files...>', 'files to read'),
  ).action(async (files: readonly string[], _own: unknown, command: Command) =>
    run(files, command.optsWithGlobals<ImportOptions>()),
  );
}

function withImportOptions(command: Command): Command {
  return command
    .option('--dry-run', 'check everything and write nothing')
    .option('--strict', 'stop at the first record that cannot go in')
    .option('--report <file>', 'write every problem to a file, one JSON object a line');
}

function salvaging(command: Command): Command {
  return command.addOption(
    new Option(
      '--salvage',
      'take in what is sound of a damaged record; the report has the rest as records to be mended',
    ).conflicts('strict'),
  );
}

function withMode(command: Command): Command {
  return command.addOption(
    new Option(
      '--mode <mode>',
      'merge: add to the stored thesauri; overwrite: make what the files describe exactly what they say',
    )
      .choices(['merge', 'overwrite'])
      .default('merge'),
  );
}

function withoutActivity(command: Command): Command {
  return command.option(
    '--no-activity',
    'leave no trace in the activity stream: those who harvest it never learn of what is imported',
  );
}
