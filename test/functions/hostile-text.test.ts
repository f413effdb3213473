import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { newSecret } from '../../lib/identity/random-secrets.ts';
import { maxBodyBytes } from '../../lib/http/request/request-body.ts';
import { sessionCookieName } from '../../lib/http/request/session-challenge.ts';
import { formCookie } from '../../lib/pages/html-page.ts';
import { openGateway } from '../gateway/emulator/gateway.ts';
import { listRoutedOperations, type RoutedOperation } from '../gateway/operations.ts';
import { everyWrite, oldMill, placeMills } from './writing/every-write.ts';
import { readFootprint } from './writing/read-footprint.ts';
import { millNodes, openMillService, type MillService } from './writing/mill-service.ts';
import { mapConcurrently } from '../support/map-concurrently.ts';
import { takeInTurn, triesAllCases } from '../support/random/take-sample.ts';

/** Characters that PostgreSQL cannot store. */
const unstorable = { 'U+0000': '\0', 'half of a surrogate pair': '\uD800' };
const formType = { 'content-type': 'application/x-www-form-urlencoded' };
const jsonType = { 'content-type': 'application/json' };
const secret = newSecret();
const cookies = { cookie: `${sessionCookieName}=${secret}.1; ${formCookie}=${secret}` };

let mills: MillService;
let operations: readonly RoutedOperation[];

beforeAll(async () => {
  mills = await openMillService();
  operations = await listRoutedOperations((await openGateway()).api);
});

beforeEach(async () => placeMills(mills.service));
afterAll(async () => mills?.service.close());

const refusalStatuses: ReadonlySet<number> = new Set([400, 404]);

/** Sends requests. @returns those with an unexpected status; without expectedStatuses, that is 500 or more */
async function findUnexpected(
  sentRequests: readonly (readonly [
    what: string,
    request: Parameters<MillService['sendRequest']>[0],
    expectedStatuses?: ReadonlySet<number> | undefined,
  ])[],
): Promise<readonly string[]> {
  const unexpected: string[] = [];
  await mapConcurrently(sentRequests, async ([what, request, expectedStatuses]) => {
    const { status } = await mills.sendRequest({
      ...request,
      headers: { ...cookies, ...request.headers },
    });
    const isExpected = expectedStatuses?.has(status) ?? status < 500;
    if (!isExpected) unexpected.push(`${request.method} ${request.path}, ${what}: ${status}`);
  });
  return unexpected;
}

/** The paths of an operation with a text in place of each variable in turn. */
function pathsWith(routed: RoutedOperation, text: string): readonly string[] {
  const variables = [...routed.resourcePath.matchAll(/\{[^}]+\}/g)].map(([name]) => name);
  return variables.map((variable) =>
    routed.resourcePath
      .replace(variable, encodeURIComponent(text))
      .replaceAll(/\{[^}]+\}/g, '3f2a9a30-7c1c-4e0e-9d0a-5b1f6c7d8e9f'),
  );
}

/** Replaces each text and each name in a JSON value in turn. */
function* replaceEachText(value: unknown, change: (text: string) => string): Generator {
  if (typeof value === 'string') yield change(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    for (const changedMember of replaceEachText(member, change)) {
      yield Array.isArray(value)
        ? value.map((item: unknown, index) => (index === Number(name) ? changedMember : item))
        : { ...value, [name]: changedMember };
    }
    if (Array.isArray(value)) continue;
    const { [name]: _, ...others } = Object(value);
    yield { ...others, [change(name)]: member };
  }
}

/** Takes every sixth or twelfth item, so that as many turns take all of them. @returns all items if tests try all cases */
const takeEvery = <Item>(count: 6 | 12, items: readonly Item[], turn: number): readonly Item[] =>
  items.filter((_, index) => triesAllCases || (index + turn) % count === 0);

const writesWithBody = everyWrite.filter(({ title }) => !title.startsWith('DELETE'));

const readsBody = ({ method }: RoutedOperation): boolean => method === 'POST' || method === 'PUT';

