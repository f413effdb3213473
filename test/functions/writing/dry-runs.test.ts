import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { DeclaredOperation } from '../../../infra/generate/operations.ts';
import { multipartField } from '../../support/multipart.ts';
import { mapConcurrently } from '../../support/map-concurrently.ts';
import { takeInTurn, takeSample, triesAllCases } from '../../support/random/take-sample.ts';
import { fingerprint } from '../../infra/cli/import/importing.ts';
import { placeMills } from './every-write.ts';
import { openMillService, type MillService, type WriteRequest } from './mill-service.ts';
import {
  createOtherWrites,
  listResourceWrites,
  listWritingOperations,
  type WriteCase,
} from './writing-operations.ts';

let mills: MillService;
let operations: ReadonlyMap<string, DeclaredOperation>;
/** One request for each writing operation and format of its body. */
let requests: readonly WriteCase[];

beforeAll(async () => {
  mills = await openMillService();
  operations = new Map(
    (await listWritingOperations()).map((declared) => [declared.operation.id, declared]),
  );
  await placeMills(mills.service);
  const otherRequests = await createOtherWrites(mills);
  const resourceRequests: WriteCase[] = [];
  for (const { createRequest, ...write } of listResourceWrites(mills)) {
    resourceRequests.push({ ...write, request: await createRequest() });
  }
  requests = [...resourceRequests, ...otherRequests];
}, 120_000);

afterAll(async () => mills?.service.close());

const operationOf = ({ operationId }: WriteCase): DeclaredOperation => {
  const declared = operations.get(operationId);
  if (declared === undefined) throw new Error(`No operation writes by the id ${operationId}.`);
  return declared;
};

const offersDryRun = (write: WriteCase): boolean =>
  'dry_run' in operationOf(write).operation.parameters.shape;

/** A parameter as it is sent. Without a value, only its name is sent. */
type SentParameter = { readonly name: string; readonly value: string | undefined };

function addToQuery(request: WriteRequest, { name, value }: SentParameter): WriteRequest {
  const { path } = request;
  const text = [name, value].flatMap((part) =>
    part === undefined ? [] : encodeURIComponent(part),
  );
  return { ...request, path: `${path}${path.includes('?') ? '&' : '?'}${text.join('=')}` };
}

/** @returns undefined if a header cannot have this name */
function addToHeaders(
  request: WriteRequest,
  { name, value = '' }: SentParameter,
): WriteRequest | undefined {
  if (!/^[\w.-]+$/.test(name)) return undefined;
  return { ...request, headers: { ...request.headers, [`X-SERVICE-${name}`]: value } };
}

/** The places where a parameter can be added to a request. The functions return undefined if the request has no such place. */
const placesOfParameters: Readonly<
  Record<string, (request: WriteRequest, parameter: SentParameter) => WriteRequest | undefined>
