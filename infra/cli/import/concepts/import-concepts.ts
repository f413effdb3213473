import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import type { ConceptId } from '../../../../lib/model/ids.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { lockThesaurus, type StoredThesaurus } from '../../../queries/stored-thesaurus.ts';
import { readOrReport, reportProblems, type ImportContext } from '../import-context.ts';
import { pluralize } from '../../text.ts';
import { skipRepeatedFiles } from '../skip-repeated-files.ts';
import { findExactConcepts } from './exact-concepts.ts';
import { planThesaurus, type ImportMode } from './plan-thesaurus.ts';
import { listExamples, conceptWarning } from './concept-problems.ts';
import { readStoredPart } from './read-stored-thesaurus.ts';
import { readSkosFile } from './read-skos.ts';
import {
  labelledConcepts,
  mergeThesauri,
  unlabelledConcepts,
  type Thesaurus,
} from './thesaurus.ts';
import { findRemovals, noRemovals } from './find-removals.ts';
import { writeThesaurusPlan } from './write-thesaurus-plan.ts';

/** What an import of thesauri and collections met and changed. */
export type ConceptsImported = {
  readonly labelled: number;
  readonly unlabelled: number;
  readonly schemes: number;
  readonly collections: number;
  readonly values: number;
  /** Rows that were written or taken away: none where the same was imported before. */
  readonly changes: number;
  /** Concepts and values that an import that overwrites takes away; a dry run counts them, too. */
  readonly removed: Removed;
};

type Removed = { readonly concepts: number; readonly values: number };

/**
 * Imports SKOS thesauri and collections. The files are taken together, because collections name concepts of other files,
 * and go in by one transaction.
 * @param files paths of SKOS files; one that cannot be read is reported and left out
 * @param mode what is done with what is stored and not in the files
 * @throws ImportStopped in a strict import
 */
export async function importConcepts(
  files: readonly string[],
  context: ImportContext,
  mode: ImportMode = 'merge',
): Promise<ConceptsImported> {
  const step = context.progress.begin('Concepts', files.length);
  const read: Thesaurus[] = [];
  for (const file of skipRepeatedFiles(files, context)) {
    const thesaurus = await readOrReport(file, context, () => readSkosFile(file));
    if (thesaurus !== undefined) {
      reportProblems(file, [...thesaurus.problems, ...nothingRead(thesaurus)], context);
      read.push(thesaurus);
    }
    step.advance(1);
  }
  const thesaurus = mergeThesauri(read);
  const { changes, problems, removed } = await context.data.transaction((transaction) =>
    write(transaction, thesaurus, mode, context.dryRun),
  );
  reportProblems(allOf(files), [...thesaurus.conflicts, ...problems], context);
  const count = (nodeType: string): number =>
    thesaurus.concepts.filter((concept) => concept.nodeType === nodeType).length;
  const imported: ConceptsImported = {
    labelled: labelledConcepts(thesaurus).length,
    unlabelled: unlabelledConcepts(thesaurus).length,
    schemes: count('ConceptScheme'),
    collections: count('Collection'),
    values: thesaurus.values.length,
    changes,
    removed,
  };
  step.done(
    `${pluralize(imported.labelled, 'labelled concept')}, ${imported.unlabelled} unlabelled, ${pluralize(imported.schemes, 'scheme')}, ` +
      `${pluralize(imported.collections, 'collection')}, ${pluralize(imported.values, 'value')}; ${pluralize(changes, 'change')}`,
  );
  return imported;
}

/** What a problem of all files together names in place of a file. */
function allOf(files: readonly string[]): string {
  const [first = '', ...others] = files;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

type Written = {
  readonly changes: number;
  readonly problems: readonly Problem[];
  readonly removed: Removed;
};

async function write(
  transaction: Transaction,
  thesaurus: Thesaurus,
  mode: ImportMode,
  dryRun: boolean,
): Promise<Written> {
  if (thesaurus.concepts.length === 0)
    return { changes: 0, problems: [], removed: { concepts: 0, values: 0 } };
  await runQuery(transaction.execute, lockThesaurus());
  const stored = await readStoredPart(transaction, thesaurus);
  const exact = mode === 'overwrite' ? findExactConcepts(thesaurus, stored) : new Set<ConceptId>();
  const plan = planThesaurus(thesaurus, stored, exact);
  const vanished =
    mode === 'overwrite' ? await findRemovals(transaction, thesaurus, plan.vanished) : noRemovals;
  return {
    changes: dryRun ? 0 : await writeThesaurusPlan(transaction, plan, vanished),
    problems: [...plan.problems, ...vanished.problems, ...withoutLabel(thesaurus, stored)],
    removed: { concepts: vanished.conceptIds.length, values: vanished.valueIds.length },
  };
}

function nothingRead({ concepts }: Thesaurus): readonly Problem[] {
  if (concepts.length > 0) return [];
  const message = 'The file says nothing of concepts, schemes or collections.';
  return [conceptWarning('no_concepts', message)];
}

/** Concepts that nobody can call by a name, in one warning: there may be thousands. */
function withoutLabel(thesaurus: Thesaurus, stored: StoredThesaurus): readonly Problem[] {
  const labelled = new Set(
    stored.values.filter(({ valueType }) => valueType === 'prefLabel').map((one) => one.conceptId),
  );
  const found = unlabelledConcepts(thesaurus).filter(({ conceptId }) => !labelled.has(conceptId));
  if (found.length === 0) return [];
  const mentioned = found.filter(({ isDescribed }) => !isDescribed).length;
  const mentions =
    mentioned === 0
      ? ''
      : ` The files only mention ${mentioned} of them, for example as members or as ends of mappings.`;
  const message = `Concepts without a label: ${found.length}, such as ${listExamples(found.map(({ legacyId }) => legacyId))}. They are kept.${mentions}`;
  return [conceptWarning('unlabelled_concepts', message)];
}