describe('a text that PostgreSQL cannot store', () => {
  it('is a 404 in every variable of a path, and never a 5xx in the paths of pages', async () => {
    const isPage = ({ operation }: RoutedOperation): boolean => operation.access === 'session';
    const sentRequests = operations.flatMap((routed) =>
      pathsWith(routed, 'a\0b').map((path) => {
        const request = { method: routed.method, path };
        return ['U+0000', request, isPage(routed) ? undefined : new Set([404])] as const;
      }),
    );
    expect(sentRequests.length).toBeGreaterThan(40);
    expect(await findUnexpected(sentRequests)).toEqual([]);
  });

  it('is refused in every query parameter, except in those of pages', async () => {
    const sentRequests = operations
      .filter(({ operation }) => operation.access !== 'session')
      .flatMap((routed) =>
        Object.keys(routed.operation.parameters.shape).flatMap((name) => {
          const path = `${routed.examplePath}?${name}=a%00b`;
          return [['U+0000', { method: routed.method, path }, refusalStatuses] as const];
        }),
      );
    expect(sentRequests.length).toBeGreaterThan(150);
    // An unknown format is a 406.
    const unexpected = await findUnexpected(sentRequests);
    expect(unexpected.filter((line) => !/format=.*406$/.test(line))).toEqual([]);
  });

  it('is never a 5xx in the query and the cookies of a page', async () => {
    const sentRequests = operations
      .filter(({ operation }) => operation.access === 'session')
      .flatMap((routed) => [
        ...Object.keys(routed.operation.parameters.shape).map(
          (name) =>
            [name, { method: routed.method, path: `${routed.examplePath}?${name}=a%00b` }] as const,
        ),
        [
          'cookie',
          {
            method: routed.method,
            path: routed.examplePath,
            headers: { cookie: `${sessionCookieName}=a%00b; ${formCookie}=%00` },
          },
        ] as const,
      ]);
    expect(await findUnexpected(sentRequests)).toEqual([]);
  });

  it('is refused in every field of a form, and never a 5xx in the forms of pages', async () => {
    const sentRequests = operations.filter(readsBody).flatMap((routed) => {
      const { form = {}, parameters, parametersInBody, access } = routed.operation;
      const fields = [
        ...Object.keys(form),
        ...(parametersInBody ? Object.keys(parameters.shape) : []),
      ];
      return fields.flatMap((field, turn) =>
        takeInTurn([`${field}=a%00b`, `${field}%00=a`, `other=%00&${field}=a`], turn, 1).map(
          (body) => {
            const { method, examplePath: path } = routed;
            const statuses = access === 'session' ? undefined : new Set([400, 401, 404]);
            return [body, { method, path, body, headers: formType }, statuses] as const;
          },
        ),
      );
    });
    expect(sentRequests.length).toBeGreaterThan(20);
    expect(await findUnexpected(sentRequests)).toEqual([]);
  });

  it.each(Object.entries(unstorable))(
    'is refused in every parameter of a JSON body: %s',
    async (_, character) => {
      const sentRequests = operations
        .filter(({ operation }) => operation.parametersInBody === true)
        .flatMap(({ method, examplePath: path, operation }) =>
          Object.keys(operation.parameters.shape).flatMap((name) =>
            [`a${character}b`, [`a${character}b`]].map((value) => {
              const body = JSON.stringify({ [name]: value });
              return [name, { method, path, body, headers: jsonType }, refusalStatuses] as const;
            }),
          ),
        );
      expect(sentRequests.length).toBeGreaterThan(30);
      const unexpected = await findUnexpected(sentRequests);
      expect(unexpected.filter((line) => !line.endsWith('format: 406'))).toEqual([]);
    },
  );

  it.each(writesWithBody.map((write, turn) => ({ ...write, turn })))(
    'is never stored and never a 5xx, in any text or name of a write: $title',
    async ({ request, turn: writeTurn }) => {
      const validRequest = await request(mills, 'little');
      const text = String(validRequest.body);
      if (!text.startsWith('{')) return;
      const before = await readFootprint(mills.service);
      const sent: unknown = JSON.parse(text);
      for (const [turn, character] of Object.values(unstorable).entries()) {
        const allBodies = [...replaceEachText(sent, (oldText) => `${oldText}${character}`)];
        expect(allBodies.length).toBeGreaterThan(4);
        const bodies = takeEvery(12, allBodies, 2 * writeTurn + turn);
        const { headers } = validRequest;
        const unexpected = await findUnexpected(
          bodies.map((body) => [
            JSON.stringify(body).slice(0, 4000),
            {
              ...validRequest,
              headers: { ...headers, 'idempotency-key': newSecret() },
              body: JSON.stringify(body),
            },
          ]),
        );
        expect(unexpected).toEqual([]);
      }
      const stored = JSON.stringify(await readFootprint(mills.service));
      expect(stored).not.toContain(String.raw`\u0000`);
      expect(stored.length).toBeGreaterThan(JSON.stringify(before).length / 2);
    },
  );

  it.each(['/mobileprojects', '/api/spatialviews'])(
    'is never a 5xx in any text or name that is sent to %s',
    async (path) => {
      const bodies = {
        '/mobileprojects': {
          name: 'a',
          description: 'b',
          bounds: 'POINT (1 2)',
          groups: [],
          tilecache: 'c',
          downloadconfig: { count: 1, custom: { a: 'b' }, download: true, resources: ['a'] },
        },
        '/api/spatialviews': {
          schema: 'public',
          slug: 'mills',
          description: 'd',
          language: 'en',
          isactive: true,
          geometrynodeid: millNodes.geometry,
          ismixedgeometrytypes: false,
          attributenodes: [{ nodeid: millNodes.name, description: 'e' }],
        },
      };
      const sent = Object.entries(bodies).find(([at]) => at === path)?.[1];
      const sentRequests = Object.values(unstorable).flatMap((character, turn) =>
        takeEvery(6, [...replaceEachText(sent, (oldText) => `${oldText}${character}`)], turn).map(
          (body) => {
            const text = JSON.stringify(body);
            return [text, { method: 'POST', path, body: text, headers: jsonType }] as const;
          },
        ),
      );
      expect(sentRequests.length).toBeGreaterThan(3);
      expect(await findUnexpected(sentRequests)).toEqual([]);
    },
  );
});

