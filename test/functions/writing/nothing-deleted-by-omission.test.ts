import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { id } from '../../infra/cli/import/graphs/example.ts';
import { crm, graphId } from '../../lib/json-ld/mill.ts';
import { baseUrl } from '../../support/service.ts';
import { oldMill } from './every-write.ts';
import { takeInTurn } from '../../support/random/take-sample.ts';
import { millNodes } from './mill-service.ts';
import {
  openMills,
  plannedBy,
  problemOf,
  readRecord,
  refusalOf,
  type MillRecord,
  type Mills,
} from './mills.ts';
import type { TestWriter } from './writers.ts';

let mills: Mills;
let reviewer: TestWriter;
let mill: MillRecord;
let before: string;

beforeAll(async () => {
  mills = await openMills();
  ({ reviewer } = mills.writers);
});

beforeEach(async () => {
  await mills.reset();
  mill = await readRecord(reviewer);
  before = await mills.traces();
});

afterAll(async () => mills?.service.close());

const header = { resourceinstanceid: oldMill, graph_id: graphId };

/** The layouts of tile records: how each contains a header and other members, and the pointer to the record. */
const layouts = {
  flat: { write: (members: object): object => ({ ...header, ...members }), pointer: '' },
  nested: {
    write: (members: object): object => ({ resourceinstance: header, ...members }),
    pointer: '',
  },
  'business data': {
    write: (members: object): object => ({
      business_data: { resources: [{ resourceinstance: header, ...members }] },
    }),
    pointer: '/business_data/resources/0',
  },
} as const;

const puts = ['', '?format=json', '?format=service-json', '?dry_run', '?missing=keep'].flatMap(
  (query) => [`/resources/${oldMill}${query}`, `/resources/mill/${oldMill}${query}`],
);
const posts = ['/resources/', '/resources/mill', '/resources/mill?format=service-json&dry_run'];
const requests = [
  ...puts.map((path) => ['PUT', path] as const),
  ...posts.map((path) => ['POST', path] as const),
];

/** Some of the requests, so that the refused documents together try each of them several times; all if tests try all cases. */
let turn = 0;
const takeRequests = () => takeInTurn(requests, (turn += 1), 4);

describe.each(Object.entries(layouts))(
  'a document of tile records, %s',
  (_, { write, pointer }) => {
    it.each([
      ['has no tiles', () => ({}), ['no_tiles ']],
      ['has null instead of tiles', () => ({ tiles: null }), ['no_tiles ']],
      [
        'has an object instead of tiles',
        () => ({ tiles: {} }),
        ['no_tiles ', 'invalid_record /tiles'],
      ],
      [
        'has its tiles in a member in other letter case',
        () => ({ Tiles: mill.tiles }),
        ['no_tiles ', 'wrong_letter_case /Tiles'],
      ],
      [
        'has a known member in other letter case',
        () => ({ tiles: mill.tiles, TILES: [] }),
        ['wrong_letter_case /TILES'],
      ],
      [
        'has a tile with a known member in other letter case',
        () => ({ tiles: mill.tiles.map(({ tileid, ...tile }) => ({ ...tile, tileId: tileid })) }),
        [0, 1, 2, 3].map((index) => `wrong_letter_case /tiles/${index}/tileId`),
      ],
      [
        'has tiles without data',
        () => ({
          tiles: [
            { ...mill.tiles[0], data: undefined },
            { ...mill.tiles[1], data: null },
            { ...mill.tiles[2], data: undefined, Data: {} },
          ],
        }),
        [
          'no_data /tiles/0',
          'no_data /tiles/1',
          'no_data /tiles/2',
          'wrong_letter_case /tiles/2/Data',
        ],
      ],
    ])('is refused with a 400 by every operation if it %s', async (_title, members, errors) => {
      for (const [method, path] of takeRequests()) {
        const answer = await reviewer.sendRequest(method, path, write(members()));
        const expected = errors.map((error) => error.replace(' ', ` ${pointer}`));
        expect([method, path, ...(await refusalOf(answer))]).toEqual([
          method,
          path,
          400,
          'unreadable_document',
          expected,
        ]);
      }
      expect(await mills.traces()).toBe(before);
    });

    it('deletes all tiles if it has an empty list of tiles', async () => {
      const answer = await reviewer.sendRequest(
        'PUT',
        `/resources/${oldMill}`,
        write({ tiles: [] }),
      );
      expect(answer.status).toBe(200);
      expect((await readRecord(reviewer)).tiles).toEqual([]);
    });

    it('changes nothing with all members that GET, lists and exports write, and reports none as ignored', async () => {
      const tiles = mill.tiles.map((tile) => ({
        ...tile,
        provisionaledits: [{ user: '1', value: {}, status: 'review' }],
        pending_review: [tile.tileid],
        transaction_id: id(900),
        tiles: {},
      }));
      const repeatingRequests = requests.filter(
        ([method, path]) => method === 'PUT' || path.includes('dry_run'),
      );
      for (const [method, path] of repeatingRequests) {
        const answer = await reviewer.sendRequest(method, path, write({ tiles, metadata: {} }));
        expect([answer.status < 300, answer.headers.get('x-ignored')]).toEqual([true, null]);
      }
      expect(await mills.traces()).toBe(before);
    });

    it('is stored without its unknown members, which the answer and dry runs report', async () => {
      const tiles = mill.tiles.map((tile) => ({ ...tile, colour: 'red' }));
      const pointers = mill.tiles.map((_tile, index) => `${pointer}/tiles/${index}/colour`);
      for (const [method, path] of requests) {
        const answer = await reviewer.sendRequest(method, path, write({ tiles }));
        expect([answer.status < 300, answer.headers.get('x-ignored')]).toEqual([
          true,
          [pointers.length, ...pointers.map((part) => `#${part}`)].join(' '),
        ]);
      }
      for (const [method, path] of requests.filter(([, path]) => path.includes('dry_run'))) {
        const answer = await reviewer.sendRequest(method, path, write({ tiles }));
        expect(await answer.json()).toMatchObject({
          ignored: {
            total: 4,
            first: pointers.map((part) => ({ code: 'unknown_member', pointer: part })),
          },
        });
      }
    });
  },
);

