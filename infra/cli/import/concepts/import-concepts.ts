import { runQuery } from '../../../../lib/data-api/query.ts';
import type { Transaction } from '../../../../lib/data-api/client.ts';
import type { ConceptId } from '../../../../lib/model/ids.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { lockThesaurus, type StoredThesaurus } from './queries/stored-thesaurus.ts';
import { pluralize } from '../../text.ts';
import type { ImportContext } from '../import-context.ts';
import { importWarning, listExamples } from '../import-problems.ts';
import { runImporter } from '../run-importer.ts';
import { findFullyDescribedConcepts } from './exact-concepts.ts';
import { findRemovals, noRemovals } from './find-removals.ts';
import { planThesaurus, type ImportMode } from './plan-thesaurus.ts';
import { parseTurtle } from '../rdf/turtle.ts';
import { readSkos, readSkosFile } from './read-skos.ts';
import { readStoredConcepts } from './read-stored-thesaurus.ts';
import {
  listLabelledConcepts,
  mergeThesauri,
  listUnlabelledConcepts,
  type Thesaurus,
} from './thesaurus.ts';
import { writeThesaurusPlan } from './write-thesaurus-plan.ts';

/** The outcome of the transaction that writes a thesaurus, or of a dry run. */
type Outcome = {
  readonly changes: number;
  readonly problems: readonly Problem[];
  readonly removed: { readonly concepts: number; readonly values: number };
};

/** How a thesaurus is read, and what follows its import. */
export type ThesaurusSource = {
  readonly read: (file: string) => Promise<Thesaurus>;
  /** Called after the write, in the same transaction. */
  readonly afterWrite?: (transaction: Transaction) => Promise<void>;
};

/**
 * Imports SKOS thesauri and collections. All files are imported in one transaction, because collections may refer to concepts of other
 * files.
 * @param mode whether to keep or to remove stored values and concepts that are not in the files
 * @param source how a thesaurus is read; by default, from SKOS files
 * @throws ImportStopped in a strict import
 */
export async function importConcepts(
  files: readonly string[],
  context: ImportContext,
  mode: ImportMode = 'merge',
  source: ThesaurusSource = { read: readSkosFile },
) {
  let thesaurus: Thesaurus = mergeThesauri([]);
  let outcome: Outcome = { changes: 0, problems: [], removed: { concepts: 0, values: 0 } };
  return runImporter(
    {
      subject: 'Concepts',
      async *read(file) {
        const part = await source.read(file);
        yield { records: part, size: part.concepts.length, problems: listFileProblems(part) };
      },
      merge: mergeThesauri,
      check: (merged, { report }) => {
        thesaurus = merged;
        report(merged.problems);
        return merged;
      },
      write: async (merged, { report }) => {
        if (merged.concepts.length === 0) return;
        outcome = await context.dataApi.transaction(async (transaction) => {
          const result = await writeThesaurus(transaction, merged, mode, context.dryRun);
          if (!context.dryRun) await source.afterWrite?.(transaction);
          return result;
        });
        report(outcome.problems);
      },
      result: () => toResult(thesaurus, outcome),
    },
    files,
    context,
  );
}

/**
 * Adds the concepts of a Turtle text to the thesaurus, in a transaction of its own.
 * @throws FileFormatError if the text is not Turtle
 */
export async function addConcepts(turtle: string, { dataApi }: ImportContext): Promise<void> {
  const thesaurus = mergeThesauri([await readSkos(parseTurtle(toChunks(turtle), () => undefined))]);
  await dataApi.transaction((transaction) =>
    writeThesaurus(transaction, thesaurus, 'merge', false),
  );
}

async function* toChunks(text: string): AsyncGenerator<string> {
  yield text;
}

function listFileProblems({ concepts, problems }: Thesaurus): readonly Problem[] {
  if (concepts.length > 0) return problems;
  const message =
    'The file has no concepts, schemes or collections. Check whether it is a SKOS file.';
  return [...problems, importWarning('no_concepts', message)];
}

function toResult(thesaurus: Thesaurus, { changes, removed }: Outcome) {
  const count = (nodeType: string): number =>
    thesaurus.concepts.filter((concept) => concept.nodeType === nodeType).length;
  const labelled = listLabelledConcepts(thesaurus).length;
  const unlabelled = listUnlabelledConcepts(thesaurus).length;
  const schemes = count('ConceptScheme');
  const collections = count('Collection');
  const values = thesaurus.values.length;
  return {
    read: labelled + unlabelled,
    contents: [
      `${unlabelled} without a label`,
      pluralize(schemes, 'scheme'),
      pluralize(collections, 'collection'),
    ],
    labelled,
    unlabelled,
    schemes,
    collections,
    values,
    changes,
    notes:
      removed.concepts + removed.values === 0
        ? []
        : [
            `Removed, because no longer in the files: ${pluralize(removed.concepts, 'concept')}, and ${pluralize(removed.values, 'value')} of other concepts`,
          ],
  };
}

async function writeThesaurus(
  transaction: Transaction,
  thesaurus: Thesaurus,
  mode: ImportMode,
  dryRun: boolean,
): Promise<Outcome> {
  await runQuery(transaction.execute, lockThesaurus());
  const stored = await readStoredConcepts(transaction, thesaurus);
  const isOverwrite = mode === 'overwrite';
  const completeIds = isOverwrite
    ? findFullyDescribedConcepts(thesaurus, stored)
    : new Set<ConceptId>();
  const plan = planThesaurus(thesaurus, stored, completeIds);
  const removals = isOverwrite
    ? await findRemovals(transaction, thesaurus, plan.obsolete)
    : noRemovals;
  return {
    changes: dryRun ? 0 : await writeThesaurusPlan(transaction, plan, removals),
    problems: [
      ...plan.problems,
      ...removals.problems,
      ...makeUnlabelledWarnings(thesaurus, stored),
    ],
    removed: { concepts: removals.conceptIds.length, values: removals.valueIds.length },
  };
}

/** Makes one warning about all concepts without a label, because there may be thousands. */
function makeUnlabelledWarnings(thesaurus: Thesaurus, stored: StoredThesaurus): readonly Problem[] {
  const labelledIds = new Set(
    stored.values
      .filter(({ valueType }) => valueType === 'prefLabel')
      .map(({ conceptId }) => conceptId),
  );
  const concepts = listUnlabelledConcepts(thesaurus).filter(
    ({ conceptId }) => !labelledIds.has(conceptId),
  );
  if (concepts.length === 0) return [];
  const mentionedCount = concepts.filter(({ isDescribed }) => !isDescribed).length;
  const mentionedSentence =
    mentionedCount === 0
      ? ''
      : ` The files only mention ${mentionedCount} of them, for example as members of collections.`;
  const examples = listExamples(concepts.map(({ legacyId }) => legacyId));
  const message = `Concepts without a label: ${concepts.length}, such as ${examples}. They are imported without one.${mentionedSentence}`;
  return [importWarning('unlabelled_concepts', message)];
}
