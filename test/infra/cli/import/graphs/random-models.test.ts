import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { refreshImportedNames } from '../../../../../infra/cli/import/refresh-imported-names.ts';
import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { readEach } from '../../../../functions/every-answer.ts';
import { queryColumn, runStatement } from '../../../../support/sample.ts';
import type { TestService } from '../../../../support/service.ts';
import { compareViews } from '../../../../support/spatial-views/compare-views.ts';
import { withJsonFile } from '../../../../support/temporary-file.ts';
import {
  denyNodegroupsToPublic,
  codesOf,
  derivedRows,
  importVersion,
  modelRows,
} from './model-service.ts';
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

/** Grants that close a nodegroup. */
const closingGrant = `nodegroup_id || ' ' || coalesce('group ' || account_group_id, 'account ' || account_id)`;

const closingGrants = (service: TestService): Promise<readonly string[]> =>
  queryColumn(service, `select ${closingGrant} from nodegroup_grant where no_access order by 1`);

/** Takes grants away that imports wrote to keep nodegroups closed. @param before those that there were before */
async function openAgain(service: TestService, before: readonly string[]): Promise<void> {
  const kept = before.map((grant) => `'${grant}'`).join(',');
  await runStatement(
    service,
    `delete from nodegroup_grant where no_access and ${closingGrant} not in (${kept})`,
  );
}

const features = z.object({
  features: z.array(
    z.object({ properties: z.looseObject({ tileid: z.string(), nodeid: z.string() }) }),
  ),
});
const document = z.object({
  tiles: z.array(
    z.object({
      tileid: z.string(),
      data: z.record(z.string(), z.unknown()),
    }),
  ),
});

