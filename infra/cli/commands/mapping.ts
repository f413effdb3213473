import { defineCommand, defineCommandGroup, withDatabaseAction } from '../run-command.ts';
import type { Command } from 'commander';

/** `hds mapping …`: mappings of tables to import. */
export function mappingCommand(): Command {
  return defineCommandGroup('mapping', 'mappings of tables to import', [
    withDatabaseAction(
      defineCommand('draft', 'a first mapping of a file, as far as its headings and values tell')
        .argument('<file>', 'the file (.csv, .csv.gz, .xlsx, .gpkg, .geojson, .fgb)')
        .argument('<graph>', 'the slug, the name or the id of a resource model')
        .option(
          '--output <file>',
          'the mapping; by default FILE.mapping.yaml beside it, unless there is one',
        ),
      async (
        { service },
        file: string,
        graph: string,
        { output }: { readonly output?: string },
      ) => {
        const { writeDraft } = await import('../mapping-draft/write-draft.ts');
        return writeDraft(file, graph, output, service);
      },
    ),
  ]);
}
