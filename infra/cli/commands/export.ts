import { Option, type Command } from 'commander';

import { isRdfFormatName, rdfFormatNames, type RdfFormatName } from '../../../lib/rdf/formats.ts';
import { settings } from '../../../lib/settings.ts';
import type { Connection } from '../connection.ts';
import { exportConcepts } from '../export/concepts/export-concepts.ts';
import { resolveThesauri } from '../export/concepts/resolve-thesauri.ts';
import type { LiteralStyle } from '../export/concepts/skos-concept.ts';
import { writeOutput } from '../export/write-output.ts';
import { withProgress } from '../progress.ts';
import { defineCommand, defineCommandGroup, withDatabaseAction } from '../run-command.ts';
import { exportPackageCommand } from './export-package.ts';
import { exportRdfCommand } from './export-rdf.ts';
import { exportTableCommand } from './export-table.ts';

type ExportOptions = {
  readonly format?: string;
  readonly output?: string;
  readonly all?: boolean;
  readonly literals: LiteralStyle;
};

/** `hds export …`: parts of the stored data, as files. */
export function exportCommand(): Command {
  return defineCommandGroup('export', 'write data out', [
    conceptsCommand(),
    exportPackageCommand(),
    exportRdfCommand(),
    exportTableCommand(),
  ]);
}

function conceptsCommand(): Command {
  return withDatabaseAction(
    defineCommand(
      'concepts',
      'schemes with their concepts, and collections with their members, as SKOS',
    )
      .argument('[names...]', 'schemes and collections: id, URI, or label')
      .option('--all', 'the whole thesaurus')
      .addOption(
        new Option(
          '--format <format>',
          'by default the format of the file extension, or xml',
        ).choices(rdfFormatNames),
      )
      .option('--output <file>', 'the file to write, compressed if its name ends in .gz')
      .addOption(
        new Option(
          '--literals <how>',
          'with-ids: for a later import; plain: for other software, with both directions of relations and no ids of values',
        )
          .choices(['with-ids', 'plain'])
          .default('with-ids'),
      )
      .hook('preAction', (subcommand) => {
        if ((subcommand.args.length === 0) !== (subcommand.opts<ExportOptions>().all === true)) {
          subcommand.error('Give schemes or collections, or --all.');
        }
      }),
    writeConcepts,
  );
}

async function writeConcepts(
  { service: dataApi }: Connection,
  names: readonly string[],
  options: ExportOptions,
): Promise<readonly string[]> {
  await withProgress(async (progress) => {
    const step = progress.begin('Concepts');
    let conceptsWritten = 0;
    const parts = exportConcepts(dataApi, {
      roots: options.all === true ? null : await resolveThesauri(dataApi, names),
      format: chooseFormat(options),
      literals: options.literals,
      baseUrl: settings().baseUrl,
      onPage: (concepts) => {
        conceptsWritten += concepts;
        step.advance(concepts);
      },
    });
    await writeOutput(parts, options.output);
    step.done(`${conceptsWritten} written`);
  });
  return [];
}

const formatsByExtension: ReadonlyMap<string, RdfFormatName> = new Map([
  ['ttl', 'turtle'],
  ['turtle', 'turtle'],
  ['jsonld', 'json-ld'],
  ['json', 'json-ld'],
  ['nt', 'n-triples'],
]);

function chooseFormat({ format, output = '' }: ExportOptions): RdfFormatName {
  if (format !== undefined && isRdfFormatName(format)) return format;
  const [, extension = ''] = /\.([^.]+?)(?:\.gz)?$/.exec(output.toLowerCase()) ?? [];
  return formatsByExtension.get(extension) ?? 'xml';
}
