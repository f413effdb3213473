import { InvalidArgumentError, Option, type Command } from 'commander';

import { isTimeZone } from '../../../lib/model/datatypes/values/time-zone.ts';
import { findEncoding, type CsvEncoding } from '../import/text-encoding.ts';
import type { ImportContext } from '../import/import-context.ts';
import { formatSummary, type ImportResult } from '../import/import-summary.ts';
import { defineCommand, defineCommandGroup } from '../run-command.ts';
import { runImport, type ImportOptions, type ImportAction } from '../import/run-import.ts';

/**
 * `hds import …`: imports packages, parts of packages, and databases. Each command loads its importer when it runs: without the importers,
 * every other command starts in half the time.
 */
export function importCommand(): Command {
  return defineCommandGroup('import', 'import data', [
    withOptions(
      withImportAction(
        defineCommand(
          'package',
          'a package folder: ontologies, graphs, reference data, business data, relations',
        ).argument('<directory>', 'the folder that has graphs, reference_data, business_data, …'),
        ([directory = ''], options) =>
          async (context, { owner }) => {
            const { importOwnPackage } = await import('../import/package/import-own-package.ts');
            const ownSummary = await importOwnPackage(directory, context, owner);
            if (ownSummary !== undefined) return ownSummary;
            const { importPackage, formatPackageSummary } =
              await import('../import/package/import-package.ts');
            return formatPackageSummary(
              await importPackage(directory, context, options.mode, options.businessData),
              context,
            );
          },
      ),
      salvageOption,
      noActivityOption,
      modeOption,
      businessDataOption,
      encodingOption,
      createConceptsOption,
      missingConceptsOption,
      replaceProposalsOption,
    ),
    withOptions(
      fileImportCommand(
        'graphs',
        'resource models and branches (.json, .json.gz)',
        async (files, context, { moveTiles = false, removeVanished = false }) => {
          const { importGraphs } = await import('../import/graphs/import-graphs.ts');
          const options = { movesTiles: moveTiles, removesObsolete: removeVanished };
          return [await importGraphs(files, context, options)];
        },
      ),
      noActivityOption,
      new Option(
        '--move-tiles',
        'move values from tiles of former nodegroups into tiles of the current nodegroup of their node',
      ),
      new Option(
        '--remove-vanished',
        'remove nodegroups and nodes that the new version of a graph no longer has, with their tiles and values',
      ),
    ),
    fileImportCommand(
      'ontologies',
      'ontology_config.json files, each beside its RDFS files',
      async (files, context) => {
        const { importOntologies } = await import('../import/ontologies/import-ontologies.ts');
        return [await importOntologies(files, context)];
      },
    ),
    withOptions(
      fileImportCommand(
        'concepts',
        'SKOS thesauri and collections (RDF/XML, Turtle, N-Triples, JSON-LD, also .gz)',
        async (files, context, { mode }) => {
          const { importConcepts } = await import('../import/concepts/import-concepts.ts');
          return [await importConcepts(files, context, mode)];
        },
      ),
      modeOption,
    ),
    withOptions(
      fileImportCommand(
        'resources',
        'business data (.json, .jsonl; .csv with a .mapping beside it; also .gz)',
        async (files, context, { businessData }) => {
          const { importResources } = await import('../import/resources/import-resources.ts');
          const { formatPendingRelations, readRelationCounts } =
            await import('../import/relations/import-relations.ts');
          const result = await importResources(files, context, undefined, businessData);
          const { pending } = await readRelationCounts(context);
          return [{ ...result, notes: [...result.notes, formatPendingRelations(pending)] }];
        },
      ),
      salvageOption,
      noActivityOption,
      businessDataOption,
      encodingOption,
      createConceptsOption,
      missingConceptsOption,
      replaceProposalsOption,
    ),
    withOptions(
      withImportAction(
        defineCommand(
          'table',
          'a table by its mapping (.csv, .csv.gz, .xlsx, .gpkg, .geojson, .fgb)',
        ).argument('<file>', 'the file to read'),
        ([file = ''], options) =>
          async (context, { owner }) => {
            const { importTable } = await import('../import/tables/import-table.ts');
            return formatSummary([await importTable(file, options, context, owner)], context);
          },
      ),
      new Option(
        '--mapping <file>',
        'what the columns are; by default FILE.mapping.yaml beside it',
      ),
      new Option('--table <name>', 'only this table of the mapping'),
      new Option(
        '--rejected <file>',
        'write the rows with errors to a CSV file, with a mapping beside it, to be mended and imported',
      ),
      noActivityOption,
      encodingOption,
      createConceptsOption,
      missingConceptsOption,
    ),
    withImportAction(
      commandWithFiles(
        'accounts',
        'accounts and groups, also as Django exports them (.json, .json.gz)',
      ),
      (files: readonly string[]) =>
        async (context, { owner }) => {
          const { importAccounts } = await import('../import/accounts/import-accounts.ts');
          const result = await importAccounts(files, context, owner);
          return formatSummary([result, result.groups], context);
        },
    ),
    withOptions(
      fileImportCommand(
        'activity',
        'the edit log of another platform, one edit a line, into an empty activity stream (.jsonl, .jsonl.gz)',
        async (files, context, { timezone = 'UTC', maskDeleted = false }) => {
          const { importActivity } = await import('../import/activity/import-activity.ts');
          const options = { timeZone: timezone, masksDeleted: maskDeleted };
          return [await importActivity(files, context, options)];
        },
      ),
      timeZoneOption,
      maskDeletedOption,
    ),
    withOptions(
      withImportAction(
        defineCommand(
          'database',
          'the database of an Arches instance of release 7.0 to 8.2; may be repeated until the day of the switch',
        ).argument('[url]', 'postgres://user:password@host:port/database'),
        ([url], options) =>
          async (context, { owner }) => {
            const { importFromUrl } = await import('../import/database/import-from-url.ts');
            return importFromUrl(url, context, owner, options);
          },
      ),
      salvageOption,
      noActivityOption,
      new Option(
        '--permissions <framework>',
        'the permission framework of the instance, from the settings of its Arches project',
      ).choices(['default-allow', 'default-deny']),
      new Option(
        '--timezone <name>',
        'the time zone of the instance, from the settings of its Arches project',
      ).argParser(parseTimeZone),
      maskDeletedOption,
      new Option(
        '--open-guest',
        'give Guest, the group of all callers without a token, the rights that it has in the Arches instance',
      ),
      new Option(
        '--keep-mfa-passwords',
        'keep the passwords of accounts with a second factor, which this service does not have',
      ),
      new Option(
        '--undo-account-changes',
        'let accounts, memberships, applications and rights follow the database again where they were changed in this service',
      ),
      new Option('--allow-writes', 'let callers write before the import is finished'),
      new Option('--finish', 'end the import: from now on, callers may write').conflicts([
        'salvage',
        'allowWrites',
      ]),
      new Option(
        '--allow-deletions',
        'delete any part of a model that the database no longer has, even if it is not the database of the last import',
      ),
      new Option(
        '--files <location>',
        'where the uploaded files are: a folder or s3://bucket/prefix; they are copied, and missing ones listed',
      ),
    ),
  ]);
}

