import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { DeclaredOperation } from '../../../infra/generate/operations.ts';
import { mapConcurrently } from '../../support/map-concurrently.ts';
import { takeSample, triesAllCases } from '../../support/random/take-sample.ts';
import { fingerprint } from '../../infra/cli/import/importing.ts';
import { placeMills } from './every-write.ts';
import { openMillService, type MillService, type WriteRequest } from './mill-service.ts';
import {
  otherWrites,
  writesOfResources,
  writingOperations,
  type CarriedOut,
} from './writing-operations.ts';

let mills: MillService;
let operations: ReadonlyMap<string, DeclaredOperation>;
/** One request for each operation that writes, and form of its body. */
let requests: readonly CarriedOut[];

beforeAll(async () => {
  mills = await openMillService();
  operations = new Map((await writingOperations()).map((one) => [one.operation.id, one]));
  await placeMills(mills.service);
  const others = await otherWrites(mills);
  const ofResources: CarriedOut[] = [];
  for (const { made, ...one } of writesOfResources(mills)) {
    ofResources.push({ ...one, request: await made() });
  }
  requests = [...ofResources, ...others];
}, 120_000);

afterAll(async () => mills?.service.close());

const operationOf = ({ operationId }: CarriedOut): DeclaredOperation => {
  const found = operations.get(operationId);
  if (found === undefined) throw new Error(`No operation writes by the id ${operationId}.`);
  return found;
};

const offersDryRun = (one: CarriedOut): boolean =>
  'dry_run' in operationOf(one).operation.parameters.shape;

/** A parameter, and how it is sent. A value that is undefined is a name alone. */
type Sent = { readonly name: string; readonly value: string | undefined };

function inQuery(request: WriteRequest, { name, value }: Sent): WriteRequest {
  const { path } = request;
  const text = [name, value].flatMap((part) =>
    part === undefined ? [] : encodeURIComponent(part),
  );
  return { ...request, path: `${path}${path.includes('?') ? '&' : '?'}${text.join('=')}` };
}

/** @returns undefined where it is no name of a header */
function inHeader(request: WriteRequest, { name, value = '' }: Sent): WriteRequest | undefined {
  if (!/^[\w.-]+$/.test(name)) return undefined;
  return { ...request, headers: { ...request.headers, [`X-SERVICE-${name}`]: value } };
}

/** The ways in which a name can come with a request; they give undefined where it has none of the kind. */
const ways: Readonly<
  Record<string, (request: WriteRequest, sent: Sent) => WriteRequest | undefined>
> = {
  'in the query': inQuery,
  'in a header': inHeader,
  'in a field of a form': (request, { name, value = '' }) => {
    if (!contentType(request).startsWith('application/x-www-form-urlencoded')) return undefined;
    const field = new URLSearchParams({ [name]: value }).toString();
    return { ...request, body: `${bodyOf(request)}&${field}` };
  },
  'in a member of JSON': (request, { name, value = true }) => {
    if (!bodyOf(request).startsWith('{')) return undefined;
    const object = { ...Object(JSON.parse(bodyOf(request))), [name]: value };
    return { ...request, body: JSON.stringify(object) };
  },
};

const contentType = ({ headers }: WriteRequest): string => headers?.['content-type'] ?? '';
const bodyOf = ({ body = '' }: WriteRequest): string => body.toString();

/** Sends requests that must not write, each time a name in each of the ways. */
async function sendEach(
  sent: Sent,
  expected: (one: CarriedOut, way: string) => number | undefined,
): Promise<void> {
  await mapConcurrently(requests, async (one) => {
    for (const [way, withName] of Object.entries(ways)) {
      const request = withName(one.request, sent);
      const status = expected(one, way);
      if (request === undefined || status === undefined) continue;
      const response = await mills.ask(request);
      const said = [one.title, way, JSON.stringify(sent)];
      expect([...said, response.status]).toEqual([...said, status]);
      expect(await response.text()).toMatch(status === 200 ? /"dry_run":true/ : /dry[_ ]run/);
    }
  });
}

