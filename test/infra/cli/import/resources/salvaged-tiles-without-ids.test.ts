import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ImportProblem } from '../../../../../infra/cli/import/import-problems.ts';
import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { NAME, TYPE } from '../graphs/example.ts';
import { createTestContext, fingerprint, openWorkshop, type Workshop } from '../importing.ts';
import { monument, monumentGraph, resourceId, tile } from '../monuments.ts';

type Json = Readonly<Record<string, unknown>>;

const nameTile = (name: string, more: Json = {}): Json =>
  tile(0, NAME, { [NAME]: name, ...more }, { tileid: null });

/** The file of one record. The text `damage` in it is damage. */
const toDamagedFile = (number: number, ...tiles: readonly Json[]): string =>
  JSON.stringify([monument(number, tiles)]).replaceAll('"damage"', 'NaN');

describe('a salvaged record with tiles without ids', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
    await workshop.importGraphs(monumentGraph());
  });

  afterAll(async () => workshop.close());

  const importText = async (text: string, salvage: boolean) => {
    const problems: ImportProblem[] = [];
    const context = createTestContext(workshop.stack.dataApi, { salvage });
    await importResources([await workshop.file('records.json', text)], {
      ...context,
      report: { ...context.report, add: (_file, found) => problems.push(...found) },
    });
    return problems;
  };
  const readTiles = async (number: number): Promise<readonly unknown[]> =>
    (
      await workshop.rows(
        `select t.data ->> '${NAME}', t.data ->> '${TYPE}' from tile t where t.resource_id = '${resourceId(number)}' order by 1, 2`,
      )
    ).map(([name, type]) => [name, type]);
  /** The reported records, mended. */
  const mend = (problems: readonly ImportProblem[]): string =>
    JSON.stringify(problems.flatMap(({ leftOut }) => leftOut ?? [])).replaceAll('NaN', 'mended');

  it('changes nothing when it is imported again, also after the reported tile is mended', async () => {
    const file = toDamagedFile(1, nameTile('A'), nameTile('B', { [TYPE]: 'damage' }));
    const problems = await importText(file, true);
    const before = await fingerprint(workshop.stack.owner);
    await importText(file, true);
    expect(await fingerprint(workshop.stack.owner)).toEqual(before);
    await importText(mend(problems), false);
    const mended = [
      ['A', null],
      ['B', 'mended'],
    ];
    expect(await readTiles(1)).toEqual(mended);
    await importText(file, true);
    expect(await readTiles(1)).toEqual(mended);
  });

  it('finds the stored tile that has all its readable values', async () => {
    await importText(toDamagedFile(2, nameTile('A'), nameTile('B', { [TYPE]: 'T' })), false);
    const before = await fingerprint(workshop.stack.owner);
    await importText(toDamagedFile(2, nameTile('B', { [TYPE]: 'damage' }), nameTile('A')), true);
    expect(await fingerprint(workshop.stack.owner)).toEqual(before);
  });

  it('replaces no other tile, neither itself nor when a reported tile is mended and imported', async () => {
    await importText(toDamagedFile(3, nameTile('A'), nameTile('B'), nameTile('C')), false);
    const damaged = toDamagedFile(3, nameTile('D', { [TYPE]: 'damage' }), nameTile('B'));
    const problems = await importText(damaged, true);
    await importText(mend(problems), false);
    expect(await readTiles(3)).toEqual([
      ['A', null],
      ['B', null],
      ['C', null],
      ['D', 'mended'],
    ]);
  });

  it('does not take any tile for one of which no value can be read', async () => {
    await importText(toDamagedFile(4, nameTile('A')), false);
    const damaged = toDamagedFile(4, nameTile('damage'), nameTile('A'));
    await importText(damaged, true);
    await importText(damaged, true);
    expect(await readTiles(4)).toEqual([
      ['A', null],
      [null, null],
    ]);
  });
});
