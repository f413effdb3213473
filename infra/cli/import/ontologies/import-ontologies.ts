import { splitIntoBatches } from '../../../../lib/data-api/split-into-batches.ts';
import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import {
  mergeOntology,
  mergeOntologyClasses,
  mergeOntologyProperties,
} from '../../../queries/write-ontology.ts';
import { readOrReport, type ImportContext } from '../import-context.ts';
import { pluralize } from '../../text.ts';
import { skipRepeatedFiles } from '../skip-repeated-files.ts';
import { readOntology, type Ontology } from './read-ontology.ts';

const termsPerStatement = 500;

/** What an import of ontologies met and changed. */
export type OntologiesImported = {
  readonly ontologies: number;
  readonly classes: number;
  readonly properties: number;
  readonly changes: number;
};

/**
 * Imports ontologies, each in a transaction of its own.
 * @param configurations paths of `ontology_config.json` files, each naming the RDFS files beside it; one that cannot be
 * read is reported and left out
 * @throws ImportStopped in a strict import
 */
export async function importOntologies(
  configurations: readonly string[],
  context: ImportContext,
): Promise<OntologiesImported> {
  const step = context.progress.begin('Ontologies', configurations.length);
  const total = { ontologies: 0, classes: 0, properties: 0, changes: 0 };
  for (const configuration of skipRepeatedFiles(configurations, context)) {
    step.advance(1);
    const ontology = await readOrReport(configuration, context, () => readOntology(configuration));
    if (ontology === undefined) continue;
    total.ontologies += 1;
    total.classes += ontology.classes.length;
    total.properties += ontology.properties.length;
    if (!context.dryRun) {
      total.changes += await context.data.transaction((transaction) =>
        write(transaction, ontology),
      );
    }
  }
  step.done(
    `${pluralize(total.classes, 'class', 'classes')}, ${pluralize(total.properties, 'property', 'properties')}; ${pluralize(total.changes, 'change')}`,
  );
  return total;
}

async function write(transaction: Transaction, ontology: Ontology): Promise<number> {
  const { ontologyId, name, version, namespaces } = ontology;
  const query = mergeOntology({ ontologyId, name, version, document: { namespaces } });
  let changes = (await runQuery(transaction.execute, query)) ? 1 : 0;
  for (const classes of splitIntoBatches(ontology.classes, termsPerStatement)) {
    const terms = classes.map(({ uri, ...document }) => ({ uri, document }));
    changes += await runQuery(transaction.execute, mergeOntologyClasses(ontologyId, terms));
  }
  for (const properties of splitIntoBatches(ontology.properties, termsPerStatement)) {
    const terms = properties.map(({ uri, ...document }) => ({ uri, document }));
    changes += await runQuery(transaction.execute, mergeOntologyProperties(ontologyId, terms));
  }
  return changes;
}
