import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Session } from '../../../infra/local/database/database.ts';
import { isObject } from '../../../lib/model/datatypes/values/json-values.ts';
import { runStatement } from '../../support/sample.ts';
import { readViewComments } from '../../support/spatial-views/read-view-comments.ts';
import { compareViews } from '../../support/spatial-views/compare-views.ts';
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
import { takeSample } from '../../support/random/take-sample.ts';

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
const some: readonly string[] = takeSample(
  [...hostileTexts, ...unstorableTexts, ...fc.sample(anyHostileText, 10)],
  16,
);

const attribute = (nodeid: string, description: string) => ({ nodeid, description });

/** Every field of a body, with a given text. */
const fields: Readonly<Record<string, (text: string) => Readonly<Record<string, unknown>>>> = {
  slug: (text) => ({ slug: text }),
  description: (text) => ({ description: text }),
  schema: (text) => ({ schema: text }),
  language: (text) => ({ language: text }),
  'the node of geometries': (text) => ({ geometrynodeid: text }),
  'a node of an attribute': (text) => ({ attributenodes: [attribute(text, '')] }),
  'the description of an attribute': (text) => ({
    attributenodes: [attribute(placeNodeIds.name, text)],
  }),
  'what is no field': (text) => ({ [text]: text }),
};

/**
 * Problems with the views after an answer that reports success.
 * @param nth the index of the text: rows and slugs are checked for every eighth
 */
async function wrongViews(
  body: Readonly<Record<string, unknown>>,
  nth: number,
): Promise<readonly unknown[]> {
  const withRows = nth % 8 === 0 || body['slug'] !== validView.slug;
  const wrong: unknown[] = withRows ? [...(await compareViews({ withSession }))] : [];
  const comments = await withSession('owner', (session) =>
    readViewComments(session, 'public', `${String(body['slug'])}_point`),
  );
  if ((comments[''] ?? '') !== body['description']) wrong.push(comments['']);
  const [first]: readonly unknown[] = Array.isArray(body['attributenodes'])
    ? body['attributenodes']
    : [];
  const described = isObject(first) ? first['description'] : undefined;
  const columns = Object.values(comments).map((comment) => comment ?? '');
  if (typeof described === 'string' && !columns.includes(described)) wrong.push(comments);
  return wrong;
}

/** A request that creates a spatial view, and the body as the service reads it. */
type Making = {
  readonly body: Readonly<Record<string, unknown>>;
  readonly send: () => Promise<Response>;
};

/** Problems after requests, one after the other: each must be a 400 or have right views, and nothing else may change. */
async function harmOf(makings: readonly Making[]): Promise<readonly unknown[]> {
  const before = await withSession('owner', readDatabaseFootprint);
  const harm: unknown[] = [];
  for (const [index, { body, send }] of makings.entries()) {
    const answer = await send();
    const answerBody = await answer.text();
    if (answer.status === 201) {
      harm.push(...(await wrongViews(body, index)).map((found) => ({ body, found })));
      await runStatement(views.service, 'delete from spatial_view');
    } else if (answer.status !== 400)
      harm.push({ body, status: answer.status, answerBody: answerBody });
  }
  if ((await withSession('owner', readDatabaseFootprint)) !== before) harm.push('Something stays.');
  return harm;
}

describe('a hostile text over HTTP', () => {
  it.each(Object.entries(fields))(
    'in %s is a 400 or stands in right views, in a body that makes one',
    async (field, make) => {
      // What is no field is left alone, whatever it is called.
      const texts = field === 'what is no field' ? takeSample(some, 6) : some;
      const makings = texts.map((text): Making => {
        const body = { ...validView, ...make(text) };
        return { body, send: () => views.ask('POST', '/api/spatialviews', { as, body }) };
      });
      expect(await harmOf(makings)).toEqual([]);
    },
  );

  it('in a field of a form is a 400 or stands in right views', async () => {
    const makings = some.map((text): Making => {
      const { attributenodes, ...plain } = { ...validView, description: text };
      const form = new URLSearchParams({
        ...plain,
        attributenodes: JSON.stringify(attributenodes),
      });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return {
        body: { ...plain, attributenodes, description: form.get('description') },
        send: () => views.ask('POST', '/api/spatialviews', { as, body: form.toString(), headers }),
      };
    });
    expect(await harmOf(makings)).toEqual([]);
  });

  it.each(['slug', 'description', 'schema', 'the description of an attribute'])(
    'in %s is a 400 or stands in right views, in a body that changes one',
    async (field) => {
      const before = await withSession('owner', readDatabaseFootprint);
      const kept = await createView(views, {});
      const path = `/api/spatialviews/${kept.spatialviewid}`;
      const valid = { ...validView, schema: 'public', spatialviewid: kept.spatialviewid };
      const harm: unknown[] = [];
      for (const [index, text] of some.entries()) {
        const body = { ...valid, ...fields[field]?.(text) };
        const answer = await views.ask('PUT', path, { as, body });
        const answerBody = await answer.text();
        if (answer.status === 200) harm.push(...(await wrongViews(body, index)));
        else if (answer.status !== 400) harm.push({ body, answerBody });
      }
      expect(harm).toEqual([]);
      await runStatement(views.service, 'delete from spatial_view');
      expect(await withSession('owner', readDatabaseFootprint)).toBe(before);
    },
  );

  it.each(['GET', 'PUT', 'DELETE'])(
    'in the place of an id is no error of ours for %s',
    async (method) => {
      for (const text of some.filter((one) => one.isWellFormed() && one.length < 1000)) {
        const path = `/api/spatialviews/${encodeURIComponent(text)}`;
        const answer = await views.ask(method, path, {
          as,
          ...(method === 'PUT' && { body: validView }),
        });
        expect({ text, status: answer.status }).toEqual({
          text,
          status: expect.toBeOneOf([400, 404, 405]),
        });
      }
    },
  );
});
