import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Session } from '../../../../infra/local/database/database.ts';
import { DatabaseError } from '../../../../lib/data-api/errors.ts';
import { sql, text, uuid } from '../../../../lib/data-api/sql.ts';
import { quoteIdentifier } from '../../../support/spatial-views/read-views.ts';
import { readViewComments } from '../../../support/spatial-views/read-view-comments.ts';
import { compareViews } from '../../../support/spatial-views/compare-views.ts';
import { readDatabaseFootprint } from '../../../support/spatial-views/footprint.ts';
import { anyHostileText, hostileTexts } from '../../../support/spatial-views/hostile-texts.ts';
import { siteGraphs, siteNodegroups, siteNodes } from '../../../support/world/sites/site-model.ts';
import {
  viewAttributes,
  insertTestView,
  openSiteWorld,
  type NewView,
  type SiteWorld,
} from '../../../support/world/sites/site-world.ts';
import { takeSample } from '../../../support/random/take-sample.ts';
import { id } from '../../cli/import/graphs/example.ts';

const viewId = id(9300);

let world: SiteWorld;

beforeAll(async () => {
  world = await openSiteWorld();
  // A few features are enough, because the views are created often.
  await world.service.stack.data.write(
    sql`delete from tile where nodegroup_id = ${uuid(siteNodegroups.places)} and md5(tile_id::text) > '2'`,
  );
  await world.openToReaders();
});

afterAll(async () => world?.service.close());

const owner = <T>(work: (session: Session) => Promise<T>): Promise<T> =>
  world.withSession('owner', work);

/** Writes a spatial view. @returns the SQLSTATE where it is refused */
async function written(view: Partial<NewView>): Promise<string | undefined> {
  const whole = {
    id: viewId,
    slug: 'hostile',
    attributes: viewAttributes(siteNodes.name),
    ...view,
  };
  try {
    await world.service.stack.data.write(insertTestView(whole));
    return undefined;
  } catch (error) {
    if (error instanceof DatabaseError) return error.sqlState;
    throw error;
  }
}

const removed = (): Promise<unknown> =>
  world.service.stack.data.write(
    sql`delete from spatial_view where spatial_view_id = ${uuid(viewId)}`,
  );

/** Problems after a row was written: it must be refused, or its views and their comments must be right. */
async function wrongWith(view: Partial<NewView>): Promise<readonly unknown[]> {
  const code = await written(view);
  if (code !== undefined) return /^(SV00[23]|42602|23514)$/.test(code) ? [] : [code];
  const description = view.description ?? 'A layer of a test';
  const attribute = (view.attributes ?? viewAttributes(siteNodes.name))[0]?.description;
  const name = `${view.slug ?? 'hostile'}_point`;
  const comments = await owner((session) =>
    readViewComments(session, view.schema ?? 'public', name),
  );
  const wrong = [
    ...((comments[''] ?? '') === description ? [] : [comments['']]),
    ...(Object.values(comments).some((comment) => (comment ?? '') === attribute) ? [] : [comments]),
    ...(await compareViews(world)),
  ];
  await removed();
  return wrong;
}

/** Problems of rows, written one after the other, and whether anything else has changed in the end. */
async function harmOf(views: readonly Partial<NewView>[]): Promise<readonly unknown[]> {
  const before = await owner(readDatabaseFootprint);
  const harm: unknown[] = [];
  for (const view of views) {
    harm.push(...(await wrongWith(view)).map((found) => ({ view, found })));
  }
  if ((await owner(readDatabaseFootprint)) !== before) harm.push('Something else was changed.');
  return harm;
}

const some: readonly string[] = takeSample([...hostileTexts, ...fc.sample(anyHostileText, 15)], 20);

const described = (description: string): Partial<NewView> => ({
  description,
  attributes: [{ nodeid: siteNodes.name, description }],
});

describe('a row of spatial_view', () => {
  it('is refused, or has right views, whatever its slug is', async () => {
    expect(await harmOf(some.map((slug) => ({ slug })))).toEqual([]);
  });

  it('gives its views and columns the very descriptions that it has', async () => {
    expect(await harmOf(some.map(described))).toEqual([]);
  });

  it('is refused where its schema is not there or of the system, whatever it is called', async () => {
    const system = ['pg_catalog', 'pg_toast', 'information_schema', 'spatial_layer', 'nowhere'];
    for (const schema of [...hostileTexts, ...system]) {
      expect({ schema, code: await written({ schema }) }).toEqual({ schema, code: 'SV003' });
    }
  });

  it('has right views in a schema with any name that is open to it', async () => {
    for (const schema of ['Wind "mills"', "o'clock", 'a;b', '%I', 'é'.repeat(20)]) {
      const name = quoteIdentifier(schema);
      await owner((session) => session.query(`create schema ${name}`, [], 60_000));
      expect(await harmOf([{ schema }])).toEqual([]);
      await owner((session) => session.query(`drop schema ${name}`, [], 60_000));
    }
  });

  it('has columns that can be told apart, whatever the aliases of its nodes are', async () => {
    const reserved = ['gid', 'geom', 'tileid', 'ctid', 'xmin', 'tableoid', 'oid', '1850'];
    const attributes = viewAttributes(siteNodes.name, siteNodes.locality, siteNodes.inventory);
    for (const alias of [...takeSample(hostileTexts, 12), ...reserved]) {
      await world.service.stack.data.write(
        sql`update node set alias = ${text(alias)} where graph_id = ${uuid(siteGraphs.site)} and node_id in (${uuid(siteNodes.name)}, ${uuid(siteNodes.locality)})`,
      );
      expect({ alias, wrong: await wrongWith({ attributes }) }).toEqual({ alias, wrong: [] });
    }
  });
});
