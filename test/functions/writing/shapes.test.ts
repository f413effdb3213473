import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { parseNodegroupId, parseTileId } from '../../../lib/model/ids.ts';
import { jsonPointer } from '../../../lib/model/problem.ts';
import type { TreeTile } from '../../../lib/model/resources/resource-tree.ts';
import { crm, rdfValue } from '../../lib/json-ld/mill.ts';
import {
  allOmissions,
  omitDocumentParts,
  type Omission,
} from '../../lib/json-ld/random/omit-document-parts.ts';
import { withoutIds } from '../../lib/json-ld/random/same-tiles.ts';
import { mapConcurrently } from '../../support/map-concurrently.ts';
import { takeInTurn, takeSample } from '../../support/random/take-sample.ts';
import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import {
  examples,
  nodeOf,
  specimen,
  specimenId,
  specimenPath,
  specimenTile,
  thesaurus,
} from './every-datatype.ts';
import { readRecord, refusalOf, type Mills } from './mills.ts';
import { createWriters, type TestWriter } from './writers.ts';
import { openMillsWith } from './mills-with-model.ts';

const stonehenge = '493bfbb8-7a3b-5058-867d-270d8723152e';
const contentTypes = {
  specification: 'application/ld+json;profile=specification',
  linked: 'application/ld+json; profile="http://www.w3.org/ns/json-ld#expanded linked"',
} as const;
const shapes = ['specification', 'linked'] as const;

/** A resource instance whose documents are written back. */
type Subject = { readonly writer: TestWriter; readonly graph: string; readonly id: string };

async function tilesOf(writer: TestWriter, id: string): Promise<readonly TreeTile[]> {
  const { tiles } = await readRecord(writer, id);
  return tiles.map(({ tileid, nodegroup_id, parenttile_id, sortorder, data }) => ({
    tileId: parseTileId(tileid),
    nodegroupId: parseNodegroupId(nodegroup_id),
    parentTileId: parenttile_id === null ? null : parseTileId(parenttile_id),
    sortOrder: sortorder,
    data,
  }));
}

/** The stored tiles without their ids, in lower case, because jsonld.js writes language tags in lower case. */
async function dataOf(writer: TestWriter, id: string): Promise<string> {
  return JSON.stringify(withoutIds(await tilesOf(writer, id))).toLowerCase();
}

const createdId = (answer: Response): string =>
  answer.headers.get('location')?.split('/').at(-1) ?? '';

type Shape = (typeof shapes)[number];

/**
 * Sends back a document in one shape, each time without some of its parts, by PUT to one of its paths in turn and by POST.
 * @returns the parts without which a request stored other data or had an unexpected status
 */
async function findChangedData(
  { writer, graph, id }: Subject,
  shape: Shape,
  omissions: readonly Omission[],
): Promise<readonly string[]> {
  const read = await writer.sendRequest('GET', `/resources/${id}?profile=${shape}&hidden=false`);
  const completeDocument = await read.text();
  const tileIds = (await tilesOf(writer, id)).map(({ tileId }) => tileId);
  const before = await dataOf(writer, id);
  const created = await writer.sendRequest(
    'POST',
    `/resources/${graph}?hidden=false`,
    completeDocument,
    {
      'content-type': contentTypes[shape],
    },
  );
  // Only a POST of a file in the linked shape is refused: the file must be uploaded before.
  const expectedCopy =
    created.status === 201 ? await dataOf(writer, createdId(created)) : undefined;
  const differences = await mapConcurrently([...omissions.entries()], async ([turn, omission]) => {
    const text = await omitDocumentParts(completeDocument, omission, { resourceId: id, tileIds });
    const paths = [`/resources/${id}`, `/resources/${graph}/${id}`].map(
      (path) => `${path}?hidden=false`,
    );
    const written = await Promise.all(
      takeInTurn(paths, turn, 1).map((path) => writer.sendRequest('PUT', path, text)),
    );
    const copy = await writer.sendRequest('POST', `/resources/${graph}?hidden=false`, text);
    const statuses = [...written, copy].map(({ status }) => status);
    const isSame = {
      status: statuses.every((status) => [200, 201, 422].includes(status)),
      PUT: (await dataOf(writer, id)) === before,
      POST:
        copy.status !== 201 ||
        expectedCopy === undefined ||
        (await dataOf(writer, createdId(copy))) === expectedCopy,
    };
    return Object.values(isSame).every(Boolean)
      ? []
      : [JSON.stringify({ ...omission, statuses, isSame })];
  });
  return differences.flat();
}

/** Every omission of parts in one form of JSON-LD, which has its turn; in each form if tests try all cases. */
const omissionsInTurn = (turn: number): readonly Omission[] =>
  [...Map.groupBy(allOmissions, ({ parts }) => parts.join()).values()].flatMap(
    (inEachForm, index) => takeInTurn(inEachForm, turn + index, 1),
  );

