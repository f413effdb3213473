import { writeFile } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { loadOperations } from '../../infra/generate/operations.ts';
import {
  exampleAnswersFile,
  readExampleAnswers,
  readExamples,
  type Example,
  type ExampleAnswer,
} from '../../infra/generate/openapi/examples.ts';
import { placeholderBaseUrl } from '../../lib/http/description/description-response.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../support/accounts.ts';
import { openSampleService } from '../support/sample.ts';
import { baseUrl, type TestService } from '../support/service.ts';

// HDS_WRITE_EXAMPLES=1 fetches all examples of the description from the sample again; run `npm run generate` afterwards.

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  const account = await createTestAccount(service, 'administrator', { isAdministrator: true });
  const { clientId } = await createTestApplication(service, account);
  ({ access_token: token } = await fetchTokens(service, 'administrator', clientId));
});

afterAll(async () => service?.close());

/** The fixed values of keys whose ids and times differ in each run. */
const fixedValues: Readonly<Record<string, string>> = {
  requestId: '3129c46a-e0e3-43e5-b80a-d24271c75030',
  transaction: '7e2727a9-d858-4caf-86a6-3abdb44c29ec',
  time: '2026-01-31T09:00:00.000Z',
  endTime: '2026-01-31T09:00:00Z',
  published_time: '2026-01-31T09:00:00Z',
};

/** The ids of edits, which differ in each run, because concurrent batches of an import get them in any order. */
const editId = /(?<="id":"|\/history\?cursor=)\d+(?=["&])/g;

/** The JSON of an answer, with fixed values in place of ids, times and base URLs that differ in each run. */
function withFixedValues(body: string): unknown {
  const text = body.replaceAll(baseUrl, placeholderBaseUrl).replaceAll(editId, '877');
  return JSON.parse(text, (key, value: unknown) =>
    typeof value === 'string' && Object.hasOwn(fixedValues, key) ? fixedValues[key] : value,
  );
}

async function fetchAnswer(
  { operation, request }: Example,
  methods: ReadonlyMap<string, string>,
): Promise<ExampleAnswer> {
  const { path, account, mediaType, body } = request;
  const isForm = mediaType === 'application/x-www-form-urlencoded';
  const encodedBody = isForm ? new URLSearchParams(Object(body)).toString() : JSON.stringify(body);
  const response = await service.fetch(path, {
    method: methods.get(operation) ?? '',
    headers: {
      ...(account === undefined ? {} : bearerHeader(token)),
      ...(mediaType === undefined ? {} : { 'content-type': mediaType }),
    },
    ...(body === undefined ? {} : { body: encodedBody }),
  });
  const text = await response.text();
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
  const isJson = /[/+]json$/.test(type);
  const example = isJson ? withFixedValues(text) : text.replaceAll(baseUrl, placeholderBaseUrl);
  return { status: response.status, mediaType: type, body: example };
}

describe('the examples of the OpenAPI description', () => {
  it('are the answers of the service for the sample data', async () => {
    const operations = await loadOperations();
    const methods = new Map(operations.map(({ operation: { id, method } }) => [id, method]));
    const answers: Record<string, ExampleAnswer> = {};
    for (const example of await readExamples()) {
      answers[example.title] = await fetchAnswer(example, methods);
    }
    if (process.env['HDS_WRITE_EXAMPLES'] === '1') {
      await writeFile(exampleAnswersFile, `${JSON.stringify(answers, null, 1)}\n`);
    }
    expect(await readExampleAnswers()).toEqual(answers);
  });

  it('have a title each', async () => {
    const titles = (await readExamples()).map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });
});
