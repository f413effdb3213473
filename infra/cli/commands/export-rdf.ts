import type { Command } from 'commander';

import { anonymousName, normalizeName } from '../accounts/account-names.ts';
import type { Connection } from '../connection.ts';
import { continuationAdvice, openAccountSource, toExportError } from '../export/account-source.ts';
import { formatLeftOutCount } from '../export/rdf/format-left-out-count.ts';
import { beginCountingStep, withProgress } from '../progress.ts';
import { defineCommand, withDatabaseAction } from '../run-command.ts';

type RdfOptions = { readonly as: string; readonly output?: string };

/** `hds export rdf`: writes everything that an account may read as RDF. */
export function exportRdfCommand(): Command {
  return withDatabaseAction(
    defineCommand('rdf', 'all resource instances and the thesaurus, as N-Quads')
      .requiredOption(
        '--as <account>',
        `whose rights count: the username of an account, or ${anonymousName} for the group Guest`,
        normalizeName,
      )
      .option(
        '--output <file>',
        'the file to write, compressed if its name ends in .gz; after an interruption, the same command continues it',
      ),
    writeRdfOutput,
  );
}

async function writeRdfOutput(
  { service }: Connection,
  options: RdfOptions,
): Promise<readonly string[]> {
  const { exportRdf } = await import('../export/rdf/export-rdf.ts');
  const { as: username, output = '-' } = options;
  const source = await openAccountSource(service, username);
  await withProgress(async (progress) => {
    const step = beginCountingStep(progress, 'Resource instances');
    try {
      const { resources, leftOut } = await exportRdf(source, output, (counts) =>
        step.advanceTo(counts.resources),
      );
      step.done([`${resources} written`, ...formatLeftOutCount(leftOut)].join(', '));
    } catch (error) {
      throw toExportError(error, output === '-' ? undefined : continuationAdvice);
    }
  });
  return [];
}
