import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { house, houseGraph, houseRecord, type House } from '../../functions/names/house-model.ts';
import { withJsonFile } from '../../support/temporary-file.ts';
import { openBesideService, type BesideService } from './beside-service.ts';

let service: BesideService;

beforeAll(async () => {
  service = await openBesideService();
  await withJsonFile(houseGraph(), (file) => service.said('import', 'graphs', file));
});

beforeEach(async () => {
  await imported({ 1: { title: 'Yard' }, 2: { title: 'Mill', within: [1] } });
  await service.said('descriptors', 'refresh', '--all');
});

afterAll(async () => service?.close());

async function imported(houses: Readonly<Record<number, House>>): Promise<string> {
  const resources = Object.entries(houses).map(([number, one]) => houseRecord(Number(number), one));
  return withJsonFile({ business_data: { resources } }, (file) =>
    service.said('import', 'resources', file),
  );
}

/** Simulates a changed name of the first house that has not been applied to other names. */
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

const nameOf = async (number: number): Promise<unknown> => {
  const [row] = await service.rows(
    `select descriptors -> 'en-US' -> 'name' ->> 'value' from resource where resource_id = '${house(number)}'`,
  );
  return row?.[0];
};

const namesToRefresh = async (): Promise<string> => {
  const info = await service.said('info');
  return info.slice(info.indexOf('Names to refresh'), info.indexOf('Access'));
};

describe('hds descriptors refresh', () => {
  it('updates the names that contain changed names, and reports their number', async () => {
    await simulateRename();
    expect(await nameOf(2)).toBe('Mill, Yard');
    expect(await service.said('descriptors', 'refresh')).toBe(
      'Resource instances: 1 computed anew, 1 with other texts\n',
    );
    expect(await nameOf(2)).toBe('Mill, Court');
    expect(await service.said('descriptors', 'refresh')).toBe(
      'Resource instances: 0 computed anew, 0 with other texts\n',
    );
  });

  it.each([['--graph', 'house'], ['--all']])(
    'computes all descriptors again: %s',
    async (...options) => {
      await simulateRename();
      expect(await service.said('descriptors', 'refresh', ...options)).toBe(
        'Resource instances: 2 computed anew, 1 with other texts\n',
      );
      // The tile of the first house still has the old name.
      expect(await nameOf(1)).toBe('Yard');
      expect(await nameOf(2)).toBe('Mill, Yard');
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
  it('reports the number of waiting marks and their causes', async () => {
    expect(await namesToRefresh()).toBe('Names to refresh\n  none\n');
    await simulateRename();
    expect(await namesToRefresh()).toBe(
      'Names to refresh\n  1 mark waits: resource instances whose names changed\n',
    );
  });
});

describe('hds nightly', () => {
  it('does the same as the nightly schedule', async () => {
    await simulateRename();
    expect(await service.said('nightly')).toBe(
      'Resource instances: 1 computed anew, 1 with other texts\n',
    );
    expect(await namesToRefresh()).toContain('none');
  });
});

describe('hds import', () => {
  it('updates names after an import', async () => {
    await imported({ 1: { title: 'Garth' } });
    expect(await nameOf(2)).toBe('Mill, Garth');
  });
});
