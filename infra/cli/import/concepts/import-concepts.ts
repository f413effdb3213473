import type { Transaction } from '../../../../lib/data-api/client.ts';
import { run } from '../../../../lib/data-api/query.ts';
import type { ConceptId } from '../../../../lib/model/ids.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { lockThesaurus, type StoredThesaurus } from '../../../queries/stored-thesaurus.ts';
import { readOrReport, reportProblems, type ImportContext } from '../context.ts';
import { counted } from '../../words.ts';
import { distinctFiles } from '../distinct-files.ts';
import { exactConcepts } from './exact-concepts.ts';
import { planImport, type ImportMode } from './plan-import.ts';
import { examples, warning } from './problems.ts';
import { readStored } from './read-stored.ts';
import { readSkosFile } from './skos.ts';
import {
  labelledConcepts,
  mergeThesauri,
  unlabelledConcepts,
  type Thesaurus,
} from './thesaurus.ts';
import { findVanished, nothingVanished } from './vanished.ts';
import { writePlan } from './write-plan.ts';

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
  for (const file of distinctFiles(files, context)) {
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
    `${counted(imported.labelled, 'labelled concept')}, ${imported.unlabelled} unlabelled, ${counted(imported.schemes, 'scheme')}, ` +
      `${counted(imported.collections, 'collection')}, ${counted(imported.values, 'value')}; ${counted(changes, 'change')}`,
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
  await run(transaction.execute, lockThesaurus());
  const stored = await readStored(transaction, thesaurus);
  const exact = mode === 'overwrite' ? exactConcepts(thesaurus, stored) : new Set<ConceptId>();
  const plan = planImport(thesaurus, stored, exact);
  const vanished =
    mode === 'overwrite'
      ? await findVanished(transaction, thesaurus, plan.vanished)
      : nothingVanished;
  return {
    changes: dryRun ? 0 : await writePlan(transaction, plan, vanished),
    problems: [...plan.problems, ...vanished.problems, ...withoutLabel(thesaurus, stored)],
    removed: { concepts: vanished.conceptIds.length, values: vanished.valueIds.length },
  };
}

function nothingRead({ concepts }: Thesaurus): readonly Problem[] {
  if (concepts.length > 0) return [];
  const message = 'The file says nothing of concepts, schemes or collections.';
  return [warning('no_concepts', message)];
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
  const message = `Concepts without a label: ${found.length}, such as ${examples(found.map(({ legacyId }) => legacyId))}. They are kept.${mentions}`;
  return [warning('unlabelled_concepts', message)];
}
