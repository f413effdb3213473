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
  longTimeout,
  readClosedNodegroups,
  withVersionTitles,
  importSteps,
  placeModel,
  readTilesAndNodes,
  anySteps,
  withService,
} from './random-models.ts';
import { anyClosedNodegroups } from './random-versions.ts';
import { triesAllCases } from '../../../../support/random/take-sample.ts';

/** The mark of a text, which makes the text recognizable in any answer: a hash of its tile and node. */
const createMark = (tileId: string, nodeId: string): string =>
  createHash('md5').update(`${tileId}${nodeId}`).digest('hex');

/** Appends its mark to every text of every tile. */
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

/** The marks of texts and the ids of tiles that the public may not read. */
async function readClosedMarks(service: TestService): Promise<readonly string[]> {
  const closed = await readClosedNodegroups(service);
  const { tiles, nodes } = await readTilesAndNodes(service);
  return tiles.flatMap(({ tile_id: id, nodegroup_id: nodegroup, data }) => {
    const isClosed = closed.has(nodegroup);
    const marks = Object.keys(data)
      .filter((node) => isClosed || closed.has(nodes.get(node)?.nodegroup_id ?? ''))
      .map((node) => createMark(id, node));
    return isClosed ? [id, ...marks] : marks;
  });
}

/** Reads the public answers about resource instances: lists, twelve resource instances in every format, features, collections. */
async function readPublicAnswers(service: TestService) {
  const resources = await queryColumn(
    service,
    `select resource_id::text from resource where graph_id = '${placeModel.graphid}' order by 1 limit 12`,
  );
  const formats = ['?format=turtle', '?format=xml', '?profile=linked'];
  return readEach(service, [
    ...(await listPaths(service)),
    ...resourcePaths(resources),
    ...resources.flatMap((id) => formats.map((form) => `/resources/${id}${form}`)),
    ...(await geojsonPaths(service)),
    ...(await layerPaths(service)),
  ]);
}

describe('imports of random versions of a model', () => {
  it(
    'never show the public a text or the id of a tile that is closed to it',
    async () => {
      const property = fc.asyncProperty(anySteps, anyClosedNodegroups, async (steps, closed) =>
        withService(async (service) => {
          await markTexts(service);
          await denyNodegroupsToPublic(service, closed);
          await importSteps(service, steps, async () => undefined);
          const marks = await readClosedMarks(service);
          expect(marks.length).toBeGreaterThan(0);
          const answers = await readPublicAnswers(service);
          expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(20);
          expect(withVersionTitles(steps, findLeaks(answers, marks))).toEqual(
            withVersionTitles(steps, []),
          );
        }),
      );
      await fc.assert(property, { numRuns: triesAllCases ? 6 : 1, endOnFailure: true });
    },
    longTimeout,
  );
});
