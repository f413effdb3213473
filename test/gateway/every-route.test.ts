import { beforeAll, describe, expect, it } from 'vitest';

import { canUseToken } from '../../lib/http/operation.ts';
import { openGateway, type Gateway } from './emulator/gateway.ts';
import { listUnusedMethods, listRoutedOperations, type RoutedOperation } from './operations.ts';
import { readProblem } from './problem.ts';

const origin = 'https://service.test';
let gateway: Gateway;
let operations: readonly RoutedOperation[];

beforeAll(async () => {
  gateway = await openGateway();
  operations = await listRoutedOperations(gateway.api);
});

function fetchPath(path: string, init: RequestInit = {}): Promise<Response> {
  return gateway.fetch(new Request(`${origin}${path}`, init));
}

const everyOperation = (): boolean => true;
const isForScripts = ({ operation }: RoutedOperation): boolean => operation.access !== 'session';
/** Whether answers and errors have the layout of another platform. */
const isOfFormerSearch = ({ operation }: RoutedOperation): boolean =>
  operation.errorFormat === 'former-search';
const acceptsToken = (routed: RoutedOperation): boolean =>
  canUseToken(routed.operation) && !isOfFormerSearch(routed);
const acceptsIndent = ({ operation }: RoutedOperation): boolean =>
  'indent' in operation.parameters.shape;
const pathOf = ({ resourcePath }: RoutedOperation): string => resourcePath;
const hasFormats = ({ operation }: RoutedOperation): boolean =>
  operation.formats !== undefined && operation.id !== 'fallback';

/** Sends a request to every operation for which `isSelected` is true. @returns each operation with its answer */
async function fetchEach(
  suffix: string,
  init: RequestInit = {},
  isSelected: (routedOperation: RoutedOperation) => boolean = acceptsIndent,
): Promise<readonly (readonly [RoutedOperation, Response])[]> {
  const selected = operations.filter(isSelected);
  expect(selected.length).toBeGreaterThan(0);
  return Promise.all(
    selected.map(async (routedOperation) => {
      const { examplePath, method } = routedOperation;
      return [
        routedOperation,
        await fetchPath(`${examplePath}${suffix}`, { method, ...init }),
      ] as const;
    }),
  );
}

