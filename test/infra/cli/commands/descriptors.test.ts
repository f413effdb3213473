import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  house,
  houseGraph,
  houseRecord,
  type House,
} from '../../../functions/names/house-model.ts';
import { withJsonFile } from '../../../support/temporary-file.ts';
import { openCommandLineService, type CommandLineService } from '../beside-service.ts';

let service: CommandLineService;

beforeAll(async () => {
  service = await openCommandLineService();
  await withJsonFile(houseGraph(), (file) => service.outputOf('import', 'graphs', file));
});

beforeEach(async () => {
  await importHouses({ 1: { title: 'Yard' }, 2: { title: 'Mill', within: [1] } });
  await service.outputOf('descriptors', 'refresh', '--all');
});

afterAll(async () => service?.close());

async function importHouses(houses: Readonly<Record<number, House>>): Promise<string> {
  const resources = Object.entries(houses).map(([number, content]) =>
    houseRecord(Number(number), content),
  );
  return withJsonFile({ business_data: { resources } }, (file) =>
    service.outputOf('import', 'resources', file),
  );
}

/** Changes the stored name of the first house, but not the names that contain it. */
async function simulateRename(): Promise<void> {
  await service.stack.owner.write({
    text: `with changed as (
  update resource set descriptors = replace(descriptors::text, 'Yard', 'Court')::jsonb
  where resource_id = '${house(1)}'
)
select 1`,
    parameters: [],
  });
}

const readName = async (number: number): Promise<unknown> => {
  const [row] = await service.rows(
    `select descriptors -> 'en-US' -> 'name' ->> 'value' from resource where resource_id = '${house(number)}'`,
  );
  return row?.[0];
};

const readNamesToRefresh = async (): Promise<string> => {
  const info = await service.outputOf('info');
  return info.slice(info.indexOf('Names to refresh'), info.indexOf('Access'));
};

describe('hds descriptors refresh', () => {
  it('updates the names that contain changed names, and reports their number', async () => {
    await simulateRename();
    expect(await readName(2)).toBe('Mill, Yard');
    expect(await service.outputOf('descriptors', 'refresh')).toBe(
      'Resource instances: 1 recomputed, 1 changed\n',
    );
    expect(await readName(2)).toBe('Mill, Court');
    expect(await service.outputOf('descriptors', 'refresh')).toBe(
      'Resource instances: 0 recomputed, 0 changed\n',
    );
  });

  it.each([['--graph', 'house'], ['--all']])(
    'computes all descriptors again: %s',
    async (...options) => {
      await simulateRename();
      expect(await service.outputOf('descriptors', 'refresh', ...options)).toBe(
        'Resource instances: 2 recomputed, 1 changed\n',
      );
      // The tile of the first house still has the old name.
      expect(await readName(1)).toBe('Yard');
      expect(await readName(2)).toBe('Mill, Yard');
    },
  );

  it('reports an unknown graph', async () => {
    const { code, error } = await service.run('descriptors', 'refresh', '--graph', 'castle');
    expect([code, error]).toEqual([
      1,
      expect.stringContaining('no graph with the id or slug castle'),
    ]);
  });
});

describe('hds info', () => {
  it('reports the number of marks that wait for a refresh, and their causes', async () => {
    expect(await readNamesToRefresh()).toBe('Names to refresh\n  none\n');
    await simulateRename();
    expect(await readNamesToRefresh()).toBe(
      'Names to refresh\n  1 mark waits: resource instances whose names changed\n',
    );
  });
});

describe('hds nightly', () => {
  it('updates names, as the nightly schedule does', async () => {
    await simulateRename();
    expect(await service.outputOf('nightly')).toBe('Resource instances: 1 recomputed, 1 changed\n');
    expect(await readNamesToRefresh()).toContain('none');
  });
});

describe('hds import', () => {
  it('updates the names that contain an imported name', async () => {
    await importHouses({ 1: { title: 'Garth' } });
    expect(await readName(2)).toBe('Mill, Garth');
  });
});
