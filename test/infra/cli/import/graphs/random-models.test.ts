import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { refreshImportedNames } from '../../../../../infra/cli/import/refresh-imported-names.ts';
import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { readEach } from '../../../../functions/every-answer.ts';
import { queryColumn, runStatement } from '../../../../support/sample.ts';
import type { TestService } from '../../../../support/service.ts';
import { findWrongViews } from '../../../../support/spatial-views/find-wrong-views.ts';
import { withJsonFile } from '../../../../support/temporary-file.ts';
import {
  denyNodegroupsToPublic,
  codesOf,
  readDerivedRows,
  importVersion,
  readModelRows,
} from './model-service.ts';
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

/** SQL: the nodegroup and the principal of a grant. */
const grantText = `nodegroup_id || ' ' || coalesce('group ' || account_group_id, 'account ' || account_id)`;

const readClosingGrants = (service: TestService): Promise<readonly string[]> =>
  queryColumn(service, `select ${grantText} from nodegroup_grant where no_access order by 1`);

/** Removes the grants with which imports kept nodegroups closed. @param before the grants to keep */
async function removeNewClosingGrants(
  service: TestService,
  before: readonly string[],
): Promise<void> {
  const keptGrants = before.map((grant) => `'${grant}'`).join(',');
  await runStatement(
    service,
    `delete from nodegroup_grant where no_access and ${grantText} not in (${keptGrants})`,
  );
}

const featureCollection = z.object({
  features: z.array(
    z.object({ properties: z.looseObject({ tileid: z.string(), nodeid: z.string() }) }),
  ),
});
const resourceDocument = z.object({
  tiles: z.array(
    z.object({
      tileid: z.string(),
      data: z.record(z.string(), z.unknown()),
    }),
  ),
});

/** The values and features that answers show to the public, and those that the public may read. */
async function readShownAndReadable(service: TestService) {
  const closed = await readClosedNodegroups(service);
  const { tiles, nodes } = await readTilesAndNodes(service);
  const isOpen = (nodegroup: string, nodeId: string): boolean =>
    !closed.has(nodegroup) && !closed.has(nodes.get(nodeId)?.nodegroup_id ?? '');
  const shownFeatures = featureCollection.parse(await service.fetchJson('/geojson'));
  const resources = [...new Set(tiles.map((tile) => tile.resource_id))].slice(0, 20);
  const answers = await readEach(
    service,
    resources.map((id) => `/resources/${id}?format=service-json&hidden=false`),
  );
  const shownTiles = answers
    .filter(({ status }) => status === 200)
    .flatMap(({ body }) => resourceDocument.parse(JSON.parse(body)).tiles);
  return {
    shown: {
      features: [
        ...new Set(
          shownFeatures.features.map(({ properties: { tileid, nodeid } }) => `${tileid} ${nodeid}`),
        ),
      ].toSorted(),
      values: shownTiles
        .flatMap(({ tileid, data }) => Object.keys(data).map((id) => `${tileid} ${id}`))
        .toSorted(),
    },
    readable: {
      features: tiles
        .flatMap(({ tile_id: id, nodegroup_id: nodegroup, data }) =>
          Object.entries(data)
            .filter(
              ([node, value]) =>
                nodes.get(node)?.holds === 'geometry' &&
                isFeatureCollection(value) &&
                isOpen(nodegroup, node),
            )
            .map(([node]) => `${id} ${node}`),
        )
        .toSorted(),
      values: tiles
        .filter((tile) => resources.includes(tile.resource_id))
        .flatMap(({ tile_id: id, nodegroup_id: nodegroup, data }) =>
          Object.keys(data)
            .filter((node) => isOpen(nodegroup, node))
            .map((node) => `${id} ${node}`),
        )
        .toSorted(),
    },
  };
}

const isFeatureCollection = (value: unknown): boolean =>
  z.object({ features: z.array(z.unknown()).nonempty() }).safeParse(value).success;

