import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importConcepts } from '../../../../infra/cli/import/concepts/import-concepts.ts';
import { importGraphs } from '../../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../../infra/cli/import/resources/import-resources.ts';
import { sql, text } from '../../../../lib/data-api/sql.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { readerGroup } from '../../../support/world/reader-group.ts';
import { viewAttributes, insertTestView } from '../../../support/world/sites/site-world.ts';
import { withTextFile } from '../../../support/temporary-file.ts';
import { findTestData } from '../../../support/test-data.ts';
import { id } from '../../cli/import/graphs/example.ts';

const fixtures = findTestData('arches-fixtures/fixtures');

/** The only concept that the records refer to: a label that every instance of Arches has in its thesaurus. */
const conceptXml = `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#">
  <skos:Concept rdf:about="http://fixture.test/${id(9101)}">
    <skos:prefLabel xml:lang="en">{"id": "ac41d9be-79db-4256-b368-2f4559cfbe55", "value": "is related to"}</skos:prefLabel>
  </skos:Concept>
</rdf:RDF>`;

const geometryNodeId = '95b2c8de-1cf8-11ef-971a-0242ac130005';
/** The attributes in the order of the columns, with their values for the bat willow. */
const expectedAttributes: Readonly<Record<string, string>> = {
  'a379b7ac-1cf8-11ef-ab82-0242ac130005': 'ABC123',
  'bee90060-1cf8-11ef-971a-0242ac130005': 'Bat Willow',
  'ccfe0a6a-1cf8-11ef-971a-0242ac130005': '2024-05-10',
  'd1a59230-1cf9-11ef-a1fe-0242ac130005': 'is related to',
  'd2a55a44-1cf9-11ef-a1fe-0242ac130005': 'true',
  'd2f5d474-1cf9-11ef-a1fe-0242ac130005': 'non-local',
  'e514005a-1cf8-11ef-971a-0242ac130005': '2010',
  'e674837a-1cf8-11ef-971a-0242ac130005': '11111',
  'e70850dc-1cf8-11ef-971a-0242ac130005': 'https://www.cnbc.com',
  'fe3a586c-1cf9-11ef-a1fe-0242ac130005': '1',
  '298ef7ac-1cfa-11ef-a1fe-0242ac130005': 'Arches Project, elastic.png',
  '0e65f1d4-1cf9-11ef-971a-0242ac130005': 'is related to',
  '0e8d1560-1cfa-11ef-a1fe-0242ac130005': 'george, john, ringo, Paul',
  '348eb80a-1cf9-11ef-ab82-0242ac130005': 'Bat Willow',
  '54fc2d0c-1cf9-11ef-ab82-0242ac130005': 'Other Model 2',
};

describe.skipIf(fixtures === undefined)('the spatial view of the fixture', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await openTestService();
    const { importContext, stack } = service;
    const models = ['SpatialViews_Test_Model.json', 'SpatialViews_Other_Model.json'];
    await importGraphs(
      models.map((name) => `${fixtures}/resource_graphs/${name}`),
      importContext,
    );
    await withTextFile('concept.xml', conceptXml, (file) => importConcepts([file], importContext));
    const data = ['Spatialviews_Other_Model_Data.json', 'SpatialViews_Test_Model_Data.json'];
    await importResources(
      data.map((name) => `${fixtures}/data/json/${name}`),
      importContext,
    );
    await stack.dataApi.write(
      sql`update account_group set can_read = true where name = ${text(readerGroup)}`,
    );
    await stack.dataApi.write(
      insertTestView({
        id: id(9102),
        slug: 'fixture',
        geometryNode: geometryNodeId,
        attributes: viewAttributes(...Object.keys(expectedAttributes)),
      }),
    );
  });

  afterAll(async () => service?.close());

  it('has the same rows as in Arches, with file titles, labels and lists in their order', async () => {
    const session = await service.stack.database.borrowSession('reader');
    try {
      const { rows, fields } = await session.query('select * from fixture_polygon', [], 60_000);
      const names = fields.map(({ name }) => name);
      expect(names.slice(0, 5)).toEqual(['gid', 'tileid', 'nodeid', 'geom', 'resourceinstanceid']);
      expect(rows.map((row) => row.slice(5))).toEqual([Object.values(expectedAttributes)]);
      expect(rows[0]?.slice(1, 3)).toEqual([
        '15178db7-d1b0-4b4c-ba40-bb888c036156',
        geometryNodeId,
      ]);
      expect(rows[0]?.[4]).toBe('eb65e0f7-1374-41d5-a8f5-8013aad69b5f');
      const lines = await session.query(
        'select name, other_models_list from fixture_linestring',
        [],
        60_000,
      );
      expect(lines.rows).toEqual([['Oxford Area 1', 'Other Model 2, Other Model 1']]);
      const points = await session.query('select 1 from fixture_point', [], 60_000);
      expect(points.rows).toEqual([]);
    } finally {
      await session.release();
    }
  });
});
