import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { rawSql } from '../../lib/data-api/sql.ts';
import { requestHeaders } from '../../lib/http/description/headers.ts';
import { hashPassword } from '../../lib/identity/passwords/hash.ts';
import { sessionCookieName } from '../../lib/http/request/session-challenge.ts';
import { formCookie } from '../../lib/pages/html-page.ts';
import { openGateway } from '../gateway/emulator/gateway.ts';
import { listRoutedOperations, type RoutedOperation } from '../gateway/operations.ts';
import { createTestAccount, createTestApplication, postForm } from '../support/accounts.ts';
import { takeInTurn } from '../support/random/take-sample.ts';
import { captureLogLines, type LogLines } from './every-caller/log-lines.ts';
import { openVisitor } from './oauth/visitor.ts';
import { shortenPauses } from './writing/disturbed.ts';
import { everyWrite, placeMills } from './writing/every-write.ts';
import { openMillService, type MillService, type WriteRequest } from './writing/mill-service.ts';

/** All planted texts contain this word. No line of the log may contain it, in any letter case. */
const planted = 'plant3d';
const secret = `${planted}-secret`;
/** A value with the length of a real cookie. */
const cookieValue = `${planted}${'x'.repeat(43 - planted.length)}`;
/** Contains quotation marks, which end the quotation in a message that quotes it. */
const quotedText = `${planted} "word" in 'quotes'`;

const plantedHeaders: Readonly<Record<string, string>> = {
  cookie: `${sessionCookieName}=${cookieValue}.1; ${formCookie}=${cookieValue}`,
  accept: `text/${planted}, */*`,
  'accept-language': planted,
  'user-agent': secret,
  referer: `https://${planted}.example/`,
  origin: `https://${planted}.example`,
  'x-api-key': secret,
  ...Object.fromEntries(
    Object.keys(requestHeaders).map((name) => [name.toLowerCase(), `"${secret}"`]),
  ),
};
const badTokens = {
  authorization: `Bearer ${secret}`,
  'x-authorization': `Bearer eyJ${planted}.${planted}.${planted}`,
};
const formType = { 'content-type': 'application/x-www-form-urlencoded' };
const jsonType = { 'content-type': 'application/json' };

let mills: MillService;
let operations: readonly RoutedOperation[];
let logLines: LogLines;

beforeAll(async () => {
  mills = await openMillService();
  operations = await listRoutedOperations((await openGateway()).api);
  await mills.service.stack.dataApi.write(
    rawSql(
      `update account set username = '${planted}-user', first_name = '${planted}', last_name = '${planted}', email = '${planted}@example.org'`,
    ),
  );
  logLines = captureLogLines();
  shortenPauses();
});

beforeEach(async () => {
  await placeMills(mills.service);
  logLines.take();
});

afterAll(async () => {
  logLines?.end();
  await mills?.service.close();
});

/**
 * Sends requests one after the other.
 * @returns their statuses, and the lines with a planted text, each after its request
 */
async function send(requests: readonly WriteRequest[]) {
  const leaks: string[] = [];
  const statuses = new Set<number>();
  for (const request of requests) {
    const response = await mills.sendRequest(request);
    const { status } = response;
    statuses.add(status);
    // The line of an answer in parts is written after the last one.
    await response.arrayBuffer();
    const lines = logLines.take();
    // Every request logs a line, so the search for leaks is never empty.
    expect(lines.filter((line) => line.includes('"level":"info"'))).not.toEqual([]);
    for (const line of lines.filter((line) => line.toLowerCase().includes(planted))) {
      leaks.push(`${request.method} ${request.path}: ${line}`);
    }
  }
  return { leaks, statuses };
}

const readsBody = ({ method }: RoutedOperation): boolean => method === 'POST' || method === 'PUT';

/** The names of everything that an operation reads from a form or a JSON body. */
function fieldsOf({ operation }: RoutedOperation): readonly string[] {
  const { form = {}, parameters } = operation;
  return [...Object.keys(form), ...Object.keys(parameters.shape), 'username', 'password', 'data'];
}

function bodiesOf(routed: RoutedOperation): readonly Pick<WriteRequest, 'body' | 'headers'>[] {
  if (!readsBody(routed)) return [{}];
  const fields = Object.fromEntries(fieldsOf(routed).map((name) => [name, quotedText]));
  return [
    { headers: formType, body: new URLSearchParams(fields).toString() },
    { headers: jsonType, body: JSON.stringify({ ...fields, [quotedText]: [quotedText] }) },
    { headers: jsonType, body: `{"password": ${quotedText}` },
  ];
}

/** The path of an operation with a planted text in each variable and parameter. */
function plantedPath({ resourcePath, operation }: RoutedOperation): string {
  const names = [...Object.keys(operation.parameters.shape), quotedText];
  const query = new URLSearchParams([
    ...names.map((name): [string, string] => [name, quotedText]),
    ['access_token', secret],
  ]);
  return `${resourcePath.replaceAll(/\{[^}]+\}/g, encodeURIComponent(quotedText))}?${query.toString()}`;
}

