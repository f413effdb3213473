import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DatabaseError } from '../../../../lib/data-api/errors.ts';
import { boolean, json, sql, text, uuid, type Statement } from '../../../../lib/data-api/sql.ts';
import { skipWithoutNativeServer } from '../../../support/has-native-server.ts';
import { triesAllCases } from '../../../support/random/take-sample.ts';
import { findWrongViews } from '../../../support/spatial-views/find-wrong-views.ts';
import { readerGroup } from '../../../support/world/reader-group.ts';
import {
  siteConceptValues,
  siteGraphs,
  siteNodegroups,
  siteNodes,
} from '../../../support/world/sites/site-model.ts';
import {
  viewAttributes,
  insertTestView,
  openSiteWorld,
  type SiteWorld,
} from '../../../support/world/sites/site-world.ts';
import { id } from '../../cli/import/graphs/example.ts';

const isSkipped = skipWithoutNativeServer();
const writerCount = 6;
const writesPerWriter = triesAllCases ? 20 : 8;
const view = id(9801);
const siteId = (writer: number): string => id(9810 + writer);
const tileId = (writer: number, number: number): string => id(98_000 + writer * 100 + number);

const point = (east: number) => ({
  type: 'FeatureCollection',
  features: [
    { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [east, 1] } },
  ],
});
const english = (value: string) => ({ en: { value, direction: 'ltr' } });

const writeTile = (writer: number, number: number, nodegroup: string, values: unknown): Statement =>
  sql`insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
values (${uuid(tileId(writer, number))}, ${uuid(siteId(writer))}, ${uuid(nodegroup)}, 0, ${json(values)})
on conflict (tile_id) do update set data = excluded.data`;

/** The writes of one writer: tiles of its own site, which it creates and deletes. */
function* writesOf(writer: number): Generator<Statement> {
  for (let number = 0; number < writesPerWriter; number += 1) {
    yield sql`insert into resource (resource_id, graph_id) values (${uuid(siteId(writer))}, ${uuid(siteGraphs.site)}) on conflict do nothing`;
    yield writeTile(writer, number % 4, siteNodegroups.places, {
      [siteNodes.geometry]: point(number),
    });
    yield writeTile(writer, 10, siteNodegroups.names, {
      [siteNodes.name]: english(`name ${number}`),
      [siteNodes.kind]: siteConceptValues.millEnglish,
    });
    if (number % 7 === 6)
      yield sql`delete from resource where resource_id = ${uuid(siteId(writer))}`;
  }
}

/** Concurrent changes of the view, of rights and of labels. */
function* viewChanges(): Generator<Statement> {
  for (let number = 0; number < writesPerWriter; number += 1) {
    yield sql`update spatial_view set is_active = ${boolean(number % 2 === 1)} where spatial_view_id = ${uuid(view)}`;
    yield sql`update account_group set can_read = ${boolean(number % 3 > 0)} where name = ${text(readerGroup)}`;
    yield sql`update concept_value set value = ${text(`label ${number}`)} where value_id = ${uuid(siteConceptValues.millEnglish)}`;
  }
}

describe.skipIf(isSkipped)('spatial views during many concurrent writes', () => {
  let world: SiteWorld;

  beforeAll(async () => {
    world = await openSiteWorld();
    await world.openToReaders();
    const attributes = viewAttributes(siteNodes.name, siteNodes.kind);
    await world.service.stack.dataApi.write(insertTestView({ id: view, slug: 'busy', attributes }));
    await world.service.stack.dataApi.write(
      insertTestView({ id: id(9802), slug: 'calm', attributes, isMixed: true }),
    );
  });

  afterAll(async () => world?.service.close());

  it('show exactly the stored data in the end, and no write ends in a deadlock', async () => {
    const refusals: unknown[] = [];
    const execute = async (statements: Iterable<Statement>): Promise<void> => {
      for (const statement of statements) {
        await world.service.stack.dataApi.write(statement).catch((error: unknown) => {
          if (!(error instanceof DatabaseError)) throw error;
          // The creation of a view waits for writers only for a limited time.
          if (error.sqlState !== '55P03') refusals.push(error.message);
        });
      }
    };
    const writers = Array.from({ length: writerCount }, (_, writer) => execute(writesOf(writer)));
    await Promise.all([...writers, execute(viewChanges())]);
    expect(refusals).toEqual([]);
    expect(await findWrongViews(world)).toEqual([]);
  });
});
