import { createHash } from 'node:crypto';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  geojsonPaths,
  layerPaths,
  findLeaks,
  listPaths,
  readEach,
  resourcePaths,
} from '../../../../functions/every-answer.ts';
import { queryColumn, runStatement } from '../../../../support/sample.ts';
import type { TestService } from '../../../../support/service.ts';
import { denyNodegroupsToPublic } from './model-service.ts';
import {
  aLongTime,
  closedToPublic,
  found,
  importSteps,
  place,
  storedValues,
  versions,
  withService,
} from './random-models.ts';
import { anyClosed } from './random-versions.ts';
import { triesAllCases } from '../../../../support/random/take-sample.ts';

/** What is written into a text of a node in a tile, by which it is known wherever it stands. */
const markOf = (tileId: string, nodeId: string): string =>
  createHash('md5').update(`${tileId}${nodeId}`).digest('hex');

/** Writes its mark into every text of every tile. */
async function markTexts(service: TestService): Promise<void> {
  await runStatement(
    service,
    `with marked as (
  select t.tile_id, n.node_id::text as node_id, (
    select jsonb_object_agg(
      l.key,
      jsonb_set(l.value, '{value}', to_jsonb(l.value ->> 'value' || ' ' || md5(t.tile_id::text || n.node_id)))
    )
    from jsonb_each(t.data -> n.node_id::text) l
  ) as texts
  from tile t
  join node n on n.nodegroup_id = t.nodegroup_id
  where n.datatype = 'string'
    and jsonb_typeof(t.data -> n.node_id::text) = 'object'
),
by_tile as (
  select m.tile_id, jsonb_object_agg(m.node_id, m.texts) as texts
  from marked m
  group by m.tile_id
)
update tile t
set data = t.data || b.texts
from by_tile b
where b.tile_id = t.tile_id`,
  );
}

/** The marks of texts that the public may not read, and the ids of the tiles that it may not. */
async function closedMarks(service: TestService): Promise<readonly string[]> {
  const closed = await closedToPublic(service);
  const { tiles, nodes } = await storedValues(service);
  return tiles.flatMap(({ tile_id: id, nodegroup_id: nodegroup, data }) => {
    const isClosed = closed.has(nodegroup);
    const marks = Object.keys(data)
      .filter((node) => isClosed || closed.has(nodes.get(node)?.nodegroup_id ?? ''))
      .map((node) => markOf(id, node));
    return isClosed ? [id, ...marks] : marks;
  });
}

/** What the public is answered about resource instances: lists, every form of some, features with every switch, collections. */
async function publicAnswers(service: TestService) {
  const resources = await queryColumn(
    service,
    `select resource_id::text from resource where graph_id = '${place.graphid}' order by 1 limit 12`,
  );
  const forms = ['?format=turtle', '?format=xml', '?profile=linked'];
  return readEach(service, [
    ...(await listPaths(service)),
    ...resourcePaths(resources),
    ...resources.flatMap((id) => forms.map((form) => `/resources/${id}${form}`)),
    ...(await geojsonPaths(service)),
    ...(await layerPaths(service)),
  ]);
}

describe('whatever versions of a model are imported', () => {
  it(
    'no text and no tile that is closed to the public stands in any answer to it',
    async () => {
      const property = fc.asyncProperty(versions, anyClosed, async (steps, closed) =>
        withService(async (service) => {
          await markTexts(service);
          await denyNodegroupsToPublic(service, closed);
          await importSteps(service, steps, async () => undefined);
          const marks = await closedMarks(service);
          expect(marks.length).toBeGreaterThan(0);
          const answers = await publicAnswers(service);
          expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(20);
          expect(found(steps, findLeaks(answers, marks))).toEqual(found(steps, []));
        }),
      );
      await fc.assert(property, { numRuns: triesAllCases ? 6 : 2, endOnFailure: true });
    },
    aLongTime,
  );
});
