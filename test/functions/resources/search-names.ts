import * as z from 'zod';

import { queryColumn } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

const namesSchema = z.object({ id: z.string(), names: z.record(z.string(), z.string()) });

/**
 * Reads the names that a caller is shown, according to the functions that lists and documents use.
 * @param caller an account; null for an anonymous caller
 */
export async function readShownNames(
  service: Pick<TestService, 'stack'>,
  caller: number | null,
): Promise<readonly z.infer<typeof namesSchema>[]> {
  const rows = await queryColumn(
    service,
    `select json_build_object('id', r.resource_id, 'names', (
       select coalesce(jsonb_object_agg(d.key, d.value -> 'name'), '{}')
       from jsonb_each(readable_descriptors(
         r.descriptors,
         array(select n.nodegroup_id from readable_nodegroup(${caller}) n),
         array(select v.resource_id from visible_resource(${caller}) v)
       )) d
       where d.value ? 'name'
     ))::text
     from visible_resource(${caller}) v
     join resource r on r.resource_id = v.resource_id`,
  );
  return rows.map((row) => namesSchema.parse(JSON.parse(row)));
}

const resultsSchema = z.array(z.object({ id: z.string(), match: z.string() }));

/** Searches names as the caller of a function that sends requests. @returns the ids and kinds of the matches */
export async function searchNames(fetchPath: (path: string) => Promise<Response>, text: string) {
  const query = new URLSearchParams({ q: text, format: 'results', limit: '100' });
  const response = await fetchPath(`/resources/?${query.toString()}`);
  // An anonymous caller who may read nothing at all.
  if (response.status === 401) return [];
  return resultsSchema
    .parse(await response.json())
    .filter(({ match }) => match !== 'value')
    .map(({ id, match }) => ({ id, match }));
}