describe('every operation', () => {
  it('accepts indent, unless its answer has no JSON', () => {
    const withoutIndent = operations.filter(
      (routed) => isForScripts(routed) && !acceptsIndent(routed) && !isOfFormerSearch(routed),
    );
    expect(withoutIndent.map(({ operation }) => operation.id).toSorted()).toStrictEqual([
      'get-asset',
      'get-docs',
      'get-docs-subject',
      'get-export',
      // GET and its other address.
      'get-file',
      'get-file',
      'get-iiif-image',
      'get-map',
      'get-node-tile',
      'get-ogc-collection-tile',
      'get-ogc-tile',
      'get-robots',
      'get-sitemap',
      'get-token',
      'revoke-token',
      'see-concept',
      'see-graph',
      'see-resource',
      'see-tile-node',
      'store-image',
    ]);
  });

  it('refuses an indent outside of 0 to 10 with a problem document', async () => {
    for (const [, response] of await fetchEach('?indent=11')) {
      const problem = await readProblem(response);
      expect(problem).toMatchObject({
        status: 400,
        code: 'invalid_input',
        errors: [{ in: 'parameters', pointer: '/indent', code: 'invalid' }],
      });
    }
  });

  it('reads a parameter from a header X-SERVICE-… or X-ARCHES-…', async () => {
    for (const name of ['X-SERVICE-INDENT', 'x-arches-indent']) {
      for (const [, response] of await fetchEach('', { headers: { [name]: 'wide' } })) {
        expect(response.status).toBe(400);
      }
    }
  });

  it('reports each error only once', async () => {
    for (const invalidValue of ['', '9'.repeat(31)]) {
      const names = ['cursor', 'page', 'limit', 'since', 'precision', 'nodeid', 'bbox'];
      const query = names.map((name) => `${name}=${invalidValue}`).join('&');
      for (const [{ operation }, response] of await fetchEach(`?indent=x&${query}`)) {
        const { errors = [] } = await readProblem(response);
        const described = errors.map(({ pointer, detail }) => `${pointer} ${detail}`);
        expect([operation.id, described]).toEqual([operation.id, [...new Set(described)]]);
      }
    }
  });

  it('states the largest page number if a page number is too large', async () => {
    const isChosen = ({ operation }: RoutedOperation): boolean =>
      'page' in operation.parameters.shape;
    for (const [, response] of await fetchEach(`?page=1${'0'.repeat(30)}`, {}, isChosen)) {
      const { errors } = await readProblem(response);
      expect(errors?.map(({ detail }) => detail)).toEqual([
        expect.stringContaining('page: must be a whole number from 1 to 9,007,199,254,740,991'),
      ]);
    }
  });

  it('refuses a repeated parameter', async () => {
    for (const [, response] of await fetchEach('?indent=1&indent=1')) {
      const problem = await readProblem(response);
      expect(problem.errors).toMatchObject([{ pointer: '/indent', code: 'repeated' }]);
    }
  });

  it('refuses its parameters in the spellings that some libraries use for lists', async () => {
    const withParameters = operations.filter(
      ({ operation }) => Object.keys(operation.parameters.shape).length > 0,
    );
    expect(withParameters.length).toBeGreaterThan(0);
    for (const { operation, examplePath, method } of withParameters) {
      for (const name of Object.keys(operation.parameters.shape)) {
        const spellings = ['[]', '[0]', '.0'].map((ending) => `${name}${ending}`);
        const query = spellings.map((spelling) => `${encodeURIComponent(spelling)}=1`).join('&');
        const response = await fetchPath(`${examplePath}?${query}`, { method });
        const isProblem = response.headers.get('content-type') === 'application/problem+json';
        const text = await response.text();
        expect([operation.id, response.status]).toEqual([operation.id, 400]);
        for (const spelling of spellings) expect(text).toContain(`${spelling}: `);
        // Problems of OAuth and pages have one text.
        const reportedErrors: readonly unknown[] = isProblem ? JSON.parse(text).errors : spellings;
        expect(reportedErrors).toHaveLength(spellings.length);
      }
    }
  });

  it('lets scripts of any origin read an error', async () => {
    for (const [, response] of await fetchEach('?indent=x')) {
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  it('answers a path with a slash at the end as without it', async () => {
    const answers = await fetchEach('?indent=x');
    const answersWithSlash = await fetchEach('/?indent=x');
    expect(answersWithSlash.map(([, response]) => response.status)).toStrictEqual(
      answers.map(([, response]) => response.status),
    );
  });

  it('answers HEAD as GET, without a body', async () => {
    const isChosen = (routedOperation: RoutedOperation): boolean =>
      acceptsIndent(routedOperation) && routedOperation.method === 'GET';
    const answersToGet = new Map(await fetchEach('?indent=x', {}, isChosen));
    for (const [routedOperation, response] of await fetchEach(
      '?indent=x',
      { method: 'HEAD' },
      isChosen,
    )) {
      expect(response.status).toBe(400);
      await expect(response.text()).resolves.toBe('');
      const body = await answersToGet.get(routedOperation)?.text();
      expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(body ?? '')));
    }
  });

  it('refuses another method, and lists the allowed methods in Allow', async () => {
    for (const [{ method }, response] of await fetchEach('', { method: 'PATCH' }, everyOperation)) {
      const problem = await readProblem(response);
      expect(problem.code).toBe('method_not_allowed');
      const allow = response.headers.get('allow')?.split(', ') ?? [];
      expect(allow).toContain(method);
      expect(allow.includes('HEAD')).toBe(allow.includes('GET'));
      expect(allow.at(-1)).toBe('OPTIONS');
    }
  });

  it('answers 405 with Allow to every unused method of a path', async () => {
    const refused = await Promise.all(
      listUnusedMethods(operations).map(async ([method, path]) => {
        const response = await fetchPath(path, { method });
        return [method, path, response.status, response.headers.get('allow') !== null];
      }),
    );
    expect(refused.length).toBeGreaterThan(operations.length);
    expect(refused.filter(([, , status, hasAllow]) => status !== 405 || !hasAllow)).toEqual([]);
  });

  it('answers a preflight with the requested headers', async () => {
    const headers = {
      origin: 'https://map.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization,x-service-format',
    };
    for (const [{ method }, response] of await fetchEach(
      '',
      { method: 'OPTIONS', headers },
      isForScripts,
    )) {
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-methods')?.split(', ')).toContain(method);
      expect(response.headers.get('access-control-allow-headers')).toBe(
        'authorization,x-service-format',
      );
    }
  });

  it('answers a preflight that requests no headers', async () => {
    const headers = { 'access-control-request-method': 'GET' };
    for (const [{ method }, response] of await fetchEach(
      '',
      { method: 'OPTIONS', headers },
      isForScripts,
    )) {
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-methods')?.split(', ')).toContain(method);
    }
  });

  it('answers OPTIONS other than a preflight with Allow', async () => {
    for (const [, response] of await fetchEach('', { method: 'OPTIONS' }, everyOperation)) {
      expect([response.status, response.headers.get('allow')]).toStrictEqual([
        204,
        expect.stringContaining('OPTIONS'),
      ]);
    }
  });

  it('answers with one request id in the header and the problem document', async () => {
    for (const [, response] of await fetchEach('?indent=x')) {
      const problem = await readProblem(response);
      expect(response.headers.get('x-request-id')).toBe(problem.requestId);
    }
  });
});

/** The headers that let scripts of other origins read an answer. */
function crossOriginHeaders(response: Response): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...response.headers].filter(([name]) => name.startsWith('access-control-')),
  );
}

