import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { boolean, rawSql, sql, uuid } from '../../../../lib/data-api/sql.ts';
import { createWriters } from '../../../functions/writing/writers.ts';
import { id } from '../../cli/import/graphs/example.ts';
import type { EditableWorld } from '../../../support/spatial-views/edits/edit.ts';
import { applyRandomEdit } from '../../../support/spatial-views/edits/apply-random-edit.ts';
import { attributeNodeIds } from '../../../support/spatial-views/edits/views.ts';
import { triesAllCases } from '../../../support/random/take-sample.ts';
import { siteNodes } from '../../../support/world/sites/site-model.ts';
import {
  viewAttributes,
  insertTestView,
  openSiteWorld,
} from '../../../support/world/sites/site-world.ts';

const maxEdits = 300;
const minEdits = triesAllCases ? maxEdits : 100;

let world: EditableWorld;

beforeAll(async () => {
  const sites = await openSiteWorld();
  world = { ...sites, writers: await createWriters(sites.service) };
  await world.openToReaders();
  const attributes = viewAttributes(...attributeNodeIds);
  const views = [
    { id: id(9801), slug: 'whole', attributes },
    { id: id(9802), slug: 'degrees', attributes, language: 'fr', srid: 4326, isMixed: true },
    { id: id(9803), slug: 'parts', attributes, geometryNode: siteNodes.part, language: 'de-CH' },
  ];
  for (const view of views) await world.service.stack.dataApi.write(insertTestView(view));
});

afterAll(async () => world?.service.close());

/** The rows of all views with their gids, as texts. */
async function readContents(): Promise<readonly unknown[]> {
  return world.withSession('owner', async (session) => {
    const { rows: views } = await session.query(
      `select format('%I.%I', n.nspname, c.relname)
from pg_catalog.pg_class c
join pg_namespace n on n.oid = c.relnamespace
where c.relkind = 'v' and c.relname ~ '_(point|linestring|polygon|mixed_geom)$'
order by 1`,
      [],
      60_000,
    );
    const contents: unknown[] = [];
    for (const [view] of views) {
      const { rows } = await session.query(
        `select v::text from ${String(view)} v order by gid`,
        [],
        60_000,
      );
      contents.push({ view, rows: rows.flat() });
    }
    return contents;
  });
}

describe('the rows of a spatial view', () => {
  it.runIf(triesAllCases)(
    'are the same after many random edits and after the view is filled again',
    async () => {
      let contentsAfterEdits: readonly unknown[] = [];
      for (let edit = 1; edit <= maxEdits; edit += 1) {
        await applyRandomEdit(world);
        if (edit < minEdits) continue;
        contentsAfterEdits = await readContents();
        // The last edits can have closed or removed all views.
        if (JSON.stringify(contentsAfterEdits).includes('(')) break;
      }
      expect(JSON.stringify(contentsAfterEdits)).toContain('(');
      const { owner } = world.service.stack;
      const activeViews = await owner.read(
        rawSql('select v.spatial_view_id::text from spatial_view v where v.is_active'),
      );
      expect(activeViews.length).toBeGreaterThan(0);
      for (const view of activeViews.flat()) {
        for (const isActive of [false, true]) {
          await owner.write(sql`update spatial_view
set is_active = ${boolean(isActive)}
where spatial_view_id = ${uuid(String(view))}`);
        }
      }
      expect(await readContents()).toEqual(contentsAfterEdits);
    },
  );
});
