import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { takeInTurn } from '../../support/random/take-sample.ts';
import { withJsonFile } from '../../support/temporary-file.ts';
import { buildingModel } from './building-model.ts';
import { buildingCount, drawn, openBuildings, type Buildings } from './open-buildings.ts';
import { buildingId, drawBuilding } from './random-buildings.ts';

/** So many models have the nodes that a question names. */
const copies = 59;

const resultsSchema = z.object({
  results: z.array(z.object({ values: z.array(z.unknown()) })),
});

let buildings: Buildings;

/** A copy of a document with other ids, except those of the thesaurus. */
function copyOf(document: unknown, copy: number): unknown {
  const text = JSON.stringify(document).replaceAll(
    /00000000(-0000-4000-8000-)(\d{12})/g,
    (id, middle: string, digits: string) =>
      Number(digits) >= 5200 && Number(digits) < 5400
        ? id
        : `${copy.toString(16).padStart(8, '0')}${middle}${digits}`,
  );
  return JSON.parse(text);
}

beforeAll(async () => {
  buildings = await openBuildings();
  const { importContext: context } = buildings.service;
  const [resources = []] = drawn(1, (draw) =>
    Array.from({ length: copies }, (_, index) => {
      const { tiles, ...resourceinstance } = drawBuilding(draw, index, buildingCount);
      return copyOf({ resourceinstance, tiles }, index + 1);
    }),
  );
  for (let copy = 1; copy <= copies; copy += 1) {
    const model = copyOf({ ...buildingModel, slug: `building-${copy}` }, copy);
    await withJsonFile(model, async (file) => importGraphs([file], context));
  }
  await withJsonFile({ business_data: { resources } }, async (file) =>
    importResources([file], context),
  );
});

afterAll(async () => buildings?.close());

const questions = [
  'node.type=Barrow',
  'node.type=!Barrow',
  'node.type=Barrow,House',
  'node.height=*',
  'node.height=!*',
  'node.height=1..12.5',
  'node.built=1800..1900',
  'node.called=mill',
  'period=1850',
  'period=1850&node.type=Barrow',
  'near=-1.77,51.03,2500&node.type=Barrow',
  `filter=${encodeURIComponent("type = 'Barrow' OR height > 10")}`,
  `filter=${encodeURIComponent("none(type = 'House') AND none(height = 12)")}`,
  `related.beside.node.type=House`,
  `related.beside=${buildingId(3)}`,
];

/** The models in their order, each with the beginning of the ids of its records. */
const models = Array.from({ length: copies + 1 }, (_, copy) => ({
  slug: copy === 0 ? 'building' : `building-${copy}`,
  beginning: copy.toString(16).padStart(8, '0'),
}));

describe('a question about a node of sixty models', () => {
  it.each(questions.map((question, index) => [question, index] as const))(
    'finds what it finds in each of them: %s',
    async (question, index) => {
      const caller = buildings.callers.administrator;
      const found = await buildings.findIds(caller, question);
      expect(found).toEqual(found.toSorted());
      for (const { slug, beginning } of takeInTurn(models, index, 12)) {
        expect([slug, found.filter((id) => id.startsWith(beginning))]).toEqual([
          slug,
          await buildings.findIds(caller, `graph=${slug}&${question}`),
        ]);
      }
    },
  );

  it('names in each result the value that meets it', async () => {
    const response = await buildings.callers.administrator.sendRequest(
      'GET',
      '/resources/?format=results&limit=100&node.type=Barrow',
    );
    const { results } = resultsSchema.parse(await response.json());
    expect(results.length).toBeGreaterThan(10);
    for (const { values } of results) {
      expect(values).toMatchObject([
        { node: { alias: 'type' }, display: expect.stringMatching(/barrow/i) },
      ]);
    }
  });
});
