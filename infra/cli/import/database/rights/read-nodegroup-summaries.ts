import { runQuery } from '../../../../../lib/data-api/query.ts';
import { listNodegroupParents } from '../../../../queries/nodegroup-parents.ts';
import type { ImportContext } from '../../import-context.ts';
import { systemSettingsGraphId } from '../../package/detect-content.ts';
import type { Source } from '../source.ts';
import { liveGraphCondition } from '../working-copies.ts';
import type { NodegroupSummary } from './nodegroup-facts.ts';

/** Reads the nodegroups of this service. A dry run reads those of the source instead, because their models may not be stored yet. */
export async function readNodegroupSummaries(
  source: Source,
  { dataApi, dryRun }: Pick<ImportContext, 'dataApi' | 'dryRun'>,
): Promise<readonly NodegroupSummary[]> {
  if (!dryRun) return runQuery(dataApi.read, listNodegroupParents());
  const rows = await source.read(
    `select
  ng.nodegroupid::text as id,
  ng.parentnodegroupid::text as parent,
  (g.graphid = $1::uuid)::text as is_of_system_settings
from node_groups ng
join nodes n on n.nodeid = ng.nodegroupid
join graphs g on g.graphid = n.graphid
where g.isresource
  and ${liveGraphCondition}
order by id`,
    [systemSettingsGraphId],
  );
  return rows.map(({ id, parent, is_of_system_settings }) => ({
    id: id ?? '',
    parentId: parent ?? null,
    isOfSystemSettings: is_of_system_settings === 'true',
  }));
}
