import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { onceIn, pickOne } from '../../support/random/draw.ts';
import { phaseNodes, surveyNodes } from './building-model.ts';
import { drawConditions, meets, toQuery } from './naive-conditions.ts';
import { distance, radii, recordConditions, relationConditions } from './naive-records.ts';
import { callerKinds, drawnFor, openBuildings, type Buildings } from './open-buildings.ts';
import { buildingId, grid } from './random-buildings.ts';

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings();
});

afterAll(async () => buildings?.close());

describe('conditions on places, periods, ids and relations', () => {
  it.each(callerKinds)(
    'find the records that meet them by what the %s may read, also with conditions on nodes',
    async (kind) => {
      const caller = buildings.callers[kind];
      const tilesById = await buildings.readTiles(caller);
      const mayReadSurveys = kind !== 'reader';
      const conditions = mayReadSurveys
        ? [...recordConditions, ...relationConditions]
        : [...recordConditions, ...relationConditions.filter(({ name }) => name === 'related')];
      const names = mayReadSurveys ? [...phaseNodes, ...surveyNodes] : phaseNodes;
      let matches = 0;
      for (const { condition, isNegated, others } of [
        ...conditions.map((condition) => ({ condition, isNegated: false, others: [] })),
        ...drawnFor(kind, 60, (draw) => ({
          condition: pickOne(draw, conditions),
          isNegated: onceIn(draw, 3),
          others: onceIn(draw, 2) ? [] : drawConditions(draw, names).slice(0, 1),
        })),
      ]) {
        // The sign of a relation with values is that of the values.
        const isComplement = isNegated && !condition.name.includes('.node.');
        const query = `${condition.name}=${encodeURIComponent(`${isComplement ? '!' : ''}${condition.sent}`)}&${toQuery(others)}`;
        const expected = [...tilesById]
          .filter(
            ([id, tiles]) =>
              condition.isMet(id, tilesById) !== isComplement &&
              (others.length === 0 || meets(tiles, others)),
          )
          .map(([id]) => id)
          .toSorted();
        expect([query, await buildings.findIds(caller, query)]).toEqual([query, expected]);
        matches += expected.length;
      }
      expect(matches).toBeGreaterThan(60);
    },
  );

  it('measure distances on the ground, which no point of the test is too near to decide', () => {
    const steps = Array.from({ length: grid.size }, (_, step) => step * grid.step);
    const distances = steps.flatMap((east) =>
      steps.map((north) =>
        distance([grid.west, grid.south], [grid.west + east, grid.south + north]),
      ),
    );
    const nearest = Math.min(
      ...distances.flatMap((metres) => radii.map((radius) => Math.abs(metres / radius - 1))),
    );
    expect(nearest).toBeGreaterThan(0.01);
  });

  it('find by the time of the last change in a readable nodegroup', async () => {
    const { administrator } = buildings.callers;
    const all = await buildings.findIds(administrator, '');
    const now = new Date().toISOString();
    const id = buildingId(8);
    const record = await administrator.read(`/resources/${id}?format=service-json`);
    const text = JSON.stringify(record).replace('"height":12', '"height":13');
    await administrator.sendRequest('PUT', `/resources/${id}?format=service-json`, text);
    expect(await buildings.findIds(administrator, 'changed=2020-01-01..')).toEqual(all);
    expect(await buildings.findIds(administrator, `changed=..2020-01-01`)).toEqual([]);
    expect(await buildings.findIds(administrator, `changed=..${now}`)).toEqual(all);
  });
});