describe('cross-origin access of scripts', () => {
  const otherOrigin = { origin: 'http://localhost:5173', cookie: 'a=b' };
  const requests: Readonly<Record<string, RequestInit>> = {
    'an answer or its error': { headers: otherOrigin },
    'a method that the path does not have': { method: 'PATCH', headers: otherOrigin },
    'OPTIONS that is not a preflight': { method: 'OPTIONS', headers: otherOrigin },
    'a preflight': {
      method: 'OPTIONS',
      headers: {
        ...otherOrigin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    },
  };

  it.each(Object.entries(requests))(
    'is allowed without credentials, except for pages and their forms: %s',
    async (_, init) => {
      for (const suffix of ['', '?indent=x', '/']) {
        for (const [routedOperation, response] of await fetchEach(suffix, init, everyOperation)) {
          const headers = crossOriginHeaders(response);
          const allowedOrigin = headers['access-control-allow-origin'];
          expect([routedOperation.operation.id, allowedOrigin]).toEqual([
            routedOperation.operation.id,
            isForScripts(routedOperation) ? '*' : undefined,
          ]);
          expect(isForScripts(routedOperation) || Object.keys(headers).length === 0).toBe(true);
          expect(headers).not.toHaveProperty('access-control-allow-credentials');
        }
      }
    },
  );

  it('is allowed for the operations of OAuth that clients call', () => {
    const ids = operations.filter(isForScripts).map(({ operation }) => operation.id);
    expect(ids).toEqual(
      expect.arrayContaining([
        'issue-token',
        'revoke-token',
        'introspect-token',
        'authorization-server-metadata',
        'public-keys',
      ]),
    );
  });

  it('depends only on the path: all operations of a path are for pages, or none', () => {
    const pages = new Set(
      operations.filter((routedOperation) => !isForScripts(routedOperation)).map(pathOf),
    );
    expect(
      operations
        .filter(isForScripts)
        .filter((routedOperation) => pages.has(pathOf(routedOperation))),
    ).toEqual([]);
  });
});

describe('every operation that accepts a token', () => {
  const tokens = {
    'a Bearer token': { authorization: 'Bearer abc' },
    'a token in X-Authorization': { 'x-authorization': 'Bearer abc' },
    'another scheme': { authorization: 'Basic dXNlcjpwYXNz' },
    'an empty token': { authorization: 'Bearer' },
  };

  it.each(Object.entries(tokens))('refuses an invalid token: %s', async (_, headers) => {
    for (const [{ operation }, response] of await fetchEach('', { headers }, acceptsToken)) {
      expect(response.status).toBe(401);
      // API Gateway renames the header; CloudFront restores its name.
      expect(response.headers.get('x-amzn-remapped-www-authenticate')).toBe(
        'Bearer error="invalid_token"',
      );
      if (operation.id === 'get-token') continue;
      expect((await readProblem(response)).code).toBe('invalid_token');
    }
  });
});

describe('every operation with a choice of formats', () => {
  it.each(['?format=yaml', '?format='])('refuses %s and lists the formats', async (query) => {
    for (const [{ operation }, response] of await fetchEach(query, {}, hasFormats)) {
      const problem = await readProblem(response);
      expect(problem.code).toBe('not_acceptable');
      expect(problem.available).toEqual([...(operation.formats ?? [])]);
    }
  });

  it('reports an unknown format together with all other errors, each once', async () => {
    const isChosen = (routedOperation: RoutedOperation): boolean =>
      hasFormats(routedOperation) && acceptsIndent(routedOperation);
    for (const [, response] of await fetchEach('?format=yaml&indent=99', {}, isChosen)) {
      const problem = await readProblem(response);
      expect([response.status, problem.errors?.map(({ pointer }) => pointer)]).toEqual([
        400,
        ['/indent', '/format'],
      ]);
    }
  });

  it('refuses an Accept header without any of its formats, unless it ignores unknown types', async () => {
    for (const [, response] of await fetchEach(
      '',
      { headers: { accept: 'image/png' } },
      (routedOperation) =>
        hasFormats(routedOperation) && !routedOperation.operation.ignoresUnknownAccept,
    )) {
      expect(response.status).toBe(406);
    }
  });

  it('lists Accept in the header Vary', async () => {
    for (const [, response] of await fetchEach('?format=yaml', {}, hasFormats)) {
      expect(response.headers.get('vary')).toMatch(/\bAccept\b/);
    }
  });
});

describe('a path without an operation', () => {
  it.each(['/nothing', '/nothing/at/all', '/rdm/collections', '/rdm/concepts/a/b', '/a%2Fb'])(
    'answers with 404 and a problem document: %s',
    async (path) => {
      const response = await fetchPath(path);
      const problem = await readProblem(response);
      expect([problem.status, problem.code]).toStrictEqual([404, 'not_found']);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    },
  );

  it('answers a preflight with 204', async () => {
    const headers = { 'access-control-request-method': 'GET' };
    const response = await fetchPath('/nothing', { method: 'OPTIONS', headers });
    expect(response.status).toBe(204);
  });

  it('answers OPTIONS that is not a preflight with 404', async () => {
    expect((await fetchPath('/nothing', { method: 'OPTIONS' })).status).toBe(404);
  });
});
