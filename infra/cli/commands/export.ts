import { Command, Option } from 'commander';

import { settings } from '../../../lib/settings.ts';
import { isRdfFormat, rdfFormatNames, type RdfFormatName } from '../../../lib/rdf/formats.ts';
import { resolveThesauri } from '../export/concepts/resolve-thesauri.ts';
import { exportConcepts } from '../export/concepts/export-concepts.ts';
import type { LiteralStyle } from '../export/concepts/skos-concept.ts';
import { writeOutput } from '../export/output.ts';
import { terminalProgress } from '../progress.ts';
import { runOnService } from '../run-on-service.ts';

/** `hds export …`: parts of what is stored, as files. */
export function exportCommand(): Command {
  return new Command('export').description('write data out').addCommand(conceptsCommand());
}

type Options = {
  readonly format?: string;
  readonly output?: string;
  readonly all?: boolean;
  readonly literals: LiteralStyle;
};

function conceptsCommand(): Command {
  return new Command('concepts')
    .description('schemes with their concepts, and collections with their members, as SKOS')
    .argument('[names...]', 'schemes and collections: id, URI, or label')
    .option('--all', 'the whole thesaurus')
    .addOption(
      new Option('--format <format>', 'by default that of the name of the file, else xml').choices(
        rdfFormatNames,
      ),
    )
    .option('--output <file>', 'the file to write, packed where its name ends in .gz')
    .addOption(
      new Option(
        '--literals <how>',
        'plain: for other software, with both directions of relations and without the ids of values',
      )
        .choices(['with-ids', 'plain'])
        .default('with-ids'),
    )
    .action(async (names: readonly string[], options: Options, command: Command) => {
      if ((names.length === 0) !== (options.all === true)) {
        command.error('Give schemes or collections, or --all.');
      }
      await runOnService(command, async (data) => {
        const progress = terminalProgress();
        const step = progress.begin('Concepts');
        let written = 0;
        try {
          const parts = exportConcepts(data, {
            roots: options.all === true ? null : await resolveThesauri(data, names),
            format: formatOf(options),
            literals: options.literals,
            baseUrl: settings().baseUrl,
            onPage: (concepts) => {
              written += concepts;
              step.advance(concepts);
            },
          });
          await writeOutput(parts, options.output);
          step.done(`${written} written`);
        } finally {
          progress.end();
        }
      });
    });
}

const formatsByExtension: ReadonlyMap<string, RdfFormatName> = new Map([
  ['ttl', 'turtle'],
  ['turtle', 'turtle'],
  ['jsonld', 'json-ld'],
  ['json', 'json-ld'],
  ['nt', 'n-triples'],
]);

function formatOf({ format, output = '' }: Options): RdfFormatName {
  if (format !== undefined && isRdfFormat(format)) return format;
  const [, extension = ''] = /\.([^.]+?)(?:\.gz)?$/.exec(output.toLowerCase()) ?? [];
  return formatsByExtension.get(extension) ?? 'xml';
}