/** The tables in which some work leaves a trace. */
async function tablesWrittenBy(work: () => Promise<unknown>): Promise<readonly string[]> {
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

const isInBody = (way: string): boolean =>
  way === 'in a field of a form' || way === 'in a member of JSON';

/** What a caller who says `dry_run` gets: in a body it is none; elsewhere a summary where there are dry runs. */
const dryRunOr400 = (one: CarriedOut, way: string): number =>
  offersDryRun(one) && !isInBody(way) ? 200 : 400;

describe('of every operation that writes, by every form of its body', () => {
  it('there is a request here', () => {
    const ids = new Set(requests.map(({ operationId }) => operationId));
    expect([...ids].toSorted()).toEqual([...operations.keys()].toSorted());
  });

  it.each(takeSample([undefined, '', 'true', '1', 'yes', 'on', 'TRUE', 'Yes', 'oN'], 4))(
    'nothing is written with dry_run as %j: it is a dry run, or a 400 where there is none',
    async (value) => {
      const work = () => sendEach({ name: 'dry_run', value }, dryRunOr400);
      expect(await tablesWrittenBy(work)).toEqual([]);
    },
  );

  it('nothing is written with another word for dry_run: it is a 400', async () => {
    const words = fc.oneof(
      fc.constantFrom('maybe', 'ja', '2', '01', 'null', 'undefined', 'constructor', 'true,false'),
      fc.stringMatching(/^[a-z]{3,8}$/).filter((word) => !/^(true|yes|false|off)$/.test(word)),
    );
    const property = fc.asyncProperty(words, (value) =>
      sendEach({ name: 'dry_run', value }, () => 400),
    );
    const work = () => fc.assert(property, { numRuns: triesAllCases ? 6 : 2 });
    expect(await tablesWrittenBy(work)).toEqual([]);
  });

  it('nothing is written with dry_run in another case or spelling: it is a 400', async () => {
    const between = fc.constantFrom('', '_', '-', ' ', '.', '__', '\u2010');
    const names = fc.oneof(
      fc.constantFrom('DRY_RUN', 'dryrun', 'dry-run', 'dryRun', 'Dry_Run', '_dry_run', 'dry_run '),
      fc
        .tuple(anyCase('dry'), between, anyCase('run'))
        .map((parts) => parts.join(''))
        .filter((name) => name !== 'dry_run'),
    );
    const values = fc.constantFrom(undefined, '', 'true', 'false', '1', 'maybe');
    // In the name of a header, case means nothing, and a hyphen is an underscore.
    const isSpelt = (name: string): boolean =>
      name.toLowerCase().replaceAll('-', '_') === 'dry_run';
    const property = fc.asyncProperty(names, values, (name, value) =>
      sendEach({ name, value }, (_one, way) =>
        way === 'in a header' && isSpelt(name) ? undefined : 400,
      ),
    );
    const work = () => fc.assert(property, { numRuns: triesAllCases ? 12 : 4 });
    expect(await tablesWrittenBy(work)).toEqual([]);
  });

  it('nothing is written with a parameter that cannot be read, or that comes twice: it is a 400', async () => {
    const statuses: unknown[] = [];
    const written = await tablesWrittenBy(async () => {
      await mapConcurrently(requests, async (one) => {
        for (const [what, request] of unreadable(one)) {
          statuses.push([one.title, what, (await mills.ask(request)).status]);
        }
      });
    });
    expect(written).toEqual([]);
    expect(statuses.length).toBeGreaterThan(200);
    expect(statuses.filter((status) => !JSON.stringify(status).endsWith(',400]'))).toEqual([]);
  });

  it('something is written without dry_run, and where it is off', async () => {
    const words = ['no', 'OFF', '0', 'false'];
    const { owner } = mills.service.stack;
    let before = await fingerprint(owner);
    for (const [index, one] of requests.entries()) {
      if (operationOf(one).operation.capability === 'transaction') {
        await placeMills(mills.service);
        before = await fingerprint(owner);
      }
      const off = inQuery(one.request, { name: 'dry_run', value: words[index % 4] });
      const request = index % 2 === 0 ? one.request : off;
      const { status } = await mills.ask(request);
      const after = await fingerprint(owner);
      const isWritten = Object.keys(after).some((table) => after[table] !== before[table]);
      expect([one.title, status < 400, isWritten]).toEqual([one.title, true, true]);
      before = after;
    }
  });
});

/** A request with each of its parameters as it cannot be read, and twice. */
function unreadable(one: CarriedOut): readonly (readonly [string, WriteRequest])[] {
  const request = { ...one.request, path: one.request.path.replace(/\?.*/, '') };
  const odd = ['', 'maybe', '-1', '11', 'a b', 'true,false', 'x'.repeat(300)];
  return Object.entries(operationOf(one).operation.parameters.shape).flatMap(([name, schema]) => {
    const values = odd.filter((value) => !schema.safeParse(value).success);
    const twice = `${request.path}?${name}=1&${name}=1`;
    return [
      [`${name} twice`, { ...request, path: twice }] as const,
      ...values.flatMap((value) => [
        [`?${name}=${value}`, inQuery(request, { name, value })] as const,
        [`${name}: ${value}`, inHeader(request, { name, value }) ?? request] as const,
      ]),
    ];
  });
}