const salvageOption = new Option(
  '--salvage',
  'import the valid parts of a damaged record; the report lists the rest as records to repair',
).conflicts('strict');

const businessDataOption = new Option(
  '--business-data <choice>',
  'json or csv: only these files; both: the JSON, and records that only the CSV has; auto: the CSV only of models without JSON',
)
  .choices(['auto', 'json', 'csv', 'both'])
  .default('auto');

const createConceptsOption = new Option(
  '--create-concepts',
  'create concepts for labels in CSV that no concept has, in the collection of their node',
);

const missingConceptsOption = new Option(
  '--missing-concepts <file>',
  'write the labels in CSV that no concept has to a SKOS file (Turtle), to be completed and imported',
).conflicts('createConcepts');

const encodingOption = new Option(
  '--encoding <name>',
  'the encoding of CSV files without a byte order mark: utf-8, windows-1252, utf-16le or utf-16be',
).argParser(parseEncoding);

const replaceProposalsOption = new Option(
  '--replace-proposals',
  'replace waiting proposals by those of the files, or remove them where a file has null; by default they are kept',
);

const timeZoneOption = new Option('--timezone <name>', 'the time zone of times that name none')
  .argParser(parseTimeZone)
  .default('UTC');

const maskDeletedOption = new Option(
  '--mask-deleted',
  'hide deleted resource instances from all but administrators',
);

const noActivityOption = new Option(
  '--no-activity',
  'leave the imported changes out of the activity stream: its harvesters never learn of them',
);

const modeOption = new Option(
  '--mode <mode>',
  'merge: add to the stored thesauri; overwrite: make the described concepts equal to the files',
)
  .choices(['merge', 'overwrite'])
  .default('merge');

const commonOptions: readonly Option[] = [
  new Option('--dry-run', 'check everything and write nothing'),
  new Option('--strict', 'stop at the first record that cannot be imported'),
  new Option('--report <file>', 'write every problem to a file, one JSON object a line'),
];

function withOptions(subcommand: Command, ...options: readonly Option[]): Command {
  for (const option of options) subcommand.addOption(option);
  return subcommand;
}

function commandWithFiles(name: string, description: string): Command {
  return defineCommand(name, description).argument('<files...>', 'files to read');
}

/**
 * Sets the action of a command that imports, and adds the options of all imports.
 * @param createImport takes the value of the only argument: the files, the folder or the URL
 */
function withImportAction(
  subcommand: Command,
  createImport: (sources: readonly string[], options: ImportOptions) => ImportAction,
): Command {
  return withOptions(subcommand, ...commonOptions).action(
    async (sources: string | readonly string[] = []) => {
      const options = subcommand.optsWithGlobals<ImportOptions>();
      await runImport(options, createImport([sources].flat(), options));
    },
  );
}

function fileImportCommand(
  name: string,
  description: string,
  importFiles: (
    files: readonly string[],
    context: ImportContext,
    options: ImportOptions,
  ) => Promise<readonly ImportResult[]>,
): Command {
  return withImportAction(
    commandWithFiles(name, description),
    (files, options) => async (context) =>
      formatSummary(await importFiles(files, context, options), context),
  );
}

function parseEncoding(name: string): CsvEncoding {
  const encoding = findEncoding(name);
  if (encoding === undefined)
    throw new InvalidArgumentError('Use utf-8, windows-1252, utf-16le or utf-16be.');
  return encoding;
}

function parseTimeZone(name: string): string {
  if (!isTimeZone(name))
    throw new InvalidArgumentError('Use the name of a time zone such as America/Chicago.');
  return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
}
