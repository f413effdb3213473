import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { importGraphs } from '../../../infra/cli/import/graphs.ts';
import {
  localClusterArn,
  localDatabaseName,
  localSecretArn,
  localSigningKeySecretArn,
} from '../../../infra/local/data-api/names.ts';
import { makeSampleAccounts, sampleClientId } from '../../../infra/local/sample-accounts.ts';
import { migrate, readMigrations } from '../../../infra/migrations/run.ts';
import { ensureSigningKey } from '../../../infra/signing-keys.ts';
import type { DataApi } from '../../../lib/data-api/client.ts';
import { createSecrets } from '../../../lib/secrets/client.ts';
import { disagreements } from '../../functions/writing/books.ts';
import { millGraph, millNodes } from '../../functions/writing/mill-service.ts';
import { openGateway, type Gateway } from '../../gateway/imitation/gateway.ts';
import { graphId } from '../../lib/json-ld/mill.ts';
import { bearer, postForm } from '../../support/accounts.ts';
import { baseUrl } from '../../support/service.ts';
import { testClient } from '../../support/stack.ts';
import { inFile } from '../../support/temporary-file.ts';
import { importContext } from '../cli/import/importing.ts';
import { startRestartableEmulator, type RestartableEmulator } from './restartable-emulator.ts';

const writes = 1000;
const inFlight = 12;
/** After how many answers the emulator is killed. */
const kills = [300, 650];
/** Mills that many of the writes add a tile to. */
const shared = Array.from({ length: 10 }, () => randomUUID());

