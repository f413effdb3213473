import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { phaseNodes, surveyNodes } from './building-model.ts';
import { drawConditions, meets, toQuery } from './naive-conditions.ts';
import { callerKinds, drawnFor, openBuildings, type Buildings } from './open-buildings.ts';

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings();
});

afterAll(async () => buildings?.close());

describe('conditions on nodes', () => {
  it.each(callerKinds)(
    'find the records whose readable tiles meet them, page by page in the order of ids, for the %s',
    async (kind) => {
      const { callers, readTiles, findIds } = buildings;
      const caller = callers[kind];
      const tilesById = await readTiles(caller);
      const names = kind === 'reader' ? phaseNodes : [...phaseNodes, ...surveyNodes];
      const questions = drawnFor(kind, 60, (draw) => drawConditions(draw, names));
      let matches = 0;
      for (const conditions of questions) {
        const query = toQuery(conditions);
        const expected = [...tilesById]
          .filter(([, tiles]) => meets(tiles, conditions))
          .map(([id]) => id)
          .toSorted();
        expect([query, await findIds(caller, query)]).toEqual([query, expected]);
        matches += expected.length;
      }
      expect(matches).toBeGreaterThan(questions.length);
    },
  );

  it('on a node that the caller may not read are refused like those on an unknown one', async () => {
    const answers = await Promise.all(
      ['node.isopen=true', 'node.isopem=true'].map(async (query) => {
        const response = await buildings.callers.reader.sendRequest('GET', `/resources/?${query}`);
        return [
          response.status,
          (await response.text()).replaceAll(/isope[nm]|"requestId":"[^"]*"/g, ''),
        ];
      }),
    );
    expect(answers[0]?.[0]).toBe(400);
    expect(answers[0]).toEqual(answers[1]);
  });
});
