import * as z from 'zod';

import type { DocumentQuery } from '../../../../../lib/data-api/query.ts';
import { sql } from '../../../../../lib/data-api/sql.ts';

const nodegroupParentSchema = z
  .object({ id: z.string(), parentId: z.string().nullable(), isOfSystemSettings: z.boolean() })
  .readonly();

/** Lists all nodegroups with their parents, and whether they belong to the system settings. */
export function listNodegroupParents(): DocumentQuery<
  readonly z.output<typeof nodegroupParentSchema>[]
> {
  return {
    lines: sql`select
    row_number() over (order by n.nodegroup_id) as position,
    jsonb_build_object(
      'id', n.nodegroup_id,
      'parentId', n.parent_nodegroup_id,
      'isOfSystemSettings', n.graph_id = system_settings_graph()
    )::text as line
  from nodegroup n`,
    parse: (lines) => lines.map((line) => nodegroupParentSchema.parse(JSON.parse(line))),
  };
}