describe('a value with up to 100,000 levels of nesting', () => {
  const levels = 100_000;
  /** More levels of a geometry do not fit into a request. */
  const geometryLevels = 40_000;
  const deepValues = {
    lists: '['.repeat(levels) + ']'.repeat(levels),
    objects: `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
    'lossy numbers in lists': `${'['.repeat(levels)}1.0${']'.repeat(levels)}`,
    'a geometry': `${'{"type":"GeometryCollection","geometries":['.repeat(geometryLevels)}${']}'.repeat(geometryLevels)}`,
    'well-known text': `${'GEOMETRYCOLLECTION('.repeat(levels)}POINT(1 2)${')'.repeat(levels)}`,
    'brackets of a date': '['.repeat(levels),
  };

  const deepTexts = Object.entries(deepValues).map(
    ([what, text], turn) => [what, text, turn] as const,
  );
  /** Every third operation that reads a body, so that each gets every third text; all of them if tests try all cases. */
  const operationsInTurn = (turn: number): readonly RoutedOperation[] =>
    operations.filter(readsBody).filter((_, index) => triesAllCases || (index + turn) % 3 === 0);

  it.each(deepTexts)('is never a 5xx in any JSON body: %s', async (what, text, textTurn) => {
    const quoted = JSON.stringify(text);
    const isJson = text.endsWith(']') || text.endsWith('}');
    const texts = isJson ? [text, `{"a":${text}}`, `{"name":${text},"data":${text}}`] : [];
    const bodies = [...texts, quoted, `{"name":${quoted},"bounds":${quoted},"data":${quoted}}`];
    const fitting = bodies.filter((body) => Buffer.byteLength(body) < maxBodyBytes);
    const sentRequests = operationsInTurn(textTurn).flatMap((routed, turn) =>
      takeInTurn(fitting, turn, 1).map((body) => {
        const { method, examplePath: path } = routed;
        return [what, { method, path, body, headers: jsonType }] as const;
      }),
    );
    expect(await findUnexpected(sentRequests)).toEqual([]);
  });

  it.each(deepTexts)(
    'is never a 5xx in fields of forms and in parameters of queries: %s',
    async (what, text, turn) => {
      const partsType = { 'content-type': 'multipart/form-data; boundary=cut' };
      const inForms = operationsInTurn(turn).flatMap((routed) => {
        const { form = {}, parameters, parametersInBody } = routed.operation;
        const names = [
          ...Object.keys(form),
          ...(parametersInBody ? Object.keys(parameters.shape) : []),
        ];
        const parts = names.map(
          (name) => `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
        );
        const { method, examplePath: path } = routed;
        return takeInTurn(parts, turn, 1).map(
          (part) =>
            [what, { method, path, body: `${part}--cut--\r\n`, headers: partsType }] as const,
        );
      });
      const inPaths = takeEvery(6, operations, turn)
        .flatMap((routed) =>
          takeInTurn(Object.keys(routed.operation.parameters.shape), turn, 1).map(
            (name) => [routed, name] as const,
          ),
        )
        .map(([{ method, examplePath }, name]) => {
          // API Gateway limits the line of the request and the headers to 10 KB.
          const path = `${examplePath}?${name}=${encodeURIComponent(text.slice(0, 3000))}`;
          return [what, { method, path }] as const;
        });
      expect(inForms.length).toBeGreaterThan(3);
      expect(await findUnexpected([...inForms, ...inPaths])).toEqual([]);
    },
  );

  it.each(deepTexts)(
    'is never a 5xx in any node, and the resource instance stays readable: %s',
    async (what, text, turn) => {
      const { geometry, mill: _, ...otherNodes } = millNodes;
      const nodes = [geometry, ...takeInTurn(Object.values(otherNodes), turn, 2)];
      const inTiles = nodes.map((nodeid) => {
        const body = new URLSearchParams({ nodeid, resourceinstanceid: oldMill, data: text });
        const request = { method: 'POST', path: '/api/node_value/', headers: formType };
        return [`${what} in ${nodeid}`, { ...request, body: body.toString() }] as const;
      });
      expect(await findUnexpected(inTiles)).toEqual([]);
      const answer = await mills.sendRequest({
        method: 'GET',
        path: `/resources/${oldMill}?format=json`,
      });
      expect(answer.status).toBe(200);
    },
  );

  it('is a 400 that names the limit if it is the JSON of a geometry node', async () => {
    const body = new URLSearchParams({
      nodeid: millNodes.geometry,
      resourceinstanceid: oldMill,
      data: deepValues.lists,
    }).toString();
    const request = { method: 'POST', path: '/api/node_value/', headers: formType, body };
    const answer = await mills.sendRequest(request);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'nested_too_deep',
      detail: expect.stringContaining('200 levels'),
    });
  });
});
