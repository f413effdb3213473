import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { parseGridReference } from '../../../lib/model/places/grid-reference.ts';
import { openBuildings, type Buildings } from './open-buildings.ts';

let buildings: Buildings;

beforeAll(async () => {
  vi.stubEnv('HDS_GRID_REFERENCES', 'on');
  buildings = await openBuildings();
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await buildings?.close();
});

describe('with HDS_GRID_REFERENCES', () => {
  it('near finds the records around the centre of a square, and its negation the others', async () => {
    const { longitude, latitude } = parseGridReference('SU1525') ?? {};
    const find = (query: string) => buildings.findIds(buildings.callers.administrator, query);
    const found = await find('near=SU%201525,3000');
    const [all, others] = [
      await find('ids=!00000000-0000-4000-8000-000000000000'),
      await find('near=!SU1525,3000'),
    ];
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(all.length);
    expect(found).toEqual(await find(`near=${longitude},${latitude},3000`));
    expect([...found, ...others].toSorted()).toEqual(all);
  });
});
