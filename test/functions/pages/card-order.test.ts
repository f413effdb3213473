import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { readMigrations } from '../../../infra/schema/migrations.ts';
import { edge, id, node } from '../../infra/cli/import/graphs/example.ts';
import { queryColumn, runStatement } from '../../support/sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { withJsonFile } from '../../support/temporary-file.ts';
import { browserAccept } from './data-pages.ts';

const [graph, root, resource] = [id(900), id(901), id(905)];
const [first, second, third] = [id(902), id(903), id(904)];
const nodegroups = [first, second, third];

/** In the model: first, second, third. On forms: second, first. The third has no card. */
const model = {
  graphid: graph,
  name: 'Ordered',
  isresource: true,
  nodes: [
    node(root, 'Ordered', null, { istopnode: true, datatype: 'semantic' }),
    ...nodegroups.map((nodegroup, index) =>
      node(nodegroup, `Card ${index + 1}`, nodegroup, { datatype: 'string', sortorder: index }),
    ),
  ],
  edges: nodegroups.map((nodegroup) => edge(root, nodegroup)),
  nodegroups: nodegroups.map((nodegroupid) => ({ nodegroupid, cardinality: '1' })),
  cards: [
    { nodegroup_id: first, name: 'Card 1', sortorder: 2 },
    { nodegroup_id: second, name: 'Card 2', sortorder: 1 },
  ],
};

const record = {
  resourceinstance: { resourceinstanceid: resource, graph_id: graph },
  tiles: nodegroups.map((nodegroup, index) => ({
    tileid: id(910 + index),
    nodegroup_id: nodegroup,
    data: { [nodegroup]: { en: { value: `Value ${index + 1}`, direction: 'ltr' } } },
  })),
};

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  const { importContext } = service;
  await withJsonFile(model, (file) => importGraphs([file], importContext));
  await withJsonFile({ business_data: { resources: [record] } }, (file) =>
    importResources([file], importContext),
  );
  await service.openToGuest();
});

afterAll(async () => service?.close());

async function listCards(): Promise<readonly string[]> {
  const response = await service.fetch(`/resources/${resource}`, {
    headers: { accept: browserAccept },
  });
  const page = await response.text();
  return [...page.matchAll(/Value \d/g)].map(([text]) => text);
}

const formOrder = ['Value 2', 'Value 1', 'Value 3'];

describe('the cards on the page of a record', () => {
  it('are in the order of the form, those without a card last', async () => {
    expect(await listCards()).toEqual(formOrder);
  });

  it('are so after an upgrade from a version without the order', async () => {
    const readDocument = () =>
      queryColumn(service, `select md5(p.document::jsonb::text) from publication p`);
    const imported = await readDocument();
    await runStatement(
      service,
      `update publication
set document = regexp_replace(document, ',"cardOrder":[0-9]+', '', 'g')`,
    );
    expect(await readDocument()).not.toEqual(imported);
    const folder = new URL('../../../infra/schema/migrations/', import.meta.url);
    const migration = (await readMigrations(folder)).find(({ name }) =>
      name.endsWith('order-of-cards.sql'),
    );
    for (const statement of migration?.statements ?? []) {
      await runStatement(service, statement);
    }
    expect(await readDocument()).toEqual(imported);
  });
});
