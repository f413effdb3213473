import { localSigningKeySecretArn } from '../../../infra/local/data-api/local-names.ts';
import { ensureSigningKey } from '../../../infra/signing-keys.ts';
import { createSecrets } from '../../../lib/secrets/client.ts';
import { openGateway } from '../../gateway/emulator/gateway.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../../support/accounts.ts';
import { configure, secretsOptions } from '../environment.ts';
import { chooseExamples, type CostExamples } from './examples.ts';
import type { Instrument } from './instrument.ts';
import { measureSteps, type MeasuredStep, type StepTimes } from './measure.ts';
import { readRequests } from './reads.ts';
import type { Recorded } from './recorder.ts';
import { bareStatement, type CostRequest } from './request.ts';
import { editors, type CostStack } from './stack.ts';
import { writeRequests } from './writes.ts';

/** The cost of a request, or of one of the two steps of a write, for the database. */
export type Cost = {
  readonly request: string;
  readonly caller: 'Guest' | 'an account';
  readonly step: 'reading' | 'writing' | undefined;
  readonly data: string;
  /** Statements that the request sends. */
  readonly statements: number;
  readonly own: StepTimes;
  readonly bare: StepTimes | undefined;
  readonly bytes: MeasuredStep['bytes'];
};

export type CostCaller = {
  readonly name: Cost['caller'];
  readonly headers: Readonly<Record<string, string>>;
};

/** The service on a stack, with its callers. */
export type CostService = {
  readonly stack: CostStack;
  readonly examples: CostExamples;
  readonly account: number;
  readonly callers: readonly CostCaller[];
  readonly ask: (request: CostRequest, caller: CostCaller) => Promise<string>;
};

/** Opens the service, with an account in a group whose members may read and write. */
export async function openCostService(stack: CostStack): Promise<CostService> {
  configure(stack);
  const secrets = createSecrets(secretsOptions(stack));
  await ensureSigningKey({ data: stack.data, secrets, secretId: localSigningKeySecretArn });
  const gateway = await openGateway('sources');
  const get = (path: string, init?: RequestInit): Promise<Response> =>
    gateway.fetch(new Request(`http://localhost:3000${path}`, init));
  const account = await createTestAccount({ stack }, 'bench editor', {
    groups: [editors, 'Resource Reviewer'],
  });
  const { clientId } = await createTestApplication({ stack }, account);
  const { access_token: token } = await fetchTokens({ fetch: get }, 'bench editor', clientId);
  return {
    stack,
    examples: await chooseExamples(stack),
    account,
    callers: [
      { name: 'Guest', headers: {} },
      { name: 'an account', headers: bearerHeader(token) },
    ],
    ask: async ({ method, path, headers, body }, caller) => {
      const response = await get(path, {
        method,
        headers: { ...headers, ...caller.headers },
        redirect: 'manual',
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      if (response.status >= 400) {
        throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
      }
      return text;
    },
  };
}

/** Measures every request for each of its callers. @param isWanted selects requests by name */
export async function measureCosts(
  service: CostService,
  isWanted: (name: string) => boolean,
): Promise<readonly Cost[]> {
  const { stack, examples, account, callers, ask } = service;
  const guest: CostCaller = { name: 'Guest', headers: {} };
  const get = (path: string): Promise<string> =>
    ask({ name: path, method: 'GET', path, bare: [] }, guest);
  const requests = [
    ...readRequests(examples, account),
    ...(await writeRequests(examples, account, get)),
  ].filter(({ name }) => isWanted(name));
  const rehearsals: RehearsedRequest[] = [];
  for (const request of requests) {
    for (const caller of callers) {
      if (request.only === undefined || request.only === caller.name) {
        rehearsals.push(await rehearsed(service, request, caller));
      }
    }
  }
  // The embedded database has only one session, which is not free before this point.
  const instrument = await stack.openInstrument();
  try {
    const costs: Cost[] = [];
    for (const one of rehearsals) costs.push(...(await costsOf(one, instrument, stack.name)));
    return costs;
  } finally {
    await instrument.close();
  }
}

/** A request, its answer, and the statements that it sent. */
export type RehearsedRequest = {
  readonly request: CostRequest;
  readonly caller: CostCaller;
  readonly body: string;
  readonly statements: readonly Recorded[];
};

/** Sends a request twice. At the first time, functions and database fill their caches. The second time is measured. */
export async function rehearsed(
  { stack, ask }: CostService,
  request: CostRequest,
  caller: CostCaller,
): Promise<RehearsedRequest> {
  await stack.recorder.rehearse(() => ask(request, caller));
  const { result, statements } = await stack.recorder.rehearse(() => ask(request, caller));
  return { request, caller, body: result, statements };
}

async function costsOf(
  { request, caller, body, statements }: RehearsedRequest,
  instrument: Instrument,
  data: string,
): Promise<readonly Cost[]> {
  const isWrite = request.method !== 'GET';
  const bare = await Promise.all(request.bare.map(bareStatement));
  // In a write of two steps, the last statement writes.
  const own = bare.length === 1 ? [statements] : [statements.slice(0, -1), statements.slice(-1)];
  const steps = await measureSteps(instrument, own, bare, isWrite);
  const [first] = steps;
  if (first !== undefined) checkItems(request, body, first);
  return steps.map((step, index) => ({
    request: request.name,
    caller: caller.name,
    step: isWrite ? stepNames[index] : undefined,
    data,
    statements: own[index]?.length ?? 0,
    own: step.own,
    bare: step.bare,
    bytes: step.bytes,
  }));
}

const stepNames = ['reading', 'writing'] as const;

/** A page reads one item more, to know whether another page follows. */
function checkItems(
  { name, items, given }: CostRequest,
  body: string,
  { bareRows }: MeasuredStep,
): void {
  if (items === undefined) return;
  const shown = items(body);
  const texts = bareRows.map(([text]) => text ?? '');
  const found = given === undefined ? texts.length : given(texts);
  if (found === shown || found === shown + 1) return;
  throw new Error(`${name} shows ${shown} items, and its bare statement gives ${found}.`);
}
