import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createWriters } from '../../../functions/writing/writers.ts';
import { id } from '../../cli/import/graphs/example.ts';
import { findWrongViews } from '../../../support/spatial-views/find-wrong-views.ts';
import type { EditableWorld } from '../../../support/spatial-views/edits/edit.ts';
import {
  applyRandomEdit,
  shuffleEdits,
} from '../../../support/spatial-views/edits/apply-random-edit.ts';
import { attributeNodeIds } from '../../../support/spatial-views/edits/views.ts';
import { siteNodes } from '../../../support/world/sites/site-model.ts';
import {
  viewAttributes,
  insertTestView,
  openSiteWorld,
} from '../../../support/world/sites/site-world.ts';
import { repeat } from '../../../support/random/draw.ts';
import { triesAllCases } from '../../../support/random/take-sample.ts';

/** How many times all kinds of edits are shuffled and applied. */
const rounds = triesAllCases ? 10 : 1;
const editsPerComparison = 25;

let world: EditableWorld;

beforeAll(async () => {
  const sites = await openSiteWorld();
  world = { ...sites, writers: await createWriters(sites.service) };
  const attributes = viewAttributes(...attributeNodeIds);
  const views = [
    { id: id(9001), slug: 'places', attributes },
    {
      id: id(9002),
      slug: 'lieux',
      attributes: attributes.toReversed(),
      language: 'fr',
      srid: 4326,
    },
    { id: id(9003), slug: 'parts', attributes, geometryNode: siteNodes.part, isMixed: true },
    { id: id(9004), slug: 'teile', attributes, geometryNode: siteNodes.part, language: 'de-CH' },
    { id: id(9005), slug: 'all_places', attributes, language: 'en-US', isMixed: true, srid: 4326 },
  ];
  for (const view of views) await sites.service.stack.dataApi.write(insertTestView(view));
});

afterAll(async () => world?.service.close());

describe('every spatial view', () => {
  it('shows nothing until the group of its readers may read something', async () => {
    expect(await findWrongViews(world)).toEqual([]);
    const names = ['places_point', 'lieux_polygon', 'parts_mixed_geom'];
    const counts = await world.withSession('reader', async (session) => {
      const rowCounts: unknown[] = [];
      for (const name of names) {
        rowCounts.push(
          (await session.query(`select count(*) from ${name}`, [], 60_000)).rows[0]?.[0],
        );
      }
      return rowCounts;
    });
    expect(counts).toEqual(['0', '0', '0']);
  });

  it('shows the same as an evaluation of the stored data from scratch', async () => {
    await world.openToReaders();
    expect(await findWrongViews(world)).toEqual([]);
  });

  it('shows the same as an evaluation from scratch, also after random edits of its sources', async () => {
    const kindsOfEdits = repeat(rounds, () => shuffleEdits(world.draw)).flat();
    for (let editCount = 0; editCount < kindsOfEdits.length; editCount += editsPerComparison) {
      const titles: string[] = [];
      for (const kind of kindsOfEdits.slice(editCount, editCount + editsPerComparison)) {
        titles.push(await applyRandomEdit(world, kind));
      }
      expect({ after: titles, differences: await findWrongViews(world) }).toEqual({
        after: titles,
        differences: [],
      });
    }
  }, 600_000);
});
