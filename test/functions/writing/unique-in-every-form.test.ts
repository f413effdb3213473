import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { id } from '../../infra/cli/import/graphs/example.ts';
import {
  examples,
  nodeOf,
  specimen,
  specimenId,
  specimenPath,
  specimenTile,
  thesaurus,
} from './every-datatype.ts';
import { refusalOf, sendForm, type MillYard } from './mill-yard.ts';
import type { TestWriter } from './writers.ts';
import { openYardWith } from './yard-with-model.ts';

/** A model in which every value is there once in all resource instances. */
const uniqueSpecimen = {
  ...specimen,
  cards: examples.map(({ datatype }, index) => ({
    cardid: id(2400 + index),
    nodegroup_id: nodeOf(datatype),
    constraints: [
      { constraintid: id(2500 + index), uniquetoallinstances: true, nodes: [nodeOf(datatype)] },
    ],
  })),
};

let yard: MillYard;
let reviewer: TestWriter;

beforeAll(async () => {
  yard = await openYardWith(uniqueSpecimen, thesaurus);
  ({ reviewer } = yard.writers);
});

beforeEach(async () => yard.reset());

afterAll(async () => yard?.service.close());

const copyId = id(2201);
const copyPath = `/resources/specimen/${copyId}`;
const read = async (query: string): Promise<string> =>
  (await reviewer.ask('GET', `/resources/${specimenId}?${query}`)).text();

type Send = (datatype: string, value: unknown) => Promise<Response>;

const record = (datatype: string, value: unknown, ids: object = {}) => ({
  ...ids,
  tiles: [{ ...specimenTile(datatype, value), tileid: id(2301) }],
});

/** Every way to write a copy of the one specimen that there is, by operation and form. */
const ways: readonly (readonly [title: string, send: Send])[] = [
  [
    'PUT /resources/{id} of tile records',
    async (datatype, value) =>
      reviewer.ask(
        'PUT',
        `/resources/${copyId}?format=service-json`,
        record(datatype, value, { graph_id: specimen.graphid }),
      ),
  ],
  [
    'PUT /resources/{graph}/{id} of tile records',
    async (datatype, value) =>
      reviewer.ask('PUT', `${copyPath}?format=service-json`, record(datatype, value)),
  ],
  [
    'PUT of business data',
    async (datatype, value) => {
      const ids = { resourceinstanceid: copyId, graph_id: specimen.graphid, legacyid: null };
      const { tiles } = record(datatype, value);
      const owned = tiles.map((tile) => ({ ...tile, resourceinstance_id: copyId }));
      return reviewer.ask('PUT', copyPath, {
        business_data: { resources: [{ resourceinstance: ids, tiles: owned }] },
      });
    },
  ],
  ...['', '&profile=linked'].flatMap((profile): readonly (readonly [string, Send])[] => [
    [
      `PUT /resources/{graph}/{id} of json-ld${profile}`,
      async () => {
        const text = await read(`format=json-ld${profile}`);
        // A tile keeps its id, which would be one of the first specimen.
        return reviewer.ask('PUT', copyPath, text.replaceAll(id(2300), id(2301)));
      },
    ],
    [
      `POST /resources/{graph} of json-ld${profile}`,
      async () =>
        reviewer.ask('POST', '/resources/specimen', await read(`format=json-ld${profile}`)),
    ],
  ]),
  [
    'POST /resources of tile records',
    async (datatype, value) =>
      reviewer.ask('POST', '/resources', record(datatype, value, { graph_id: specimen.graphid })),
  ],
  [
    'POST /api/tiles',
    async (datatype, value) =>
      reviewer.ask('POST', '/api/tiles', {
        nodegroup_id: nodeOf(datatype),
        data: { [nodeOf(datatype)]: value },
      }),
  ],
  [
    'POST /api/node_value',
    async (datatype, value) =>
      sendForm(reviewer, '/api/node_value/', {
        nodeid: nodeOf(datatype),
        data: typeof value === 'string' ? value : JSON.stringify(value),
      }),
  ],
  [
    'a dry run',
    async (datatype, value) =>
      reviewer.ask('PUT', `${copyPath}?format=service-json&dry_run=true`, record(datatype, value)),
  ],
];

const values = examples.flatMap(({ datatype, good }) =>
  good.filter((value) => value !== null).map((value) => ({ datatype, value })),
);

/** What a form cannot say of a new tile at all is refused as that. */
const isUnsayable = (title: string, datatype: string, value: unknown): boolean =>
  (datatype === 'file-list' && title.includes('linked')) ||
  // A text that looks like JSON stands for what it says there.
  (value === '{"a": 1}' && title === 'POST /api/node_value');

describe.each(values)(
  '$value of datatype $datatype, which is there once',
  ({ datatype, value }) => {
    it('is refused in a copy, by whichever operation and form it is written', async () => {
      const first = await reviewer.ask('PUT', specimenPath, {
        tiles: [specimenTile(datatype, value)],
      });
      expect(first.status).toBe(201);
      const before = await yard.traces();
      for (const [title, send] of ways) {
        if (isUnsayable(title, datatype, value)) continue;
        const [status, , errors] = await refusalOf(await send(datatype, value));
        const codes = errors.map((error) => error.split(' ')[0]);
        expect({ title, status, codes }).toEqual({
          title,
          status: 422,
          codes: ['value_not_unique'],
        });
      }
      expect(await yard.traces()).toBe(before);
    });
  },
);
