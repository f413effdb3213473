import {
  BeginTransactionCommand,
  CommitTransactionCommand,
  ExecuteStatementCommand,
  RDSDataClient,
  RollbackTransactionCommand,
} from '@aws-sdk/client-rds-data';
import type { HttpRequest } from '@smithy/core/protocols';
import { describe, expect, it } from 'vitest';

import { createRetry } from '../../../lib/aws/retry.ts';
import {
  createTransport,
  type AwsResponse,
  type TransportOptions,
} from '../../../lib/aws/transport.ts';
import {
  answerWith,
  awsSettings as settings,
  pickComparableParts,
  type FakeResponse,
} from '../../support/aws-requests.ts';

const createDataApiTransport = (options: Omit<TransportOptions, 'service' | 'requestTimeout'>) =>
  createTransport({ ...options, service: 'rds-data', requestTimeout: 50_000 });

const headers = { 'content-type': 'application/json' };

/** Sends a call to a fake service twice at most. */
type Client = {
  readonly send: (call: Call) => Promise<AwsResponse>;
  readonly requests: readonly HttpRequest[];
};

function createAwsClient(fakeResponse: FakeResponse): Client {
  const { requests, handler } = answerWith(fakeResponse);
  const client = new RDSDataClient({ ...settings, maxAttempts: 2, requestHandler: handler });
  return { requests, send: ({ sendWithAws }) => sendWithAws(client) };
}

function createOwnClient(fakeResponse: FakeResponse): Client {
  const { requests, handler } = answerWith(fakeResponse);
  const transport = createDataApiTransport({ ...settings, handler });
  const retry = createRetry(2);
  return {
    requests,
    send: ({ path, content }) => retry((attempt) => transport({ path, headers, content }, attempt)),
  };
}

type Call = {
  readonly path: string;
  readonly content: object;
  readonly sendWithAws: (client: RDSDataClient) => Promise<AwsResponse>;
};

const target = { resourceArn: 'arn:cluster', secretArn: 'arn:secret' };
const statement = {
  ...target,
  database: 'heritage',
  sql: "select 'Fürth – ☃ \u2028'",
  parameters: [
    { name: 'p1', value: { stringValue: 'a "quoted"\n text' }, typeHint: 'JSON' },
    { name: 'p2', value: { isNull: true } },
    { name: 'p3', value: { booleanValue: false } },
  ],
  resultSetOptions: { longReturnType: 'STRING', decimalReturnType: 'STRING' },
} as const;
const request = { path: '/Execute', headers, content: statement };
const beginning = { ...target, database: 'heritage' };
const end = { ...target, transactionId: 't' };

const execution: Call = {
  path: '/Execute',
  content: statement,
  sendWithAws: (client) =>
    client.send(
      new ExecuteStatementCommand({ ...statement, parameters: [...statement.parameters] }),
    ),
};
const calls: Readonly<Record<string, Call>> = {
  statement: execution,
  'beginning of a transaction': {
    path: '/BeginTransaction',
    content: beginning,
    sendWithAws: (client) => client.send(new BeginTransactionCommand(beginning)),
  },
  commit: {
    path: '/CommitTransaction',
    content: end,
    sendWithAws: (client) => client.send(new CommitTransactionCommand(end)).then(() => ({})),
  },
  rollback: {
    path: '/RollbackTransaction',
    content: end,
    sendWithAws: (client) => client.send(new RollbackTransactionCommand(end)).then(() => ({})),
  },
};

describe('a call of the Data API', () => {
  it.each(Object.entries(calls))(
    'is sent in the same way as by the client of AWS: %s',
    async (_, call) => {
      const [aws, own] = [createAwsClient({}), createOwnClient({})];
      await Promise.all([aws.send(call), own.send(call)]);
      expect(own.requests.map(pickComparableParts)).toEqual(aws.requests.map(pickComparableParts));
    },
  );

  it('returns the same records as the client of AWS', async () => {
    const records = [[{ stringValue: 'ü' }, { isNull: true }, { doubleValue: 1.5 }], []];
    const fakeResponse = { body: JSON.stringify({ records, numberOfRecordsUpdated: 0 }) };
    const [aws, own] = [createAwsClient(fakeResponse), createOwnClient(fakeResponse)];
    const answers = await Promise.all([aws.send(execution), own.send(execution)]);
    expect(answers[1].records).toEqual(answers[0].records);
  });

  it.each([
    ['eu-west-1', 'rds-data.eu-west-1.amazonaws.com'],
    ['cn-north-1', 'rds-data.cn-north-1.amazonaws.com.cn'],
    ['us-gov-west-1', 'rds-data.us-gov-west-1.amazonaws.com'],
  ])('goes to the endpoint of its region, as with the client of AWS: %s', async (region, host) => {
    const { credentials } = settings;
    const [aws, own] = [answerWith({}), answerWith({})];
    await execution.sendWithAws(
      new RDSDataClient({ region, credentials, requestHandler: aws.handler }),
    );
    await createDataApiTransport({ region, credentials, handler: own.handler })(request, 1);
    const places = [aws, own].map(({ requests: [request] }) => [
      request?.protocol,
      request?.hostname,
      request?.path,
      request?.headers['host'],
    ]);
    expect(places).toEqual([places[0], places[0]]);
    expect(places[0]).toEqual(['https:', host, '/Execute', host]);
  });

  it('is signed with the time of AWS after a response has shown that our clock is wrong', async () => {
    const date = 'Fri, 01 Jan 2100 12:00:00 GMT';
    const { requests, handler } = answerWith({ headers: { date } });
    const transport = createDataApiTransport({ ...settings, handler });
    await transport(request, 1);
    await transport(request, 1);
    const [first = '', second = ''] = requests.map(({ headers }) => headers['x-amz-date']);
    expect(first < '2100').toBe(true);
    expect(second).toMatch(/^21000101T1200/);
  });
});

describe('an error of the Data API', () => {
  const errors: Readonly<Record<string, FakeResponse>> = {
    'named in a header': {
      status: 400,
      headers: { 'x-amzn-ErrorType': 'BadRequestException:http://internal.test/' },
      body: '{"message":"ERROR: no; SQLState: 42601"}',
    },
    'named by its code': { status: 403, body: '{"code":"ForbiddenException","Message":"no"}' },
    'named by its type': {
      status: 400,
      body: '{"__type":"com.amazonaws.rdsdata#DatabaseErrorException","message":"no"}',
    },
    'with an unknown name': { status: 400, body: '{"__type":"NewException","message":"new"}' },
    'without a name': { status: 400, body: '{}' },
    'without a body': { status: 500, body: '' },
    'of a gateway before the Data API': { status: 502, body: '<html>Bad Gateway</html>' },
    'of throttling': { status: 429, body: '{"__type":"ThrottlingException"}' },
    'in a truncated response with status 200': { status: 200, body: '{"records":[[{"stri' },
  };

  it.each(Object.entries(errors))(
    'is reported and retried in the same way as by the client of AWS: an error %s',
    async (_, fakeResponse) => {
      const clients = [createAwsClient(fakeResponse), createOwnClient(fakeResponse)];
      const outcomes = clients.map(async ({ send, requests }) => {
        const error: unknown = await send(execution).catch((thrown: unknown) => thrown);
        if (!(error instanceof Error)) return { error, calls: requests.length };
        // The client of AWS adds advice to the message in a second line.
        const [message] = error.message.split('\n');
        return { name: error.name, message, calls: requests.length };
      });
      const [awsOutcome, ownOutcome] = await Promise.all(outcomes);
      expect(ownOutcome).toEqual(awsOutcome);
    },
  );
});
