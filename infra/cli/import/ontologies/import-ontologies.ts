import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import {
  mergeOntology,
  mergeOntologyClasses,
  mergeOntologyProperties,
} from './queries/write-ontology.ts';
import { pluralize } from '../../text.ts';
import type { ImportContext } from '../import-context.ts';
import type { ImportResult } from '../import-summary.ts';
import { runImporter } from '../run-importer.ts';
import { writeInBatches } from '../run-in-batches.ts';
import { readOntology, type Ontology, type ReadOntology } from './read-ontology.ts';

type ReadOntologies = (file: string) => AsyncIterable<ReadOntology>;

const termsPerStatement = 500;

/**
 * Imports ontologies, each in its own transaction.
 * @param configurations the paths of `ontology_config.json` files, which name RDFS files in the same folder
 * @param readOntologies reads the ontologies of a configuration; by default, from its files
 * @throws ImportStopped in a strict import
 */
export async function importOntologies(
  configurations: readonly string[],
  context: ImportContext,
  readOntologies: ReadOntologies = readFromFiles,
): Promise<ImportResult> {
  const counts = { read: 0, classes: 0, properties: 0, changes: 0 };
  return runImporter(
    {
      subject: 'Ontologies',
      async *read(configuration) {
        for await (const { problems, ...ontology } of readOntologies(configuration))
          yield { records: ontology, problems };
      },
      check: (ontology: Ontology) => ontology,
      write: async (ontology) => {
        counts.read += 1;
        counts.classes += ontology.classes.length;
        counts.properties += ontology.properties.length;
        if (context.dryRun) return;
        counts.changes += await context.dataApi.transaction((transaction) =>
          writeOntology(transaction, ontology),
        );
      },
      result: () => ({
        read: counts.read,
        contents: [
          pluralize(counts.classes, 'class', 'classes'),
          pluralize(counts.properties, 'property', 'properties'),
        ],
        changes: counts.changes,
      }),
    },
    configurations,
    context,
  );
}

async function* readFromFiles(configuration: string): AsyncGenerator<ReadOntology> {
  yield await readOntology(configuration);
}

async function writeOntology({ execute }: Transaction, ontology: Ontology): Promise<number> {
  const { ontologyId, name, version, namespaces } = ontology;
  const isChanged = await runQuery(
    execute,
    mergeOntology({ ontologyId, name, version, document: { namespaces } }),
  );
  const classes = ontology.classes.map(({ uri, ...document }) => ({ uri, document }));
  const properties = ontology.properties.map(({ uri, ...document }) => ({ uri, document }));
  return (
    (isChanged ? 1 : 0) +
    (await writeInBatches(execute, classes, termsPerStatement, (terms) =>
      mergeOntologyClasses(ontologyId, terms),
    )) +
    (await writeInBatches(execute, properties, termsPerStatement, (terms) =>
      mergeOntologyProperties(ontologyId, terms),
    ))
  );
}