const createViewSessions = (service: TestService): Parameters<typeof findWrongViews>[0] => ({
  withSession: async (role, work) => {
    const session = await service.stack.database.borrowSession(role);
    try {
      return await work(session);
    } finally {
      await session.release();
    }
  },
});

/** Derives features and relations from all tiles again. @returns the derived rows before and after that */
async function deriveAgain(service: TestService) {
  const before = await readDerivedRows(service);
  await runStatement(service, 'delete from feature');
  await runStatement(service, 'delete from resource_relation where tile_id is not null');
  await runStatement(service, 'update tile set data = data');
  return { before, after: await readDerivedRows(service) };
}

/** Reads the records of all places in the form of a file of business data. */
async function readRecordsOfPlaces(service: TestService): Promise<readonly unknown[]> {
  const rows = await queryColumn(
    service,
    `select jsonb_build_object(
  'resourceinstance', jsonb_build_object('resourceinstanceid', r.resource_id, 'graph_id', r.graph_id, 'legacyid', r.legacy_id),
  'tiles', (
    select coalesce(
      jsonb_agg(jsonb_build_object(
        'tileid', t.tile_id,
        'resourceinstance_id', t.resource_id,
        'nodegroup_id', t.nodegroup_id,
        'parenttile_id', t.parent_tile_id,
        'sortorder', t.sort_order,
        'data', t.data,
        'provisionaledits', t.provisional_edits
      )),
      '[]'
    )
    from tile t
    where t.resource_id = r.resource_id
  )
)::text
from resource r
where r.graph_id = '${placeModel.graphid}'
order by r.resource_id`,
  );
  return rows.map((row): unknown => JSON.parse(row));
}

/** Reads the derived rows, but only the names of places, because other names may lack languages that were added later. */
async function readDerivedRowsOfPlaces(
  service: TestService,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const { descriptors, source, ...derived } = await readDerivedRows(service);
  const places = await queryColumn(
    service,
    `select resource_id::text from resource where graph_id = '${placeModel.graphid}'`,
  );
  const filterByPlaces = (rows: readonly string[] = []) =>
    rows.filter((row) =>
      places.some((id) => row.includes(`"resource_id": "${id}"`) || row.startsWith(`["${id}"`)),
    );
  return { ...derived, descriptors: filterByPlaces(descriptors), source: filterByPlaces(source) };
}

/** Deletes all data of places, because data would keep nodes that a version of their model lacks. */
async function deletePlaces(service: TestService): Promise<void> {
  await runStatement(service, `delete from resource where graph_id = '${placeModel.graphid}'`);
  await runStatement(service, 'delete from former_nodegroup');
}

