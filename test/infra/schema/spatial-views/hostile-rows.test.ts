import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Session } from '../../../../infra/local/database/database.ts';
import { DatabaseError } from '../../../../lib/data-api/errors.ts';
import { sql, text, uuid } from '../../../../lib/data-api/sql.ts';
import { quoteIdentifier } from '../../../support/spatial-views/read-views.ts';
import { readViewComments } from '../../../support/spatial-views/read-view-comments.ts';
import { findWrongViews } from '../../../support/spatial-views/find-wrong-views.ts';
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
  await world.service.stack.dataApi.write(
    sql`delete from tile where nodegroup_id = ${uuid(siteNodegroups.places)} and md5(tile_id::text) > '2'`,
  );
  await world.openToReaders();
});

afterAll(async () => world?.service.close());

const runAsOwner = <T>(work: (session: Session) => Promise<T>): Promise<T> =>
  world.withSession('owner', work);

/** Writes the row of a spatial view. @returns the SQLSTATE if it is refused */
async function writeRow(view: Partial<NewView>): Promise<string | undefined> {
  const row = {
    id: viewId,
    slug: 'hostile',
    attributes: viewAttributes(siteNodes.name),
    ...view,
  };
  try {
    await world.service.stack.dataApi.write(insertTestView(row));
    return undefined;
  } catch (error) {
    if (error instanceof DatabaseError) return error.sqlState;
    throw error;
  }
}

const removeRow = (): Promise<unknown> =>
  world.service.stack.dataApi.write(
    sql`delete from spatial_view where spatial_view_id = ${uuid(viewId)}`,
  );

/** Writes a row, which must be refused, or get correct views with correct comments. @returns what is wrong */
async function findProblems(view: Partial<NewView>): Promise<readonly unknown[]> {
  const code = await writeRow(view);
  if (code !== undefined) return /^(SV00[23]|42602|23514)$/.test(code) ? [] : [code];
  const description = view.description ?? 'A layer of a test';
  const attribute = (view.attributes ?? viewAttributes(siteNodes.name))[0]?.description;
  const name = `${view.slug ?? 'hostile'}_point`;
  const comments = await runAsOwner((session) =>
    readViewComments(session, view.schema ?? 'public', name),
  );
  const problemsOfRow = [
    ...((comments[''] ?? '') === description ? [] : [comments['']]),
    ...(Object.values(comments).some((comment) => (comment ?? '') === attribute) ? [] : [comments]),
    ...(await findWrongViews(world)),
  ];
  await removeRow();
  return problemsOfRow;
}

/** Writes rows one after the other. @returns what is wrong with them, and whether anything else has changed */
async function findProblemsOfRows(views: readonly Partial<NewView>[]): Promise<readonly unknown[]> {
  const before = await runAsOwner(readDatabaseFootprint);
  const problems: unknown[] = [];
  for (const view of views) {
    problems.push(...(await findProblems(view)).map((found) => ({ view, found })));
  }
  if ((await runAsOwner(readDatabaseFootprint)) !== before)
    problems.push('Something else was changed.');
  return problems;
}

const sampledTexts: readonly string[] = takeSample(
  [...hostileTexts, ...fc.sample(anyHostileText, 15)],
  8,
);

const withDescription = (description: string): Partial<NewView> => ({
  description,
  attributes: [{ nodeid: siteNodes.name, description }],
});

describe('a row of spatial_view', () => {
  it('is refused, or has correct views, whatever its slug is', async () => {
    expect(await findProblemsOfRows(sampledTexts.map((slug) => ({ slug })))).toEqual([]);
  });

  it('passes its descriptions unchanged to its views and columns', async () => {
    expect(await findProblemsOfRows(sampledTexts.map(withDescription))).toEqual([]);
  });

  it('is refused if its schema is missing or belongs to the system, whatever its name is', async () => {
    const systemSchemas = [
      'pg_catalog',
      'pg_toast',
      'information_schema',
      'spatial_layer',
      'nowhere',
    ];
    for (const schema of [...hostileTexts, ...systemSchemas]) {
      expect({ schema, code: await writeRow({ schema }) }).toEqual({ schema, code: 'SV003' });
    }
  });

  it('has correct views in an existing schema, whatever its name is', async () => {
    const schemas = ['Wind "mills"', "o'clock", 'a;b', '%I', 'é'.repeat(20)];
    for (const schema of takeSample(schemas, 2)) {
      const name = quoteIdentifier(schema);
      await runAsOwner((session) => session.query(`create schema ${name}`, [], 60_000));
      expect(await findProblemsOfRows([{ schema }])).toEqual([]);
      await runAsOwner((session) => session.query(`drop schema ${name}`, [], 60_000));
    }
  });

  it('has correct columns with distinct names, whatever the aliases of its nodes are', async () => {
    const reserved = ['gid', 'geom', 'tileid', 'ctid', 'xmin', 'tableoid', 'oid', '1850'];
    const attributes = viewAttributes(siteNodes.name, siteNodes.locality, siteNodes.inventory);
    for (const alias of [...takeSample(hostileTexts, 3), ...reserved]) {
      await world.service.stack.dataApi.write(
        sql`update node set alias = ${text(alias)} where graph_id = ${uuid(siteGraphs.site)} and node_id in (${uuid(siteNodes.name)}, ${uuid(siteNodes.locality)})`,
      );
      expect({ alias, wrong: await findProblems({ attributes }) }).toEqual({ alias, wrong: [] });
    }
  });
});