describe('a document of tile records', () => {
  it.each([
    ['business_data', { Business_Data: { resources: [] } }, 'wrong_letter_case /Business_Data'],
    [
      'resources',
      { business_data: { Resources: [{ resourceinstance: header, tiles: [] }] } },
      'wrong_letter_case /business_data/Resources',
    ],
    [
      'resourceinstance',
      { ResourceInstance: header, tiles: [] },
      'wrong_letter_case /ResourceInstance',
    ],
    [
      'legacyid',
      { resourceinstance: { ...header, LegacyID: '7' }, tiles: [] },
      'wrong_letter_case /resourceinstance/LegacyID',
    ],
  ])('is refused if it has %s in other letter case', async (_, document, error) => {
    const path = `/resources/${oldMill}?format=json`;
    const [status, , errors] = await refusalOf(await reviewer.sendRequest('PUT', path, document));
    expect([status, errors]).toEqual([400, expect.arrayContaining([error])]);
    expect(await mills.traces()).toBe(before);
  });

  it('reports unknown members of the file and the header', async () => {
    const { tiles } = mill;
    const document = {
      business_data: {
        resources: [{ resourceinstance: { ...header, colour: 1 }, tiles, shape: 2 }],
        relations: [],
        size: 3,
      },
      graph: [],
      reference_data: {},
      weight: 4,
    };
    const answer = await reviewer.sendRequest('PUT', `/resources/${oldMill}`, document);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-ignored')?.split(' ').toSorted()).toEqual(
      [
        '4',
        '#/weight',
        '#/business_data/size',
        '#/business_data/resources/0/shape',
        '#/business_data/resources/0/resourceinstance/colour',
      ].toSorted(),
    );
  });

  it.each(['service-json', 'json'])(
    'changes nothing and reports nothing if it is the answer of GET: %s',
    async (format) => {
      const path = `/resources/${oldMill}?format=${format}`;
      const answer = await reviewer.sendRequest('PUT', path, await reviewer.read(path));
      expect([answer.status, answer.headers.get('x-ignored')]).toEqual([200, null]);
      expect(await mills.traces()).toBe(before);
    },
  );

  it('changes nothing and reports nothing if it is an element of a list of resource instances, with proposals', async () => {
    const [tile] = mill.tiles;
    const proposal = { ...tile, data: { ...tile?.data, [millNodes.name]: 'Proposed Mill' } };
    const { author } = mills.writers;
    await author.sendRequest('PUT', `/resources/${oldMill}`, {
      ...mill,
      tiles: [proposal, ...mill.tiles.slice(1)],
    });
    const list = await author.read(`/resources?graph_uuid=${graphId}&format=arches-json`);
    const listed = [list]
      .flat()
      .find((item) => Object(item).resourceinstance?.resourceinstanceid === oldMill);
    expect(JSON.stringify(listed)).toContain('"provisionaledits":[{"user":');
    const traces = await mills.traces();
    const answer = await author.sendRequest('PUT', `/resources/${oldMill}`, listed);
    expect([answer.status, answer.headers.get('x-ignored')]).toEqual([200, null]);
    expect(await mills.traces()).toBe(traces);
  });
});

