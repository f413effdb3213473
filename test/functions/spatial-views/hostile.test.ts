import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Session } from '../../../infra/local/database/database.ts';
import { isObject } from '../../../lib/model/datatypes/values/json-values.ts';
import { runStatement } from '../../support/sample.ts';
import { readViewComments } from '../../support/spatial-views/read-view-comments.ts';
import { findWrongViews } from '../../support/spatial-views/find-wrong-views.ts';
import { readDatabaseFootprint } from '../../support/spatial-views/footprint.ts';
import {
  anyHostileText,
  hostileTexts,
  unstorableTexts,
} from '../../support/spatial-views/hostile-texts.ts';
import {
  createView,
  openViewsService,
  placeNodeIds,
  validView,
  type ViewsService,
} from './views-service.ts';
import { takeInTurn } from '../../support/random/take-sample.ts';

let views: ViewsService;

beforeAll(async () => {
  views = await openViewsService();
  await runStatement(
    views.service,
    "update account_group set can_read = true where name = 'Spatial View Reader'",
  );
});
afterAll(async () => views?.service.close());

async function withSession<T>(
  role: 'owner' | 'reader',
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await views.service.stack.database.borrowSession(role);
  try {
    return await work(session);
  } finally {
    await session.release();
  }
}

const as = 'administrator' as const;
const anyTexts = fc.sample(anyHostileText, 10);

/** Texts of each kind, which differ from turn to turn. */
const takeTexts = (turn: number): readonly string[] => [
  ...takeInTurn(hostileTexts, turn, 2),
  ...takeInTurn(unstorableTexts, turn, 1),
  ...takeInTurn(anyTexts, turn, 1),
];

const attribute = (nodeid: string, description: string) => ({ nodeid, description });

/** For each field of a body, a function that puts a text into it. */
const fields: Readonly<Record<string, (text: string) => Readonly<Record<string, unknown>>>> = {
  slug: (text) => ({ slug: text }),
  description: (text) => ({ description: text }),
  schema: (text) => ({ schema: text }),
  language: (text) => ({ language: text }),
  'the geometry node': (text) => ({ geometrynodeid: text }),
  'a node of an attribute': (text) => ({ attributenodes: [attribute(text, '')] }),
  'the description of an attribute': (text) => ({
    attributenodes: [attribute(placeNodeIds.name, text)],
  }),
  'an unknown field': (text) => ({ [text]: text }),
};

/**
 * Finds problems with the database views after a successful answer.
 * @param index the index of the text: the rows of the views are checked for every eighth text, and if the slug is not that of the valid
 *   body
 */
async function findProblemsOfView(
  body: Readonly<Record<string, unknown>>,
  index: number,
): Promise<readonly unknown[]> {
  const checksRows = index % 8 === 0 || body['slug'] !== validView.slug;
  const problems: unknown[] = checksRows ? [...(await findWrongViews({ withSession }))] : [];
  const comments = await withSession('owner', (session) =>
    readViewComments(session, 'public', `${String(body['slug'])}_point`),
  );
  if ((comments[''] ?? '') !== body['description']) problems.push(comments['']);
  const [firstAttribute]: readonly unknown[] = Array.isArray(body['attributenodes'])
    ? body['attributenodes']
    : [];
  const expectedComment = isObject(firstAttribute) ? firstAttribute['description'] : undefined;
  const columnComments = Object.values(comments).map((comment) => comment ?? '');
  if (typeof expectedComment === 'string' && !columnComments.includes(expectedComment))
    problems.push(comments);
  return problems;
}

/** A request that creates a spatial view, and the body as the service reads it. */
type CreateRequest = {
  readonly body: Readonly<Record<string, unknown>>;
  readonly send: () => Promise<Response>;
};

/** Sends requests in turn, and finds problems: an answer must be a 400 or leave correct views, and nothing else may change. */
async function findProblems(requests: readonly CreateRequest[]): Promise<readonly unknown[]> {
  const footprintBefore = await withSession('owner', readDatabaseFootprint);
  const problems: unknown[] = [];
  for (const [index, { body, send }] of requests.entries()) {
    const answer = await send();
    const answerBody = await answer.text();
    if (answer.status === 201) {
      problems.push(...(await findProblemsOfView(body, index)).map((found) => ({ body, found })));
      await runStatement(views.service, 'delete from spatial_view');
    } else if (answer.status !== 400)
      problems.push({ body, status: answer.status, answerBody: answerBody });
  }
  if ((await withSession('owner', readDatabaseFootprint)) !== footprintBefore)
    problems.push('Something stays.');
  return problems;
}

describe('a hostile text over HTTP', () => {
  it.each(Object.entries(fields))(
    'in %s of POST is refused with 400, or is stored with correct database views',
    async (field, buildFields) => {
      const requests = takeTexts(Object.keys(fields).indexOf(field)).map((text): CreateRequest => {
        const body = { ...validView, ...buildFields(text) };
        return { body, send: () => views.send('POST', '/api/spatialviews', { as, body }) };
      });
      expect(await findProblems(requests)).toEqual([]);
    },
  );

  it('in a field of a form is refused with 400, or is stored with correct database views', async () => {
    const requests = takeTexts(8).map((text): CreateRequest => {
      const { attributenodes, ...plain } = { ...validView, description: text };
      const form = new URLSearchParams({
        ...plain,
        attributenodes: JSON.stringify(attributenodes),
      });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return {
        body: { ...plain, attributenodes, description: form.get('description') },
        send: () => views.send('POST', '/api/spatialviews', { as, body: form.toString(), headers }),
      };
    });
    expect(await findProblems(requests)).toEqual([]);
  });

  const changedFields = ['slug', 'description', 'schema', 'the description of an attribute'];

  it.each(changedFields)(
    'in %s of PUT is refused with 400, or is stored with correct database views',
    async (field) => {
      const footprintBefore = await withSession('owner', readDatabaseFootprint);
      const createdView = await createView(views, {});
      const path = `/api/spatialviews/${createdView.spatialviewid}`;
      const valid = { ...validView, schema: 'public', spatialviewid: createdView.spatialviewid };
      const problems: unknown[] = [];
      for (const [index, text] of takeTexts(9 + changedFields.indexOf(field)).entries()) {
        const body = { ...valid, ...fields[field]?.(text) };
        const answer = await views.send('PUT', path, { as, body });
        const answerBody = await answer.text();
        if (answer.status === 200) problems.push(...(await findProblemsOfView(body, index)));
        else if (answer.status !== 400) problems.push({ body, answerBody });
      }
      expect(problems).toEqual([]);
      await runStatement(views.service, 'delete from spatial_view');
      expect(await withSession('owner', readDatabaseFootprint)).toBe(footprintBefore);
    },
  );

  const methods = ['GET', 'PUT', 'DELETE'];

  it.each(methods)('in place of an id is answered by %s with 400, 404 or 405', async (method) => {
    const texts = takeTexts(13 + methods.indexOf(method));
    for (const text of texts.filter((one) => one.isWellFormed() && one.length < 1000)) {
      const path = `/api/spatialviews/${encodeURIComponent(text)}`;
      const answer = await views.send(method, path, {
        as,
        ...(method === 'PUT' && { body: validView }),
      });
      expect({ text, status: answer.status }).toEqual({
        text,
        status: expect.toBeOneOf([400, 404, 405]),
      });
    }
  });
});
