import { readPages } from '../../../../../lib/data-api/read-pages.ts';
import { listImportedTargets } from '../../../../queries/imported-grants.ts';
import type { ImportContext } from '../../import-context.ts';
import type { ImportedIds } from '../accounts/import-database-accounts.ts';
import type { Source } from '../source.ts';
import { ResourceDifferences } from './describe-resources.ts';
import { GrantCounts } from './grant-counts.ts';
import { mergeGrants, toTargetGrants } from './merge-grants.ts';
import { findResourcesNeedingGrants, readResourceRows } from './read-source-rows.ts';
import { planResourceGrants } from './resource-plan.ts';
import type { ResourceRules } from './resource-rules.ts';

/**
 * Writes the grants of resource instances, in batches. Removes the imported grants of resource instances that no longer have any in
 * the source.
 * @returns the counts, and the differences from the source
 */
export async function importResourceGrants(
  source: Source,
  { dataApi, dryRun, progress }: ImportContext,
  ids: ImportedIds,
  rules: ResourceRules,
  allowsDeletions: boolean,
): Promise<{ readonly counts: GrantCounts; readonly differences: ResourceDifferences }> {
  const counts = new GrantCounts();
  const differences = new ResourceDifferences(rules);
  const step = progress.begin('Grants of resource instances');
  for await (const batch of readResourceRows(source, rules.framework)) {
    const targets = [...batch].map(([id, resource]) => {
      const grants = planResourceGrants(resource, rules);
      differences.add(id, resource, grants);
      counts.addPlanned(grants.size);
      return toTargetGrants(id, grants, ids);
    });
    if (!dryRun) await mergeGrants(dataApi.write, 'resource', targets, allowsDeletions, counts);
    step.advance(batch.size);
  }
  if (!dryRun) {
    for await (const page of readPages({ read: dataApi.read }, listImportedTargets('resource'))) {
      const idsWithGrants = await findResourcesNeedingGrants(source, rules.framework, page);
      const obsoleteTargets = page
        .filter((id) => !idsWithGrants.has(id))
        .map((id) => ({ id, rows: [] }));
      await mergeGrants(dataApi.write, 'resource', obsoleteTargets, allowsDeletions, counts);
    }
  }
  step.done(`${counts.planned} planned`);
  return { counts, differences };
}