describe('imports of random versions of a model', () => {
  it(
    'keep nodegroups closed, and show the public exactly the values that it may read',
    async () => {
      const property = fc.asyncProperty(anySteps, anyClosedNodegroups, async (steps, closed) =>
        withService(async (service) => {
          await denyNodegroupsToPublic(service, closed);
          let closedBefore = await readClosedNodegroups(service);
          await importSteps(service, steps, async () => {
            const closedNow = await readClosedNodegroups(service);
            const stored = await queryColumn(service, 'select nodegroup_id::text from nodegroup');
            const opened = [...closedBefore].filter(
              (id) => stored.includes(id) && !closedNow.has(id),
            );
            expect(withVersionTitles(steps, opened)).toEqual(withVersionTitles(steps, []));
            closedBefore = closedNow;
            const { shown, readable } = await readShownAndReadable(service);
            expect(withVersionTitles(steps, shown.features)).toEqual(
              withVersionTitles(steps, readable.features),
            );
            expect(withVersionTitles(steps, shown.values)).toEqual(
              withVersionTitles(steps, readable.values),
            );
            expect(
              withVersionTitles(steps, await findWrongViews(createViewSessions(service))),
            ).toEqual(withVersionTitles(steps, []));
          });
        }),
      );
      await fc.assert(property, { numRuns: triesAllCases ? 6 : 1, endOnFailure: true });
    },
    longTimeout,
  );

  it.runIf(triesAllCases)(
    'keep the derived rows correct: deriving them again from all tiles changes nothing',
    async () => {
      const property = fc.asyncProperty(anySteps, async (steps) =>
        withService(async (service) => {
          await importSteps(service, steps, async () => {
            const { before, after } = await deriveAgain(service);
            expect(withVersionTitles(steps, before)).toEqual(withVersionTitles(steps, after));
          });
        }),
      );
      await fc.assert(property, { numRuns: triesAllCases ? 6 : 1, endOnFailure: true });
    },
    longTimeout,
  );

  it.runIf(triesAllCases)(
    'lose nothing: the first version restores all rows, apart from grants that keep nodegroups closed',
    async () => {
      const property = fc.asyncProperty(anySteps, anyClosedNodegroups, async (steps, closed) =>
        withService(async (service) => {
          await denyNodegroupsToPublic(service, closed);
          // These imports compute the names in the languages that were added after the import of the sample.
          await importVersion(service, { ...placeModel, slug: 'other' });
          await importVersion(service, placeModel);
          const before = { ...(await readDerivedRows(service)), ...(await readModelRows(service)) };
          const grantsBefore = await readClosingGrants(service);
          await importSteps(service, steps, async () => {});
          const problems = await importVersion(service, placeModel);
          const otherProblems = problems.filter(
            (problem) => !problem.startsWith('closed_nodegroup_kept'),
          );
          expect(withVersionTitles(steps, otherProblems)).toEqual(withVersionTitles(steps, []));
          await removeNewClosingGrants(service, grantsBefore);
          const after = { ...(await readDerivedRows(service)), ...(await readModelRows(service)) };
          for (const [table, rows] of Object.entries(before))
            expect(withVersionTitles(steps, { [table]: after[table] })).toEqual(
              withVersionTitles(steps, { [table]: rows }),
            );
        }),
      );
      await fc.assert(property, { numRuns: triesAllCases ? 6 : 1, endOnFailure: true });
    },
    longTimeout,
  );

  it.runIf(triesAllCases)(
    'give the same derived rows as one import of the last version, after leftovers are removed',
    async () => {
      let comparedCount = 0;
      const property = fc.asyncProperty(anySteps, async (steps) => {
        const lastVersion = steps.reduce((version, step) => step.apply(version), placeModel);
        const stored = await withService(async (service) => {
          await importSteps(service, steps, async () => {});
          const problems = await importVersion(service, lastVersion, {
            movesTiles: true,
            removesObsolete: true,
          });
          // A new import would refuse values that have no place in the last version.
          if (codesOf(problems).some((code) => /_kept$|_out_of_place$/.test(code)))
            return undefined;
          return {
            records: await readRecordsOfPlaces(service),
            before: await readDerivedRowsOfPlaces(service),
          };
        });
        if (stored === undefined) return;
        comparedCount += 1;
        await withService(async (newService) => {
          await deletePlaces(newService);
          await importVersion(newService, lastVersion, {
            movesTiles: false,
            removesObsolete: true,
          });
          const { report } = newService.importContext;
          await withJsonFile({ business_data: { resources: stored.records } }, (file) =>
            importResources([file], newService.importContext),
          );
          await refreshImportedNames(newService.importContext);
          const errors = report.listGroups().filter(({ first }) => first.severity === 'error');
          expect(withVersionTitles(steps, errors)).toEqual(withVersionTitles(steps, []));
          const after = await readDerivedRowsOfPlaces(newService);
          for (const [table, rows] of Object.entries(stored.before))
            expect(withVersionTitles(steps, { [table]: after[table] })).toEqual(
              withVersionTitles(steps, { [table]: rows }),
            );
        });
      });
      await fc.assert(property, { numRuns: triesAllCases ? 6 : 1, endOnFailure: true });
      expect(comparedCount).toBeGreaterThan(0);
    },
    longTimeout,
  );
});