describe('a JSON-LD document without values', () => {
  const uri = `${baseUrl}/resources/${oldMill}`;
  const documents: readonly (readonly [string, object, string])[] = [
    ['only @id', { '@id': uri }, ''],
    [
      '@id and @type',
      { '@id': uri, '@type': [`${baseUrl}/graph/${graphId}`, crm('E22_Man-Made_Object')] },
      '',
    ],
    ['empty properties', { '@id': uri, [crm('P1_is_identified_by')]: [] }, ''],
    ['properties of null', { '@id': uri, [crm('P1_is_identified_by')]: null }, ''],
    [
      'only ignored properties',
      { '@id': uri, 'https://elsewhere.example/colour': 'red' },
      'unknown=ignore',
    ],
  ];
  const types = [
    'application/ld+json',
    'application/ld+json;profile=specification',
    'application/ld+json;profile=linked',
  ];
  const paths = [
    `/resources/${oldMill}?hidden=false`,
    `/resources/mill/${oldMill}?format=json&hidden=false`,
    `/resources/${oldMill}?format=json-ld&dry_run&hidden=false`,
  ];

  it.each(documents.map(([title, ...rest], index) => [title, index, ...rest] as const))(
    'is refused with no_values if tiles are stored: %s',
    async (_, index, document, query) => {
      for (const [pathIndex, path] of paths.entries()) {
        for (const type of takeInTurn(types, index + pathIndex, 1)) {
          const answer = await reviewer.sendRequest('PUT', `${path}&${query}`, document, {
            'content-type': type,
          });
          expect([path, type, ...(await refusalOf(answer))]).toEqual([
            path,
            type,
            422,
            'unprocessable_document',
            ['no_values '],
          ]);
        }
      }
      expect(await mills.traces()).toBe(before);
    },
  );

  it('names the number of tiles that it would delete, and the parameter that allows it', async () => {
    const answer = await reviewer.sendRequest('PUT', `/resources/${oldMill}`, { '@id': uri });
    const [{ detail } = { detail: '' }] = (await problemOf(answer)).errors;
    expect(detail).toContain('all 4 tiles');
    expect(detail).toContain('empty=true');
  });

  it('deletes all tiles with empty=true, as its dry run says', async () => {
    const path = `/resources/${oldMill}?empty=true`;
    const planned = await reviewer.sendRequest('PUT', `${path}&dry_run`, { '@id': uri });
    expect((await plannedBy(planned)).deleted.toSorted()).toEqual(
      mill.tiles.map(({ tileid }) => tileid).toSorted(),
    );
    const answer = await reviewer.sendRequest('PUT', path, { '@id': uri });
    expect([answer.status, (await readRecord(reviewer)).tiles]).toEqual([200, []]);
  });

  it('changes nothing with missing=keep', async () => {
    const path = `/resources/${oldMill}?missing=keep`;
    const answer = await reviewer.sendRequest('PUT', path, { '@id': uri });
    expect([answer.status, await mills.traces()]).toEqual([200, before]);
  });

  it('is stored where no tile is stored', async () => {
    const newMill = id(7790);
    const document = { '@id': `${baseUrl}/resources/${newMill}` };
    for (const status of [201, 200]) {
      const answer = await reviewer.sendRequest('PUT', `/resources/mill/${newMill}`, document);
      expect(answer.status).toBe(status);
    }
    expect((await reviewer.sendRequest('POST', '/resources/mill', document)).status).toBe(201);
  });
});
