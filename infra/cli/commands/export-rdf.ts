import type { Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { createAccountDataApi } from '../../../lib/exports/account-data-api.ts';
import { AccountNotActive } from '../../../lib/exports/errors.ts';
import type { QuadSource } from '../../../lib/exports/quad-chunk.ts';
import { settings } from '../../../lib/settings.ts';
import { anonymousName, normalizeName } from '../accounts/account-names.ts';
import { CommandError } from '../command-error.ts';
import type { Connection } from '../connection.ts';
import type { RdfCounts } from '../export/rdf/export-rdf.ts';
import { formatLeftOutCount } from '../export/rdf/format-left-out-count.ts';
import { beginCountingStep, withProgress } from '../progress.ts';
import { defineCommand, withDatabaseAction } from '../run-command.ts';
import { requireAccount } from '../unknown-name-errors.ts';

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
  const { printRdf, writeRdfFile } = await import('../export/rdf/export-rdf.ts');
  const { as: username, output = '-' } = options;
  const source = await openSource(service, username);
  await withProgress(async (progress) => {
    const step = beginCountingStep(progress, 'Resource instances');
    const onProgress = ({ resources }: RdfCounts): void => step.advanceTo(resources);
    try {
      const counts =
        output === '-'
          ? await printRdf(source, onProgress)
          : await writeRdfFile(source, output, onProgress);
      step.done(describeCounts(counts));
    } catch (error) {
      throw toInterruptedError(error, output);
    }
  });
  return [];
}

async function openSource(service: DataApi, username: string): Promise<QuadSource> {
  const { baseUrl, language } = settings();
  if (username === anonymousName) return { dataApi: service, caller: null, baseUrl, language };
  const { accountId: id } = await requireAccount(service, username);
  const dataApi = createAccountDataApi(service, { id, username, isActive: true });
  return { dataApi, caller: id, baseUrl, language };
}

function describeCounts({ resources, withoutOntology }: RdfCounts): string {
  return [`${resources} written`, ...formatLeftOutCount(withoutOntology)].join(', ');
}

/** Says in an error how to continue the file, if it can be continued. A deactivated account becomes an error for the operator. */
function toInterruptedError(error: unknown, output: string): unknown {
  if (error instanceof AccountNotActive)
    return new CommandError(
      'account_not_active',
      'The account of --as is deactivated: choose another.',
    );
  if (error instanceof CommandError || output === '-') return error;
  const reason = error instanceof Error ? error.message : String(error);
  const message = `${reason}\nRun the same command again to continue from there.`;
  return new CommandError('export_broken_off', message, { cause: error });
}
