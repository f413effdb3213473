import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { edge, graphDocument, id, node, ROOT } from '../graphs/example.ts';
import { createTestContext, openWorkshop, type Workshop } from '../importing.ts';
import { monument, tile } from '../monuments.ts';

const BUILT = id(5);

let workshop: Workshop;

beforeAll(async () => {
  workshop = await openWorkshop();
  await workshop.importGraphs(
    graphDocument({
      name: 'Dated',
      nodes: [
        node(ROOT, 'Monument', null, { istopnode: true, datatype: 'semantic' }),
        node(BUILT, 'Built', BUILT, { datatype: 'edtf' }),
      ],
      edges: [edge(ROOT, BUILT)],
      nodegroups: [{ nodegroupid: BUILT, cardinality: 'n', parentnodegroup_id: null }],
    }),
  );
});

afterAll(async () => workshop?.close());

const readValues = async (): Promise<readonly unknown[]> =>
  (
    await workshop.rows(
      `select t.data ->> '${BUILT}' from tile t where t.data ? '${BUILT}' order by 1`,
    )
  ).map(([value]) => value);

const texts = ['1850/..', '1860/1850', '1900-02-29', '2003-02-29~'];

describe('EDTF dates that no write accepts', () => {
  const importJson = async () => {
    const tiles = [...texts, 'once'].map((text, index) => tile(index, BUILT, { [BUILT]: text }));
    return workshop.importRecords([monument(1, tiles)]);
  };

  it('are stored by an import of JSON, with a warning each', async () => {
    const { problems } = await importJson();
    expect(problems.map(({ code, severity, pointer }) => [code, severity, pointer])).toEqual([
      ['reversed_interval', 'warning', expect.stringContaining(`/tiles/1/data/${BUILT}`)],
      ['no_such_date', 'warning', expect.stringContaining(`/tiles/2/data/${BUILT}`)],
      ['no_such_date', 'warning', expect.stringContaining(`/tiles/3/data/${BUILT}`)],
      ['not_edtf', 'warning', expect.stringContaining(`/tiles/4/data/${BUILT}`)],
    ]);
    expect(await readValues()).toEqual([...texts, 'once']);
  });

  it('are stored by an import of CSV, with a warning each; a cell that is no EDTF is an error', async () => {
    await workshop.stack.owner.write(rawSql('delete from resource'));
    const context = createTestContext(workshop.stack.dataApi);
    const lines = [
      'ResourceID,Built',
      ...[...texts, 'once'].map((text, row) => `r-${row},${text}`),
    ];
    await importResources([await workshop.file('dated.csv', `${lines.join('\n')}\n`)], context);
    expect(context.problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['reversed_interval', 'warning'],
      ['no_such_date', 'warning'],
      ['no_such_date', 'warning'],
      ['not_edtf', 'error'],
    ]);
    expect(await readValues()).toEqual(texts);
  });
});
