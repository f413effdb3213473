import type { DataApi } from '../../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../../lib/data-api/query.ts';
import { readPages } from '../../../../../lib/data-api/read-pages.ts';
import { splitIntoBatches } from '../../../../../lib/data-api/split-into-batches.ts';
import { listImportedTargets, removeObsoleteGrants } from '../queries/imported-grants.ts';
import type { ImportContext } from '../../import-context.ts';
import type { ImportedIds } from '../accounts/imported-ids.ts';
import type { Source } from '../source.ts';
import { ResourceDifferences } from './describe-resources.ts';
import { GrantCounts } from './grant-counts.ts';
import { mergeGrants, toTargetGrants } from './merge-grants.ts';
import {
  countResourceRows,
  findResourcesNeedingGrants,
  readResourceRows,
} from './read-source-rows.ts';
import type { RightsOptions } from './rights-options.ts';
import { planResourceGrants } from './resource-plan.ts';
import type { ResourceRules } from './resource-rules.ts';

/**
 * Writes the grants of resource instances, in batches, except that those that the source no longer has and that withhold rights stay until
 * `removeObsoleteResourceGrants`.
 * @returns the counts, and the differences from the source
 */
export async function importResourceGrants(
  source: Source,
  { dataApi, progress }: ImportContext,
  ids: ImportedIds,
  rules: ResourceRules,
  { undoesChanges, foreseen }: Pick<RightsOptions, 'undoesChanges' | 'foreseen'>,
): Promise<{ readonly counts: GrantCounts; readonly differences: ResourceDifferences }> {
  const options = { keepsObsolete: true, undoesChanges };
  const counts = new GrantCounts(foreseen);
  const differences = new ResourceDifferences(rules);
  const step = progress.begin('Grants of resource instances', {
    total: await countResourceRows(source, rules.framework),
  });
  for await (const batch of readResourceRows(source, rules.framework)) {
    const targets = [...batch].map(([id, resource]) => {
      const grants = planResourceGrants(resource, rules);
      differences.add(id, resource, grants);
      counts.addPlanned(grants.size);
      return toTargetGrants(id, grants, ids);
    });
    await mergeGrants(dataApi.write, 'resource', targets, options, counts);
    step.advance(batch.size);
  }
  for await (const page of readPages({ read: dataApi.read }, listImportedTargets('resource'))) {
    const idsWithGrants = await findResourcesNeedingGrants(source, rules.framework, page);
    const obsoleteTargets = page
      .filter((id) => !idsWithGrants.has(id) && foreseen?.deletedIds.has(id) !== true)
      .map((id) => ({ id, rows: [] }));
    await mergeGrants(dataApi.write, 'resource', obsoleteTargets, options, counts);
  }
  step.done(`${counts.planned} planned`);
  return { counts, differences };
}

const grantsPerStatement = 1000;

/** Removes the grants that `importResourceGrants` has left, after everything is stored that withholds rights now. */
export async function removeObsoleteResourceGrants(
  counts: GrantCounts,
  dataApi: DataApi,
): Promise<void> {
  for (const batch of splitIntoBatches(counts.takeObsolete(), grantsPerStatement))
    counts.addRemoved(await runQuery(dataApi.write, removeObsoleteGrants('resource', batch)));
}
