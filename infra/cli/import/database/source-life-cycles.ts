import * as z from 'zod';

import { lifeCycleSchema } from '../../../../lib/model/graphs/graph-document-schema.ts';
import type { LifeCycleState } from '../../../../lib/model/graphs/graph.ts';
import { listLifeCycleStates } from '../graphs/life-cycle-states.ts';
import type { DatabaseSource } from './database-source.ts';
import { jsonArrayOf } from './json-array.ts';
import { hasLifeCycles } from './release.ts';

/** The SQL expression of a life cycle `l` with its states, as the platform exports it since release 8.0. */
export const lifeCycleDocument = `to_jsonb(l) || jsonb_build_object('resource_instance_lifecycle_states', ${jsonArrayOf(
  'resource_instance_lifecycle_states s where s.resource_instance_lifecycle_id = l.id',
  `to_jsonb(s) || jsonb_build_object(
      'next_resource_instance_lifecycle_states', ${jsonArrayOf(
        'resource_instance_lifecycle_states_to_xref x where x.resource_instance_lifecycle_state_from_id = s.id',
        'to_jsonb(x.resource_instance_lifecycle_state_to_id)',
        'x.id',
      )},
      'previous_resource_instance_lifecycle_states', ${jsonArrayOf(
        'resource_instance_lifecycle_states_from_xref x where x.resource_instance_lifecycle_state_from_id = s.id',
        'to_jsonb(x.resource_instance_lifecycle_state_to_id)',
        'x.id',
      )}
    )`,
  's.is_initial_state desc, s.id',
)})`;

/** Reads the states of all life cycles, because resource instances can be in states of a life cycle that their model no longer has. */
export async function readSourceStates({
  source,
  release,
}: Pick<DatabaseSource, 'source' | 'release'>): Promise<readonly LifeCycleState[]> {
  if (!hasLifeCycles(release)) return [];
  const rows = await source.read(
    `select (${jsonArrayOf('resource_instance_lifecycles l', lifeCycleDocument, 'l.id')})::text as documents`,
  );
  const documents: unknown = JSON.parse(rows[0]?.['documents'] ?? '[]');
  return z.array(lifeCycleSchema).parse(documents).flatMap(listLifeCycleStates);
}
