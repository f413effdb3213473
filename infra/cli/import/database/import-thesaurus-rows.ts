import type { DataApi, Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import type { ConceptId } from '../../../../lib/model/ids.ts';
import { recordOrigins, removeOrigins, type OriginRow } from './queries/origin.ts';
import {
  deriveConceptRelations,
  removeConceptRelations,
  removeConceptsWithoutValues,
  removeConceptValues,
} from '../concepts/queries/write-thesaurus.ts';
import { findUsesInBatches } from '../concepts/find-uses.ts';
import { importConcepts } from '../concepts/import-concepts.ts';
import type { ImportedRelation, Thesaurus } from '../concepts/thesaurus.ts';
import type { ImportContext } from '../import-context.ts';
import { importWarning } from '../import-problems.ts';
import { runAndRollBack } from '../run-and-roll-back.ts';
import { readInBatches, writeInBatches } from '../run-in-batches.ts';
import type { DatabaseSource } from './database-source.ts';
import { planRows, type RowPlan } from './plan-rows.ts';
import { conceptRelationId } from './source-hashes.ts';
import { readSourceRows } from './source-rows.ts';
import { readSourceThesaurus } from './source-thesaurus.ts';

const kinds = ['concept', 'value', 'concept relation'] as const;

type ThesaurusKind = (typeof kinds)[number];

/** The plan of the rows of one kind, with the new and changed rows. */
type KindPlan = RowPlan & { readonly rowsToWrite: readonly OriginRow[] };

/** What an import does with the thesaurus. */
export type ThesaurusRowPlan = Readonly<Record<ThesaurusKind, KindPlan>>;

const rowsPerStatement = 5000;

async function planKind(
  kind: ThesaurusKind,
  database: DatabaseSource,
  dataApi: DataApi,
): Promise<KindPlan> {
  const rowsToWrite: OriginRow[] = [];
  const plan = await planRows(kind, readSourceRows(database, kind), dataApi, ({ id, hash }) =>
    rowsToWrite.push({ id, hash }),
  );
  return { ...plan, rowsToWrite };
}

/** Imports the concepts, values and relations that are new or changed in the source, unless they were changed in this service. */
export async function importSourceThesaurus(database: DatabaseSource, context: ImportContext) {
  const plan: ThesaurusRowPlan = {
    concept: await planKind('concept', database, context.dataApi),
    value: await planKind('value', database, context.dataApi),
    'concept relation': await planKind('concept relation', database, context.dataApi),
  };
  for (const kind of kinds) context.report.add(database.label, plan[kind].problems);
  const imported = await importConcepts([database.label], context, 'merge', {
    read: async () => omitKeptParts(await readSourceThesaurus(database), plan),
    afterWrite: async ({ execute }) => {
      for (const kind of kinds)
        await writeInBatches(execute, plan[kind].rowsToWrite, rowsPerStatement, (rows) =>
          recordOrigins(kind, database.identity, rows),
        );
    },
  });
  return { imported, plan };
}

/** Leaves out what was changed or deleted in this service. */
function omitKeptParts(thesaurus: Thesaurus, plan: ThesaurusRowPlan): Thesaurus {
  const isDeleted = (conceptId: ConceptId) =>
    plan.concept.keepReasons.get(conceptId) === 'deleted_here';
  const isKeptRelation = (relation: ImportedRelation) =>
    plan['concept relation'].keepReasons.has(conceptRelationId(relation));
  return {
    ...thesaurus,
    concepts: thesaurus.concepts.filter(({ conceptId }) => !isDeleted(conceptId)),
    values: thesaurus.values.filter(
      ({ valueId, conceptId }) => !plan.value.keepReasons.has(valueId) && !isDeleted(conceptId),
    ),
    relations: thesaurus.relations.filter(
      (relation) =>
        !isKeptRelation(relation) && !isDeleted(relation.fromId) && !isDeleted(relation.toId),
    ),
  };
}

/**
 * Removes what the source no longer has, in one transaction. Values that tiles use and collections that nodes use are kept, so the tiles
 * must be written first. A dry run only counts the rows.
 * @param changedResourceIds the resource instances that the import changes or deletes, whose uses do not count in a dry run
 */
export async function removeSourceConcepts(
  database: DatabaseSource,
  plan: ThesaurusRowPlan,
  context: ImportContext,
  changedResourceIds: readonly string[],
): Promise<number> {
  const counts = kinds.map(
    (kind) => plan[kind].ownersOfRemovedRows.size + plan[kind].obsoleteOriginIds.length,
  );
  if (counts.every((count) => count === 0)) return 0;
  if (context.dryRun)
    return runAndRollBack(context.dataApi, (transaction) =>
      removeUnused(transaction, database, plan, context, changedResourceIds),
    );
  return context.dataApi.transaction((transaction) =>
    removeUnused(transaction, database, plan, context),
  );
}

async function removeUnused(
  transaction: Transaction,
  { label }: DatabaseSource,
  plan: ThesaurusRowPlan,
  { report }: ImportContext,
  changedResourceIds: readonly string[] = [],
): Promise<number> {
  const { execute } = transaction;
  const valueIds = [...plan.value.ownersOfRemovedRows.keys()];
  const conceptIds = [...plan.concept.ownersOfRemovedRows.keys()];
  const uses = await findUsesInBatches(transaction, valueIds, conceptIds, changedResourceIds);
  const usedIds = new Set(uses.map(({ id }) => id.toLowerCase()));
  report.add(
    label,
    uses.map(({ id, count, example }) => {
      const message = `The source no longer has the value or collection ${id}. It is not removed, because it is used (${count}), for example by ${example}. Change that and import again to remove it.`;
      return importWarning('value_in_use', message, { record: id });
    }),
  );
  const unusedValueIds = valueIds.filter((id) => !usedIds.has(id));
  const relationIds = [...plan['concept relation'].ownersOfRemovedRows.keys()];
  let changes = 0;
  changes += await writeInBatches(execute, relationIds, rowsPerStatement, removeConceptRelations);
  changes += await writeInBatches(execute, unusedValueIds, rowsPerStatement, removeConceptValues);
  // A concept is kept if it has a value that is used or was not imported from the source.
  const unusedConceptIds = conceptIds.filter((id) => !usedIds.has(id));
  const removedConceptIds = await readInBatches(
    execute,
    unusedConceptIds,
    rowsPerStatement,
    removeConceptsWithoutValues,
  );
  changes += removedConceptIds.length;
  if (relationIds.length + removedConceptIds.length > 0)
    changes += await runQuery(execute, deriveConceptRelations());
  const removedIds = {
    concept: removedConceptIds,
    value: unusedValueIds,
    'concept relation': relationIds,
  };
  for (const kind of kinds)
    await writeInBatches(
      execute,
      [...removedIds[kind], ...plan[kind].obsoleteOriginIds],
      rowsPerStatement,
      (ids) => removeOrigins(kind, ids),
    );
  return changes;
}
