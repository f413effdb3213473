import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { problemOf, readRecord, refusalOf, sendForm, type Mills } from './mills.ts';
import { entryId, entryPath, numberTile, register, registerNodes, shelfTile } from './register.ts';
import type { TestWriter } from './writers.ts';
import { openMillsWith } from './mills-with-model.ts';

const { number, remark } = registerNodes;

let mills: Mills;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMillsWith(register);
  ({ reviewer } = mills.writers);
});

beforeEach(async () => mills.reset());

afterAll(async () => mills?.service.close());

const put = (entryNumber: number, ...tiles: readonly unknown[]): Promise<Response> =>
  reviewer.sendRequest('PUT', entryPath(entryNumber), { tiles });

/** The values of the number node in an entry. */
const numbersOf = async (entryNumber: number): Promise<readonly unknown[]> =>
  (await readRecord(reviewer, entryId(entryNumber))).tiles.map(({ data }) => data[number]);

describe('a value that must be unique in all resource instances', () => {
  beforeEach(async () => {
    await put(1, numberTile(2201, '1987.1'));
    await put(2, numberTile(2202, '1987.2'));
  });

  it.each([
    [
      'PUT of tile records',
      '/tiles/1',
      () => put(2, numberTile(2202, '1987.2'), numberTile(2203, '1987.1')),
    ],
    [
      'PUT of JSON-LD',
      expect.stringMatching(/^\/http:~1~1www\.cidoc-crm\.org~1cidoc-crm~1P48_/),
      async () => {
        const text = await (await reviewer.sendRequest('GET', `/resources/${entryId(2)}`)).text();
        return reviewer.sendRequest(
          'PUT',
          `/resources/${entryId(2)}`,
          text.replace('1987.2', '1987.1'),
        );
      },
    ],
    [
      'POST of tile records',
      '/tiles/0',
      () =>
        reviewer.sendRequest('POST', '/resources/register', {
          tiles: [numberTile(2203, '1987.1')],
        }),
    ],
    [
      'POST /api/tiles',
      '',
      () =>
        reviewer.sendRequest('POST', '/api/tiles', {
          nodegroup_id: number,
          resourceinstance_id: entryId(2),
          data: { [number]: '1987.1' },
        }),
    ],
    [
      'POST /api/node_value',
      '',
      () =>
        sendForm(reviewer, '/api/node_value/', {
          nodeid: number,
          tileid: numberTile(2202, '').tileid,
          data: '1987.1',
        }),
    ],
  ])(
    'is refused in a second resource instance with a pointer and the URI of its holder: %s',
    async (_, pointer, send) => {
      const before = await mills.traces();
      const answer = await send();
      const { errors } = await problemOf(answer.clone());
      expect(errors).toMatchObject([
        { holder: expect.stringMatching(`^https?://.*/resources/${entryId(1)}$`) },
      ]);
      const [status, , [error = '', ...otherErrors]] = await refusalOf(answer);
      expect([status, ...error.split(' '), ...otherErrors]).toEqual([
        422,
        'value_not_unique',
        pointer,
      ]);
      expect(await mills.traces()).toBe(before);
    },
  );

  it('is refused by a dry run too', async () => {
    const answer = await reviewer.sendRequest('PUT', `${entryPath(3)}&dry_run=true`, {
      tiles: [numberTile(2203, '1987.1')],
    });
    expect(await refusalOf(answer)).toEqual([
      422,
      'unprocessable_document',
      ['value_not_unique /tiles/0'],
    ]);
  });

  it('may be sent again in the same tile, with a change of another node', async () => {
    expect((await put(1, numberTile(2201, '1987.1', 'in the cellar'))).status).toBe(200);
    const fields = { nodeid: remark, tileid: numberTile(2201, '').tileid, data: 'in the attic' };
    expect((await sendForm(reviewer, '/api/node_value/', fields)).status).toBe(200);
  });

  it.each([
    ['its resource instance', () => reviewer.sendRequest('DELETE', `/resources/${entryId(1)}`)],
    ['its tile', () => put(1)],
    ['the value itself', () => put(1, numberTile(2201, '1987.3'))],
  ])('may be used again after the deletion of %s', async (_, remove) => {
    expect((await remove()).status).toBe(200);
    expect((await put(2, numberTile(2202, '1987.1'))).status).toBe(200);
    expect(await numbersOf(2)).toEqual(['1987.1']);
  });

  it('may be swapped with the value of another tile in one document', async () => {
    await put(1, numberTile(2201, '1987.1'), numberTile(2203, '1987.3'));
    const answer = await put(1, numberTile(2201, '1987.3'), numberTile(2203, '1987.1'));
    expect([answer.status, await numbersOf(1)]).toEqual([200, ['1987.3', '1987.1']]);
  });

  it('is refused in both tiles if two tiles of one document have it', async () => {
    const before = await mills.traces();
    expect(
      await refusalOf(await put(3, numberTile(2203, '1987.3'), numberTile(2204, '1987.3'))),
    ).toEqual([
      422,
      'unprocessable_document',
      ['value_not_unique /tiles/0', 'value_not_unique /tiles/1'],
    ]);
    expect(await mills.traces()).toBe(before);
  });
});

describe('ten thousand different values of a node that must be unique', () => {
  it('are stored by one request', async () => {
    const tiles = Array.from({ length: 10_000 }, (_, index) =>
      numberTile(100_000 + index, `1987.${index}`),
    );
    expect((await put(1, ...tiles)).status).toBe(201);
  });
});

describe('a unique value in two requests at the same time', () => {
  it.each([
    ['PUT', (entryNumber: number) => put(entryNumber, numberTile(2200 + entryNumber, '1987.1'))],
    [
      'POST /api/tiles',
      (entryNumber: number) =>
        reviewer.sendRequest('POST', '/api/tiles', {
          ...numberTile(2200 + entryNumber, '1987.1'),
          resourceinstance_id: entryId(entryNumber),
        }),
    ],
  ])('is stored by one request and refused with 422 in the other: %s', async (_, send) => {
    for (const round of [1, 2, 3]) {
      const entryNumbers = [round * 10, round * 10 + 1];
      for (const entryNumber of entryNumbers) await put(entryNumber);
      const answers = await Promise.all(entryNumbers.map(send));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
      const numbers = (await Promise.all(entryNumbers.map(numbersOf))).flat();
      expect(numbers).toEqual(['1987.1']);
      for (const entryNumber of entryNumbers) await put(entryNumber);
    }
  });
});

describe('a value that must be unique within each resource instance', () => {
  it('may be used in two resource instances', async () => {
    expect((await put(1, shelfTile(2201, 'A 1'))).status).toBe(201);
    expect((await put(2, shelfTile(2202, 'A 1'))).status).toBe(201);
  });

  it('is refused in a second tile of the same resource instance', async () => {
    await put(1, shelfTile(2201, 'A 1'));
    const before = await mills.traces();
    expect(await refusalOf(await put(1, shelfTile(2201, 'A 1'), shelfTile(2202, 'A 1')))).toEqual([
      422,
      'unprocessable_document',
      ['value_not_unique /tiles/1'],
    ]);
    expect(await mills.traces()).toBe(before);
  });
});
