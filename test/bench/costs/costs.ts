import { localSigningKeySecretArn } from '../../../infra/local/data-api/local-names.ts';
import { ensureSigningKey } from '../../../infra/cli/signing-keys.ts';
import { createSecrets } from '../../../lib/secrets/client.ts';
import { openGateway } from '../../gateway/emulator/gateway.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../../support/accounts.ts';
import { configureFunctions, secretsOptions } from '../environment.ts';
import { chooseExamples, type CostExamples } from './examples.ts';
import type { Instrument } from './instrument.ts';
import { measureSteps, type MeasuredStep, type StepTimes } from './measure.ts';
import { buildReadRequests } from './reads.ts';
import type { RecordedStatement } from './recorder.ts';
import { readBareStatement, type CostRequest } from './request.ts';
import { editorGroup, type CostStack } from './stack.ts';
import { buildWriteRequests } from './writes.ts';

/** The cost of a request for the database, or of one of the two steps of a write. */
export type Cost = {
  readonly request: string;
  readonly caller: 'Guest' | 'an account';
  readonly step: 'reading' | 'writing' | undefined;
  readonly data: string;
  /** The number of statements that the request sends. */
  readonly statements: number;
  /** The times of the statements of the service. */
  readonly own: StepTimes;
  /** The times of the hand-written statement. */
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
  readonly sendRequest: (request: CostRequest, caller: CostCaller) => Promise<string>;
};

/** Opens the service, with an account in a group whose members may read and write. */
export async function openCostService(stack: CostStack): Promise<CostService> {
  configureFunctions(stack);
  const secrets = createSecrets(secretsOptions(stack));
  await ensureSigningKey({ dataApi: stack.dataApi, secrets, secretId: localSigningKeySecretArn });
  const gateway = await openGateway('sources');
  const fetchFromGateway = (path: string, init?: RequestInit): Promise<Response> =>
    gateway.fetch(new Request(`http://localhost:3000${path}`, init));
  const account = await createTestAccount({ stack }, 'bench editor', {
    groups: [editorGroup, 'Resource Reviewer'],
  });
  const { clientId } = await createTestApplication({ stack }, account);
  const { access_token: token } = await fetchTokens(
    { fetch: fetchFromGateway },
    'bench editor',
    clientId,
  );
  return {
    stack,
    examples: await chooseExamples(stack),
    account,
    callers: [
      { name: 'Guest', headers: {} },
      { name: 'an account', headers: bearerHeader(token) },
    ],
    sendRequest: async ({ method, path, headers, body }, caller) => {
      const response = await fetchFromGateway(path, {
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

/** Measures every request for each of its callers. @param isSelected selects requests by name */
export async function measureCosts(
  service: CostService,
  isSelected: (name: string) => boolean,
): Promise<readonly Cost[]> {
  const { stack, examples, account, callers, sendRequest } = service;
  const guest: CostCaller = { name: 'Guest', headers: {} };
  const fetchAsGuest = (path: string): Promise<string> =>
    sendRequest({ name: path, method: 'GET', path, bare: [] }, guest);
  const requests = [
    ...buildReadRequests(examples, account),
    ...(await buildWriteRequests(examples, account, fetchAsGuest)),
  ].filter(({ name }) => isSelected(name));
  const rehearsals: RehearsedRequest[] = [];
  for (const request of requests) {
    for (const caller of callers) {
      if (request.only === undefined || request.only === caller.name) {
        rehearsals.push(await rehearseRequest(service, request, caller));
      }
    }
  }
  // The embedded database has only one session, which the rehearsals have used until here.
  const instrument = await stack.openInstrument();
  try {
    const costs: Cost[] = [];
    for (const rehearsal of rehearsals)
      costs.push(...(await measureRehearsed(rehearsal, instrument, stack.name)));
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
  readonly statements: readonly RecordedStatement[];
};

/** Sends a request twice, and returns the statements of the second time: the first time fills the caches of functions and database. */
export async function rehearseRequest(
  { stack, sendRequest }: CostService,
  request: CostRequest,
  caller: CostCaller,
): Promise<RehearsedRequest> {
  await stack.recorder.rehearse(() => sendRequest(request, caller));
  const { result, statements } = await stack.recorder.rehearse(() => sendRequest(request, caller));
  return { request, caller, body: result, statements };
}

async function measureRehearsed(
  { request, caller, body, statements }: RehearsedRequest,
  instrument: Instrument,
  data: string,
): Promise<readonly Cost[]> {
  const isWrite = request.method !== 'GET';
  const bare = await Promise.all(request.bare.map(readBareStatement));
  // In a write of two steps, the last statement is the second step.
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

/** Checks that the bare statement returns as many items as the answer, or one more, which shows whether another page follows. */
function checkItems(
  { name, countItems, countBareItems }: CostRequest,
  body: string,
  { bareRows }: MeasuredStep,
): void {
  if (countItems === undefined) return;
  const shownCount = countItems(body);
  const texts = bareRows.map(([text]) => text ?? '');
  const bareCount = countBareItems === undefined ? texts.length : countBareItems(texts);
  if (bareCount === shownCount || bareCount === shownCount + 1) return;
  throw new Error(`${name} shows ${shownCount} items, and its bare statement gives ${bareCount}.`);
}