/** What the public is shown of tiles and of features, and what it is to be shown. */
async function shownAndReadable(service: TestService) {
  const closed = await closedToPublic(service);
  const { tiles, nodes } = await storedValues(service);
  const isOpen = (tile: string, nodeId: string): boolean =>
    !closed.has(tile) && !closed.has(nodes.get(nodeId)?.nodegroup_id ?? '');
  const shown = features.parse(await service.fetchJson('/geojson'));
  const resources = [...new Set(tiles.map((tile) => tile.resource_id))].slice(0, 20);
  const answers = await readEach(
    service,
    resources.map((id) => `/resources/${id}?format=service-json&hidden=false`),
  );
  const shownTiles = answers
    .filter(({ status }) => status === 200)
    .flatMap(({ body }) => document.parse(JSON.parse(body)).tiles);
  return {
    shown: {
      features: [
        ...new Set(
          shown.features.map(({ properties: { tileid, nodeid } }) => `${tileid} ${nodeid}`),
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
                isCollection(value) &&
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

const isCollection = (value: unknown): boolean =>
  z.object({ features: z.array(z.unknown()).nonempty() }).safeParse(value).success;

const sessions = (service: TestService): Parameters<typeof compareViews>[0] => ({
  withSession: async (role, work) => {
    const session = await service.stack.database.borrowSession(role);
    try {
      return await work(session);
    } finally {
      await session.release();
    }
  },
});

/** Features and relations as they are, and as they are derived anew of all tiles. */
async function derivedAgain(service: TestService) {
  const before = await derivedRows(service);
  await runStatement(service, 'delete from feature');
  await runStatement(service, 'delete from resource_relation where tile_id is not null');
  await runStatement(service, 'update tile set data = data');
  return { before, after: await derivedRows(service) };
}

/** The records of all places, as a file of business data has them. */
async function recordsOfPlaces(service: TestService): Promise<readonly unknown[]> {
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
where r.graph_id = '${place.graphid}'
order by r.resource_id`,
  );
  return rows.map((row): unknown => JSON.parse(row));
}

/** What is derived, of names those of places alone: others have the languages of the time at which they were computed. */
async function derivedOfPlaces(
  service: TestService,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const { descriptors, source, ...derived } = await derivedRows(service);
  const places = await queryColumn(
    service,
    `select resource_id::text from resource where graph_id = '${place.graphid}'`,
  );
  const ofPlaces = (rows: readonly string[] = []) =>
    rows.filter((row) =>
      places.some((id) => row.includes(`"resource_id": "${id}"`) || row.startsWith(`["${id}"`)),
    );
  return { ...derived, descriptors: ofPlaces(descriptors), source: ofPlaces(source) };
}

/** Takes away all data of places, so that nothing keeps what a version of their model lacks. */
async function emptyOfPlaces(service: TestService): Promise<void> {
  await runStatement(service, `delete from resource where graph_id = '${place.graphid}'`);
  await runStatement(service, 'delete from former_nodegroup');
}

describe('whatever versions of a model are imported', () => {
  it(
    'what was closed stays closed, and the public is shown a value where it may read the nodegroup of the tile and that of the node, and nowhere else',
    async () => {
      const property = fc.asyncProperty(versions, anyClosed, async (steps, closed) =>
        withService(async (service) => {
          await denyNodegroupsToPublic(service, closed);
          let closedBefore = await closedToPublic(service);
          await importSteps(service, steps, async () => {
            const closedNow = await closedToPublic(service);
            const stored = await queryColumn(service, 'select nodegroup_id::text from nodegroup');
            const opened = [...closedBefore].filter(
              (id) => stored.includes(id) && !closedNow.has(id),
            );
            expect(found(steps, opened)).toEqual(found(steps, []));
            closedBefore = closedNow;
            const { shown, readable } = await shownAndReadable(service);
            expect(found(steps, shown.features)).toEqual(found(steps, readable.features));
            expect(found(steps, shown.values)).toEqual(found(steps, readable.values));
            expect(found(steps, await compareViews(sessions(service)))).toEqual(found(steps, []));
          });
        }),
      );
      await fc.assert(property, { numRuns: triesAllCases ? 6 : 2, endOnFailure: true });
    },
    aLongTime,
  );

  it(
    'what is derived is what is derived of all tiles anew',
    async () => {
      const property = fc.asyncProperty(versions, async (steps) =>
        withService(async (service) => {
          await importSteps(service, steps, async () => {
            const { before, after } = await derivedAgain(service);
            expect(found(steps, before)).toEqual(found(steps, after));
          });
        }),
      );
      await fc.assert(property, { numRuns: triesAllCases ? 6 : 2, endOnFailure: true });
    },
    aLongTime,
  );

  it(
    'the first version gives back all that there was with it, once what was kept closed is opened: models, features, relations, names, rights, rows of views',
    async () => {
      const property = fc.asyncProperty(versions, anyClosed, async (steps, closed) =>
        withService(async (service) => {
          await denyNodegroupsToPublic(service, closed);
          // Texts in all languages that have come since the sample was imported.
          await importVersion(service, { ...place, slug: 'other' });
          await importVersion(service, place);
          const before = { ...(await derivedRows(service)), ...(await modelRows(service)) };
          const closing = await closingGrants(service);
          await importSteps(service, steps, async () => {});
          const problems = await importVersion(service, place);
          const left = problems.filter((problem) => !problem.startsWith('closed_nodegroup_kept'));
          expect(found(steps, left)).toEqual(found(steps, []));
          await openAgain(service, closing);
          const after = { ...(await derivedRows(service)), ...(await modelRows(service)) };
          for (const [table, rows] of Object.entries(before))
            expect(found(steps, { [table]: after[table] })).toEqual(
              found(steps, { [table]: rows }),
            );
        }),
      );
      await fc.assert(property, { numRuns: triesAllCases ? 6 : 2, endOnFailure: true });
    },
    aLongTime,
  );

  it(
    'and their leftovers moved and removed, what is derived is what a new import of the last version and of all data gives',
    async () => {
      let compared = 0;
      const property = fc.asyncProperty(versions, async (steps) =>
        withService(async (service) => {
          const last = steps.reduce((version, step) => step.next(version), place);
          await importSteps(service, steps, async () => {});
          const left = await importVersion(service, last, {
            movesTiles: true,
            removesObsolete: true,
          });
          // What has no place in the last version would be refused by a new import.
          if (codesOf(left).some((code) => /_kept$|_out_of_place$/.test(code))) return;
          compared += 1;
          const records = await recordsOfPlaces(service);
          const before = await derivedOfPlaces(service);
          await withService(async (other) => {
            await emptyOfPlaces(other);
            await importVersion(other, last, { movesTiles: false, removesObsolete: true });
            const { report } = other.importContext;
            await withJsonFile({ business_data: { resources: records } }, (file) =>
              importResources([file], other.importContext),
            );
            await refreshImportedNames(other.importContext);
            const errors = report.first().filter(({ severity }) => severity === 'error');
            expect(found(steps, errors)).toEqual(found(steps, []));
            const after = await derivedOfPlaces(other);
            for (const [table, rows] of Object.entries(before))
              expect(found(steps, { [table]: after[table] })).toEqual(
                found(steps, { [table]: rows }),
              );
          });
        }),
      );
      await fc.assert(property, { numRuns: triesAllCases ? 6 : 2, endOnFailure: true });
      expect(compared).toBeGreaterThan(1);
    },
    aLongTime,
  );
});
