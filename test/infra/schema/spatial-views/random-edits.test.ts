import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createWriters } from '../../../functions/writing/writers.ts';
import { id } from '../../cli/import/graphs/example.ts';
import { differences } from '../../../support/spatial-views/compare.ts';
import type { EditedWorld } from '../../../support/spatial-views/edits/edit.ts';
import { makeAnyEdit } from '../../../support/spatial-views/edits/edits.ts';
import { attributeNodes } from '../../../support/spatial-views/edits/views.ts';
import { nodes } from '../../../support/spatial-views/model.ts';
import { attributesOf, insertView, openSites } from '../../../support/spatial-views/world.ts';

const edits = 1000;
const editsBetweenLooks = 25;

let world: EditedWorld;

beforeAll(async () => {
  const sites = await openSites();
  world = { ...sites, writers: await createWriters(sites.service) };
  const attributes = attributesOf(...attributeNodes);
  const views = [
    { id: id(9001), slug: 'places', attributes },
    {
      id: id(9002),
      slug: 'lieux',
      attributes: attributes.toReversed(),
      language: 'fr',
      srid: 4326,
    },
    { id: id(9003), slug: 'parts', attributes, geometryNode: nodes.part, isMixed: true },
    { id: id(9004), slug: 'teile', attributes, geometryNode: nodes.part, language: 'de-CH' },
    { id: id(9005), slug: 'all_places', attributes, language: 'en-US', isMixed: true, srid: 4326 },
  ];
  for (const view of views) await sites.service.stack.data.write(insertView(view));
});

afterAll(async () => world?.service.close());

describe('every spatial view', () => {
  it('shows nothing until the group of its readers may read something', async () => {
    expect(await differences(world)).toEqual([]);
    const names = ['places_point', 'lieux_polygon', 'parts_mixed_geom'];
    const counts = await world.withSession('reader', async (session) => {
      const found: unknown[] = [];
      for (const name of names) {
        found.push((await session.query(`select count(*) from ${name}`, [], 60_000)).rows[0]?.[0]);
      }
      return found;
    });
    expect(counts).toEqual(['0', '0', '0']);
  });

  it('shows what an evaluation of the stored data gives that begins at nothing', async () => {
    await world.openToReaders();
    expect(await differences(world)).toEqual([]);
  });

  it(`shows the same as that evaluation after ${edits} random edits of all that it depends on`, async () => {
    for (let made = 0; made < edits; made += editsBetweenLooks) {
      const titles: string[] = [];
      for (let place = 0; place < editsBetweenLooks; place += 1) {
        titles.push(await makeAnyEdit(world));
      }
      expect({ after: titles, found: await differences(world) }).toEqual({
        after: titles,
        found: [],
      });
    }
  });
});
