import { globSync } from 'node:fs';

import { afterEach, describe, expect, it } from 'vitest';

import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { storedResults } from '../../../infra/schema/stored-results.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { createImportContext } from '../../support/import-context.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';
import { findTestData } from '../../support/test-data.ts';

const modelSets = ['v5demo/pkg', 'afs-model/pkg', 'fpan-no-ontology'].filter(
  (name) => findTestData(name) !== undefined,
);

let stack: TestStack | undefined;

afterEach(async () => stack?.close());

describe('the widgets of nodes', () => {
  it.each(modelSets)('are the same after an upgrade as after an import: %s', async (name) => {
    const { owner, dataApi } = (stack = await openTestStack());
    const readStored = async () => ({
      nodes: await owner.read(
        rawSql(`select n.node_id::text, md5(n.widget::text), n.is_searchable::text
from node n
order by n.node_id`),
      ),
      publications: await owner.read(
        rawSql(`select p.publication_id::text, md5(p.document::jsonb::text)
from publication p
order by p.publication_id`),
      ),
    });
    const files = globSync(`${findTestData(name)}/graphs/resource_models/*.{json,json.gz}`);
    await importGraphs(files.toSorted(), createImportContext(dataApi));
    const imported = await readStored();
    expect(imported.nodes.filter(([, widget]) => widget !== null).length).toBeGreaterThan(50);
    for (const statement of [
      'update node set widget = null, is_searchable = true',
      `update publication
set document = jsonb_set(
  document::jsonb,
  '{nodes}',
  (
    select jsonb_agg(n.node - 'widget' order by n.position)
    from jsonb_array_elements(document::jsonb -> 'nodes') with ordinality as n (node, position)
  )
)::text`,
    ]) {
      await owner.write(rawSql(statement));
    }
    expect(await readStored()).not.toEqual(imported);
    const result = storedResults.find(({ afterMigrations }) =>
      afterMigrations?.includes('034-widgets-of-nodes.sql'),
    );
    for (const statement of result?.rebuild ?? []) await owner.write(statement);
    expect(await readStored()).toEqual(imported);
  });
});
