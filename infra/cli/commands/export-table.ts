import { Option, type Command } from 'commander';

import { anonymousName, normalizeName } from '../accounts/account-names.ts';
import type { Connection } from '../connection.ts';
import { continuationAdvice, openAccountSource, toExportError } from '../export/account-source.ts';
import type { TableRequest } from '../export/tables/table-export.ts';
import { formatOfFile, tableFormats, type TableFormat } from '../export/tables/table-format.ts';
import { beginCountingStep, withProgress } from '../progress.ts';
import { defineCommand, withDatabaseAction } from '../run-command.ts';
import { pluralize } from '../text.ts';

type TableCommandOptions = Omit<TableRequest, 'graph'> & {
  readonly as: string;
  readonly format?: TableFormat;
  readonly output?: string;
};

/** `hds export table`: writes the records of a resource model as a table. */
export function exportTableCommand(): Command {
  return withDatabaseAction(
    defineCommand('table', 'the resource instances of a model, as a table')
      .argument('<graph>', 'the slug or the id of a resource model')
      .requiredOption(
        '--as <account>',
        `whose rights count: the username of an account, or ${anonymousName} for the group Guest`,
        normalizeName,
      )
      .addOption(
        new Option('--format <format>', 'by default that of the file extension, or csv').choices(
          tableFormats,
        ),
      )
      .option(
        '--output <file>',
        'the file to write, with its mapping beside it; after an interruption, the same command continues it',
      )
      .option(
        '--nodegroup <name>',
        'a row for each tile of this nodegroup, by the alias of its top node; otherwise a row for each resource instance',
      )
      .option(
        '--geometry <alias>',
        'the node with the geometry of a row, for formats with one; otherwise the first one',
      )
      .addOption(
        new Option('--headings <words>', 'the labels that people read, or the aliases of nodes')
          .choices(['labels', 'aliases'])
          .default('labels'),
      )
      .option('--language <tag>', 'the language of headings and labels; otherwise the default one'),
    writeTable,
  );
}

async function writeTable(
  { service }: Connection,
  graph: string,
  options: TableCommandOptions,
): Promise<readonly string[]> {
  const { exportTable } = await import('../export/tables/export-table.ts');
  const {
    as: username,
    output = '-',
    format = formatOfFile(output) ?? 'csv',
    ...request
  } = options;
  const source = await openAccountSource(service, username);
  await withProgress(async (progress) => {
    const step = beginCountingStep(progress, 'Resource instances');
    try {
      const { resources, leftOut } = await exportTable(
        source,
        { ...request, graph },
        { output, format, onProgress: (counts) => step.advanceTo(counts.resources) },
      );
      step.done([`${resources} written`, ...describeLeftOut(leftOut)].join(', '));
    } catch (error) {
      throw toExportError(error, output === '-' ? undefined : continuationAdvice);
    }
  });
  return [];
}

/** Says how many values a file does not have. */
const describeLeftOut = (count: number): readonly string[] =>
  count === 0
    ? []
    : [`${pluralize(count, 'value')} left out that the format cannot have: use --format csv`];