describe('Stonehenge', () => {
  let service: TestService;
  let subject: Subject;

  beforeAll(async () => {
    service = await openSampleService();
    const { reviewer: writer } = await createWriters(service);
    subject = { writer, graph: 'heritage-place', id: stonehenge };
  });

  afterAll(async () => service?.close());

  it.each([`/resources/${stonehenge}`, `/resources/heritage-place/${stonehenge}`])(
    'is not changed by PUT %s of its document without the URI of the model',
    async (path) => {
      const { writer } = subject;
      const completeDocument = await (
        await writer.sendRequest('GET', `/resources/${stonehenge}`)
      ).text();
      const before = await readRecord(writer, stonehenge);
      const storedIds = { resourceId: stonehenge, tileIds: [] };
      const text = await omitDocumentParts(
        completeDocument,
        { parts: ['the model'], form: 'as it is' },
        storedIds,
      );
      expect([completeDocument.includes('/graph/'), text.includes('/graph/')]).toEqual([
        true,
        false,
      ]);
      const written = await writer.sendRequest('PUT', path, text);
      expect(written.status).toBe(200);
      expect(await readRecord(writer, stonehenge)).toEqual(before);
    },
  );

  it.each(shapes.map((shape, turn) => [shape, turn] as const))(
    'keeps its data, or the write is refused, if parts of its document are left out (%s)',
    async (shape, turn) => {
      expect(await findChangedData(subject, shape, omissionsInTurn(turn))).toEqual([]);
    },
    300_000,
  );
});

describe('a value of every datatype', () => {
  let mills: Mills;

  beforeAll(async () => {
    mills = await openMillsWith(specimen, thesaurus);
  });

  afterAll(async () => mills?.service.close());

  const omissions = allOmissions.filter(({ form }) => form === 'as it is');
  const validValues = examples.flatMap(({ datatype, validValues: values }) =>
    takeSample(values, 1).map((value) => ({ datatype, value })),
  );

  it.each(validValues.map((example, turn) => ({ ...example, turn })))(
    'is kept, or the write is refused, if parts of its document are left out: $datatype $value',
    async ({ datatype, value, turn }) => {
      await mills.reset();
      const subject = { writer: mills.writers.reviewer, graph: 'specimen', id: specimenId };
      const put = await subject.writer.sendRequest('PUT', specimenPath, {
        tiles: [specimenTile(datatype, value)],
      });
      expect(put.status).toBe(201);
      for (const shape of takeInTurn(shapes, turn, 1)) {
        const omitted = takeInTurn(omissions, turn, 2);
        expect(await findChangedData(subject, shape, omitted)).toEqual([]);
      }
    },
    60_000,
  );
});

describe('the shape in the profile of Content-Type', () => {
  const texts = { en: { value: 'Old Mill', direction: 'ltr' } };
  const text = JSON.stringify(texts);
  const document = { [crm('P500_has_string')]: { [rdfValue]: text } };
  let mills: Mills;

  beforeAll(async () => {
    mills = await openMillsWith(specimen, thesaurus);
  });

  beforeEach(async () => mills.reset());

  afterAll(async () => mills?.service.close());

  const ways = [
    ['PUT', `/resources/specimen/${specimenId}`],
    ['POST', '/resources/specimen'],
  ] as const;
  const send = (
    [method, path]: (typeof ways)[number],
    contentType: string,
    body: unknown = document,
  ): Promise<Response> =>
    mills.writers.reviewer.sendRequest(method, path, body, { 'content-type': contentType });

  const specificationProfiles = ['specification', 'https://heritage.test/profiles#specification'];
  const profileCases = [
    ...specificationProfiles.map((profile) => ({ profile, stored: texts as unknown })),
    ...['linked', 'http://www.w3.org/ns/json-ld#flattened urn:profile:linked'].map((profile) => ({
      profile,
      stored: text as unknown,
    })),
  ].flatMap((profileCase) => ways.map((way) => ({ ...profileCase, way })));

  it.each(profileCases)(
    'decides how a text is stored: $profile, $way',
    async ({ profile, stored, way }) => {
      const answer = await send(way, `application/ld+json; profile="${profile}"`);
      expect(answer.status).toBe(201);
      const { tiles } = await readRecord(mills.writers.reviewer, createdId(answer));
      expect(tiles.map(({ data }) => data[nodeOf('string')])).toEqual([stored]);
    },
  );

  it.each(ways.map((way) => ({ way })))(
    'is required if the document could have either shape: $way',
    async ({ way }) => {
      for (const contentType of ['application/ld+json', 'application/json;profile=other']) {
        expect(await refusalOf(await send(way, contentType))).toEqual([
          422,
          'unprocessable_document',
          [`shape_unclear ${jsonPointer([crm('P500_has_string'), rdfValue])}`],
        ]);
      }
    },
  );

  it.each(ways.map((way) => ({ way })))(
    'is refused with 400 if the profile contains both shapes: $way',
    async ({ way }) => {
      const both = 'application/ld+json;profile="linked specification"';
      expect(await refusalOf(await send(way, both))).toEqual([
        400,
        'invalid_input',
        ['invalid /content-type'],
      ]);
    },
  );

  it('is part of the request that an Idempotency-Key identifies', async () => {
    const post = (shape: Shape): Promise<Response> =>
      mills.writers.reviewer.sendRequest('POST', '/resources/specimen', document, {
        'content-type': contentTypes[shape],
        'idempotency-key': 'the same document',
      });
    expect((await post('specification')).status).toBe(201);
    expect((await post('specification')).status).toBe(201);
    expect((await post('linked')).status).toBe(422);
  });
});
