import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { takeInTurn, takeSample } from '../../support/random/take-sample.ts';
import { canExpress, sendAs, uniqueSpecimen, waysToCopy } from './copies.ts';
import { examples, specimenId, specimenPath, specimenTile, thesaurus } from './every-datatype.ts';
import { problemOf, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';
import { openMillsWith } from './mills-with-model.ts';

let mills: Mills;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMillsWith(uniqueSpecimen, thesaurus);
  ({ reviewer } = mills.writers);
});

beforeEach(async () => mills.reset());

afterAll(async () => mills?.service.close());

const values = examples.flatMap(({ datatype, validValues }) =>
  validValues.filter((value) => value !== null).map((value) => ({ datatype, value })),
);

describe.each(takeSample(values, 8).map((example, turn) => ({ ...example, turn })))(
  '$value of datatype $datatype, which one resource instance has',
  ({ datatype, value, turn }) => {
    it('is refused in a copy by every tested operation and format, in a dry run too', async () => {
      const creation = await reviewer.sendRequest('PUT', specimenPath, {
        tiles: [specimenTile(datatype, value)],
      });
      expect(creation.status).toBe(201);
      const before = await mills.traces();
      for (const way of takeInTurn(waysToCopy, turn, 4)) {
        if (!canExpress(way, datatype, value)) continue;
        const request = await way.request(datatype, value, reviewer);
        for (const parameters of ['', 'dry_run=true']) {
          const answer = await sendAs(reviewer, request, parameters);
          const { errors } = await problemOf(answer);
          const foundErrors = errors.map(({ code, holder }) => ({ code, holder }));
          const holder = expect.stringContaining(`/resources/${specimenId}`);
          expect({ title: way.title, status: answer.status, foundErrors }).toEqual({
            title: way.title,
            status: 422,
            foundErrors: [{ code: 'value_not_unique', holder }],
          });
        }
      }
      expect(await mills.traces()).toBe(before);
    });
  },
);