/** Requests of an operation with planted texts: in all parts, in all but the path, and in a few single parameters in turn. */
function plantedRequests(routed: RoutedOperation, turn: number): readonly WriteRequest[] {
  const { method, examplePath, operation } = routed;
  return bodiesOf(routed).flatMap((body, index) => {
    const headers = { ...plantedHeaders, ...body.headers };
    return [
      { ...body, method, path: plantedPath(routed), headers: { ...headers, ...badTokens } },
      { ...body, method, path: plantedPath(routed), headers },
      { ...body, method, path: examplePath, headers },
      ...takeInTurn(Object.keys(operation.parameters.shape), turn + index, 2).map((name) => ({
        ...body,
        method,
        path: `${examplePath}?${new URLSearchParams({ [name]: quotedText }).toString()}`,
        headers: { ...body.headers, [`x-service-${name.replaceAll('_', '-')}`]: quotedText },
      })),
    ];
  });
}

/** The requests of everyWrite, with planted texts in what they store. */
async function plantedWrites(): Promise<readonly WriteRequest[]> {
  const requests = await Promise.all(everyWrite.map(({ request }) => request(mills, 'little')));
  return requests.map((request) =>
    typeof request.body === 'string'
      ? { ...request, body: request.body.replaceAll(/Mill|as on/g, planted) }
      : request,
  );
}

describe('the log', () => {
  it('contains no value of a path, parameter, header, cookie or body, and no name of an account', async () => {
    const { leaks, statuses } = await send(operations.flatMap(plantedRequests));
    expect(leaks).toEqual([]);
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404]));
  });

  // Each operation is called during one kind of fault.
  const faultKinds = ['forbidden', 'secrets', 'internal', 'html', 'throttling'] as const;

  it.each(faultKinds)(
    'contains no submitted value if the database cannot be called: %s',
    async (kind) => {
      const size = Math.ceil(operations.length / faultKinds.length);
      mills.service.stack.server.faults.add({ when: 'before', kind, times: 1_000_000 });
      const sent = takeInTurn(operations, faultKinds.indexOf(kind), size).flatMap((routed) =>
        bodiesOf(routed)
          .slice(0, 1)
          .map((body) => ({
            ...body,
            method: routed.method,
            path: routed.examplePath,
            headers: { ...plantedHeaders, ...body.headers },
          })),
      );
      const { leaks, statuses } = await send(sent).finally(() =>
        mills.service.stack.server.faults.clear(),
      );
      expect(leaks).toEqual([]);
      expect([...statuses]).toContain(kind === 'forbidden' ? 500 : 503);
    },
  );

  it('contains no text of a written document, whether it is stored or refused', async () => {
    const { leaks, statuses } = await send(await plantedWrites());
    expect(leaks).toEqual([]);
    expect([...statuses].some((status) => status < 300)).toBe(true);
  });

  it('contains no value that an error of the database quotes', async () => {
    const { owner } = mills.service.stack;
    await owner.write(
      rawSql(`create function quote_tile() returns trigger language plpgsql as $$
begin
  raise exception 'The value "%" is bad.', new.data using errcode = '22000', detail = new.data::text, hint = new.data::text;
end
$$`),
    );
    await owner.write(
      rawSql(
        'create trigger quote_tile before insert or update on tile for each row execute function quote_tile()',
      ),
    );
    const { leaks, statuses } = await send(await plantedWrites());
    await owner.write(rawSql('drop function quote_tile() cascade'));
    expect(leaks).toEqual([]);
    expect([...statuses]).toContain(500);
  });

  it('contains no name, e-mail address or password of a sign-in, successful or not', async () => {
    const { service } = mills;
    const password = `${secret} phrase`;
    const owner = await createTestAccount(service, `${planted}-reader`, {
      email: `${planted}-reader@example.org`,
      passwordHash: await hashPassword(password),
      isAdministrator: true,
    });
    const { clientId } = await createTestApplication(service, owner);
    const attempts = [
      { username: `${planted}-reader`, password },
      { username: `${planted}-reader@example.org`, password },
      { username: `${planted}-reader`, password: `${password}?` },
      { username: password, password: `${planted}-reader` },
    ];
    logLines.take();
    const statuses = new Set<number>();
    for (const attempt of attempts) {
      for (const path of ['/auth/get_token', '/auth/get_client_id', '/auth/user_profile']) {
        statuses.add((await postForm(service, path, attempt)).status);
      }
      const fields = { ...attempt, grant_type: 'password', client_id: clientId };
      statuses.add((await postForm(service, '/o/token', fields)).status);
      const visitor = openVisitor(service);
      statuses.add((await visitor.submit('/o/sign-in', attempt)).status);
      statuses.add((await visitor.get('/o/applications')).status);
    }
    expect([...statuses]).toEqual(expect.arrayContaining([200, 303, 401]));
    const lines = logLines.take();
    expect(lines.length).toBeGreaterThan(24);
    expect(lines.filter((line) => line.toLowerCase().includes(planted))).toEqual([]);
    // The lines identify the account by its id.
    expect(lines.some((line) => line.includes(`"account":${owner}`))).toBe(true);
  });
});