let folder: string;
let emulator: RestartableEmulator;
let data: DataApi;
let gateway: Gateway;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'heritage-killed-'));
  emulator = await startRestartableEmulator(path.join(folder, 'data'));
  Object.assign(process.env, {
    HDS_BASE_URL: baseUrl,
    HDS_CLUSTER_ARN: localClusterArn,
    HDS_SECRET_ARN: localSecretArn('service'),
    HDS_DATABASE: localDatabaseName,
    HDS_SIGNING_KEY_SECRET: localSigningKeySecretArn,
    AWS_ENDPOINT_URL_RDS_DATA: emulator.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: emulator.url,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  data = testClient(emulator.url, 'service');
  await migrate(testClient(emulator.url, 'owner'), await readMigrations());
  const secrets = createSecrets({
    region: 'eu-west-1',
    endpoint: emulator.url,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  await ensureSigningKey({ data, secrets, secretId: localSigningKeySecretArn });
  await inFile(millGraph, (file) => importGraphs([file], importContext(data)));
  gateway = await openGateway('sources');
  token = await signIn();
});

afterAll(async () => {
  await emulator?.close();
  await rm(folder, { recursive: true, force: true });
});

async function signIn(): Promise<string> {
  const file = path.join(folder, 'sign-in.txt');
  await makeSampleAccounts(data, file);
  const [, password = ''] = /^admin (.*)$/m.exec(await readFile(file, 'utf8')) ?? [];
  const fields = { grant_type: 'password', username: 'admin', password, client_id: sampleClientId };
  const get = (at: string, init?: RequestInit): Promise<Response> =>
    gateway.fetch(new Request(`${baseUrl}${at}`, init));
  const answer: unknown = await (await postForm({ get }, '/o/token', fields)).json();
  return z.object({ access_token: z.string() }).parse(answer).access_token;
}

type Request1 = { readonly method: string; readonly path: string; readonly body: unknown };

const nameTile = (number: number, text: string) => ({
  nodegroup_id: millNodes.appellation,
  data: { [millNodes.name]: text, [millNodes.note]: `${number}` },
});

/** The tiles that a write is to leave, by their texts. */
const textsOf = (number: number): readonly string[] =>
  number % 3 === 2 ? [`write ${number}`] : [`write ${number}`, `write ${number} too`];

/** A write that nothing else is about but its texts: a new mill with two names, or another name for one that is there. */
function requestOf(number: number, resourceId: string): Request1 {
  const [sharedId = ''] = shared.slice(number % shared.length);
  const tiles = textsOf(number).map((text) => nameTile(number, text));
  const document = { graph_id: graphId, tiles };
  if (number % 3 === 0) {
    return { method: 'POST', path: '/resources/mill?format=service-json', body: document };
  }
  if (number % 3 === 1) {
    return {
      method: 'PUT',
      path: `/resources/mill/${resourceId}?format=service-json`,
      body: { ...document, resourceinstanceid: resourceId },
    };
  }
  return {
    method: 'POST',
    path: '/api/tiles',
    body: { ...nameTile(number, `write ${number}`), resourceinstance_id: sharedId },
  };
}

async function send({ method, path: at, body }: Request1, key: string): Promise<Answer> {
  const headers = { ...bearer(token), 'idempotency-key': key };
  const init = { method, headers, body: JSON.stringify(body) };
  const answer = await gateway.fetch(new Request(`${baseUrl}${at}`, init));
  const text = await answer.text();
  return { status: answer.status, code: answer.ok ? '' : problem.parse(JSON.parse(text)).code };
}

const problem = z.object({ code: z.string() });
type Answer = { readonly status: number; readonly code: string };

/** How many tiles have each text. */
async function texts(): Promise<ReadonlyMap<string, number>> {
  const rows = await data.read({
    text: `select data ->> '${millNodes.name}', count(*)::text from tile group by 1`,
    parameters: [],
  });
  return new Map(rows.map(([text, count]) => [String(text), Number(count)]));
}

describe('the emulator, killed in the middle of a thousand writes', () => {
  it('has every write that was answered, none that was refused, and no half of any', async () => {
    for (const id of shared) {
      const body = { resourceinstanceid: id, graph_id: graphId, tiles: [] };
      const at = `/resources/mill/${id}?format=service-json`;
      expect((await send({ method: 'PUT', path: at, body }, id)).status).toBe(201);
    }
    const requests = Array.from({ length: writes }, (_, number) => requestOf(number, randomUUID()));
    const open = [...requests.keys()];
    const answered = new Set<number>();
    const unanswered = new Map<number, string>();
    let isRunning = true;

    async function client(): Promise<void> {
      for (let next = open.shift(); next !== undefined && isRunning; next = open.shift()) {
        const request = requests[next];
        if (request === undefined) return;
        const { status, code } = await send(request, `write ${next}`);
        if (status < 300) answered.add(next);
        else unanswered.set(next, code);
        if (answered.size === kills[0]) {
          kills.shift();
          isRunning = false;
          await emulator.kill();
        }
      }
    }

    const clients = (): Promise<unknown> => Promise.all(Array.from({ length: inFlight }, client));
    while (answered.size < writes) {
      isRunning = true;
      await clients();
      if (isRunning) break;
      await emulator.start();
      const stored = await texts();
      for (const [number] of requests.entries()) {
        const counts = textsOf(number).map((text) => stored.get(text) ?? 0);
        const code = unanswered.get(number);
        const possible = answered.has(number) ? ['1'] : code === 'outcome_unknown' ? ['0', '1'] : ['0'];
        expect([number, code, possible]).toEqual([number, code, expect.arrayContaining([...new Set(counts)].map(String))]);
        expect(new Set(counts).size).toBe(1);
      }
      expect(await disagreements(data)).toEqual([]);
      open.unshift(...unanswered.keys());
      process.stdout.write(`${JSON.stringify([...unanswered])}\n`);
      unanswered.clear();
    }
    expect(kills).toEqual([]);
    expect([...unanswered]).toEqual([]);
    const stored = await texts();
    for (const [number] of requests.entries()) {
      for (const text of textsOf(number)) expect([text, stored.get(text)]).toEqual([text, 1]);
    }
    expect(await disagreements(data)).toEqual([]);
  }, 240_000);
});