> = {
  'in the query': addToQuery,
  'in a header': addToHeaders,
  'in a field of a form': (request, { name, value = '' }) => {
    if (!contentType(request).startsWith('application/x-www-form-urlencoded')) return undefined;
    const field = new URLSearchParams({ [name]: value }).toString();
    return { ...request, body: `${bodyOf(request)}&${field}` };
  },
  'in a field of a multipart form': (request, { name, value = '' }) => {
    if (!contentType(request).startsWith('multipart/form-data') || /["\\]/.test(name))
      return undefined;
    const field = multipartField(name, value);
    return { ...request, body: `${field}${bodyOf(request)}` };
  },
  'in a member of JSON': (request, { name, value = true }) => {
    if (!bodyOf(request).startsWith('{')) return undefined;
    const object = { ...Object(JSON.parse(bodyOf(request))), [name]: value };
    return { ...request, body: JSON.stringify(object) };
  },
};

const contentType = ({ headers }: WriteRequest): string => headers?.['content-type'] ?? '';
const bodyOf = ({ body = '' }: WriteRequest): string => body.toString();

/** How often requests were sent everywhere: it decides which place has its turn. */
let sentCount = 0;

/**
 * Sends every request with a parameter in one place, so that five calls use all places, and checks the statuses of the answers. If tests
 * try all cases, sends it with the parameter in each place.
 * @param expectedStatus returns undefined for a request that must not be sent
 */
async function sendEverywhere(
  parameter: SentParameter,
  expectedStatus: (write: WriteCase, place: string) => number | undefined,
): Promise<void> {
  const places = Object.entries(placesOfParameters);
  sentCount += 1;
  const turn = sentCount;
  await mapConcurrently([...requests.entries()], async ([index, write]) => {
    for (const [place, addParameter] of takeInTurn(places, turn + index, 1)) {
      const request = addParameter(write.request, parameter);
      const status = expectedStatus(write, place);
      if (request === undefined || status === undefined) continue;
      const response = await mills.sendRequest(request);
      const description = [write.title, place, JSON.stringify(parameter)];
      expect([...description, response.status]).toEqual([...description, status]);
      expect(await response.text()).toMatch(status === 200 ? /"dry_run":true/ : /dry[_ ]run/);
    }
  });
}

/** Runs some work. @returns the tables that it has changed */
async function listTablesWrittenBy(work: () => Promise<unknown>): Promise<readonly string[]> {
  const { owner } = mills.service.stack;
  const before = await fingerprint(owner);
  await work();
  const after = await fingerprint(owner);
  return Object.keys(after).filter((table) => after[table] !== before[table]);
}

const anyCase = (word: string): fc.Arbitrary<string> =>
  fc
    .array(fc.boolean(), { minLength: word.length, maxLength: word.length })
    .map((upper) =>
      Array.from(word, (letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join(''),
    );

const isInBody = (place: string): boolean =>
  ['in a field of a form', 'in a field of a multipart form', 'in a member of JSON'].includes(place);

/** The status of a request with `dry_run`: 200 if the operation offers dry runs. In a body, `dry_run` is always refused. */
const dryRunOr400 = (write: WriteCase, place: string): number =>
  offersDryRun(write) && !isInBody(place) ? 200 : 400;

describe('every writing operation, with every format of its body,', () => {
  it('is tested in this file', () => {
    const ids = new Set(requests.map(({ operationId }) => operationId));
    expect([...ids].toSorted()).toEqual([...operations.keys()].toSorted());
  });

  it.each(takeSample([undefined, '', 'true', '1', 'yes', 'on', 'TRUE', 'Yes', 'oN'], 3))(
    'writes nothing if dry_run is %j, and answers with 400 if it offers no dry runs',
    async (value) => {
      const work = () => sendEverywhere({ name: 'dry_run', value }, dryRunOr400);
      expect(await listTablesWrittenBy(work)).toEqual([]);
    },
  );

  it('refuses any other value of dry_run with 400, and writes nothing', async () => {
    const words = fc.oneof(
      fc.constantFrom('maybe', 'ja', '2', '01', 'null', 'undefined', 'constructor', 'true,false'),
      fc.stringMatching(/^[a-z]{3,8}$/).filter((word) => !/^(true|yes|false|off)$/.test(word)),
    );
    const property = fc.asyncProperty(words, (value) =>
      sendEverywhere({ name: 'dry_run', value }, () => 400),
    );
    const work = () => fc.assert(property, { numRuns: triesAllCases ? 6 : 2 });
    expect(await listTablesWrittenBy(work)).toEqual([]);
  });

  it('refuses dry_run in another letter case or spelling with 400, and writes nothing', async () => {
    const separators = fc.constantFrom('', '_', '-', ' ', '.', '__', '\u2010');
    const names = fc.oneof(
      fc.constantFrom('DRY_RUN', 'dryrun', 'dry-run', 'dryRun', 'Dry_Run', '_dry_run', 'dry_run '),
      fc
        .tuple(anyCase('dry'), separators, anyCase('run'))
        .map((parts) => parts.join(''))
        .filter((name) => name !== 'dry_run'),
    );
    const values = fc.constantFrom(undefined, '', 'true', 'false', '1', 'maybe');
    // Names of headers ignore letter case, and a hyphen in them stands for an underscore.
    const isNameOfDryRun = (name: string): boolean =>
      name.toLowerCase().replaceAll('-', '_') === 'dry_run';
    const property = fc.asyncProperty(names, values, (name, value) =>
      sendEverywhere({ name, value }, (_write, place) =>
        place === 'in a header' && isNameOfDryRun(name) ? undefined : 400,
      ),
    );
    const work = () => fc.assert(property, { numRuns: triesAllCases ? 12 : 4 });
    expect(await listTablesWrittenBy(work)).toEqual([]);
  });

  it('refuses an invalid or repeated parameter with 400, and writes nothing', async () => {
    const statuses: unknown[] = [];
    const writtenTables = await listTablesWrittenBy(async () => {
      await mapConcurrently(requests, async (write) => {
        for (const [description, request] of withInvalidParameter(write)) {
          statuses.push([write.title, description, (await mills.sendRequest(request)).status]);
        }
      });
    });
    expect(writtenTables).toEqual([]);
    expect(statuses.length).toBeGreaterThan(100);
    expect(statuses.filter((status) => !JSON.stringify(status).endsWith(',400]'))).toEqual([]);
  });

  it('writes without dry_run, and with a false value of dry_run', async () => {
    const falseWords = ['no', 'OFF', '0', 'false'];
    const { owner } = mills.service.stack;
    let before = await fingerprint(owner);
    for (const [index, write] of requests.entries()) {
      if (operationOf(write).operation.capability === 'transaction') {
        await placeMills(mills.service);
        before = await fingerprint(owner);
      }
      const withFalse = addToQuery(write.request, {
        name: 'dry_run',
        value: falseWords[index % 4],
      });
      const request = index % 2 === 0 ? write.request : withFalse;
      const { status } = await mills.sendRequest(request);
      const after = await fingerprint(owner);
      const isWritten = Object.keys(after).some((table) => after[table] !== before[table]);
      expect([write.title, status < 400, isWritten]).toEqual([write.title, true, true]);
      before = after;
    }
  });
});

/** Copies of a request: for each parameter of its operation, with invalid values and with the parameter twice. */
function withInvalidParameter(write: WriteCase): readonly (readonly [string, WriteRequest])[] {
  const request = { ...write.request, path: write.request.path.replace(/\?.*/, '') };
  const candidateValues = ['', 'maybe', '-1', '11', 'a b', 'true,false', 'x'.repeat(300)];
  return Object.entries(operationOf(write).operation.parameters.shape).flatMap(([name, schema]) => {
    const invalidValues = candidateValues.filter((value) => !schema.safeParse(value).success);
    const values = takeSample(invalidValues, 1);
    const twice = `${request.path}?${name}=1&${name}=1`;
    return [
      [`${name} twice`, { ...request, path: twice }] as const,
      ...values.flatMap((value) => [
        [`?${name}=${value}`, addToQuery(request, { name, value })] as const,
        [`${name}: ${value}`, addToHeaders(request, { name, value }) ?? request] as const,
      ]),
    ];
  });
}
