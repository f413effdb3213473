import {
  BeginTransactionCommand,
  CommitTransactionCommand,
  ExecuteStatementCommand,
  RDSDataClient,
  RollbackTransactionCommand,
} from '@aws-sdk/client-rds-data';
import type { HttpRequest } from '@smithy/core/protocols';
import { describe, expect, it } from 'vitest';

import { createAwsClient } from '../../../lib/data-api/aws-client.ts';
import {
  answerWith,
  awsSettings as settings,
  pickComparableParts,
  type FakeResponse,
} from '../../support/aws-requests.ts';

/** Sends a call to a fake service three times at most. */
type Client = {
  readonly send: (call: Call) => Promise<CallResult>;
  readonly requests: readonly HttpRequest[];
};

/** The members of responses that the service reads, of all operations. */
type CallResult = { readonly records?: unknown; readonly transactionId?: string | undefined };

/** A client with the protocol of AWS. */
function createClientOfAws(fakeResponse: FakeResponse): Client {
  const { requests, handler } = answerWith(fakeResponse);
  const client = new RDSDataClient({ ...settings, maxAttempts: 3, requestHandler: handler });
  return { requests, send: (call) => call(client) };
}

/** A client with our protocol. */
function createOwnClient(fakeResponse: FakeResponse): Client {
  const { requests, handler } = answerWith(fakeResponse);
  const client = createAwsClient({ ...settings, requestHandler: handler });
  return { requests, send: (call) => call(client) };
}

type Call = (client: RDSDataClient) => Promise<CallResult>;

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
const beginning = { ...target, database: 'heritage' };
const end = { ...target, transactionId: 't' };

const execute: Call = (client) =>
  client.send(new ExecuteStatementCommand({ ...statement, parameters: [...statement.parameters] }));
const calls: Readonly<Record<string, Call>> = {
  statement: execute,
  'beginning of a transaction': (client) => client.send(new BeginTransactionCommand(beginning)),
  commit: (client) => client.send(new CommitTransactionCommand(end)).then(() => ({})),
  rollback: (client) => client.send(new RollbackTransactionCommand(end)).then(() => ({})),
};

describe('a call of the Data API', () => {
  it.each(Object.entries(calls))(
    'is sent in the same way as with the protocol of AWS: %s',
    async (_, call) => {
      const [aws, own] = [createClientOfAws({}), createOwnClient({})];
      await Promise.all([aws.send(call), own.send(call)]);
      expect(own.requests.map(pickComparableParts)).toEqual(aws.requests.map(pickComparableParts));
    },
  );

  it('returns the same records as with the protocol of AWS', async () => {
    const records = [[{ stringValue: 'ü' }, { isNull: true }, { doubleValue: 1.5 }], []];
    const fakeResponse = { body: JSON.stringify({ records, numberOfRecordsUpdated: 0 }) };
    const [aws, own] = [createClientOfAws(fakeResponse), createOwnClient(fakeResponse)];
    const answers = await Promise.all([aws.send(execute), own.send(execute)]);
    expect(answers[1].records).toEqual(answers[0].records);
  });

  it.each([
    ['eu-west-1', 'rds-data.eu-west-1.amazonaws.com'],
    ['cn-north-1', 'rds-data.cn-north-1.amazonaws.com.cn'],
    ['us-gov-west-1', 'rds-data.us-gov-west-1.amazonaws.com'],
    ['eusc-de-east-1', 'rds-data.eusc-de-east-1.amazonaws.eu'],
  ])('goes to the endpoint of its region: %s', async (region, host) => {
    const { credentials } = settings;
    const { requests, handler } = answerWith({});
    await execute(createAwsClient({ region, credentials, requestHandler: handler }));
    const places = requests.map(({ protocol, hostname, path, headers }) => [
      protocol,
      hostname,
      path,
      headers['host'],
    ]);
    expect(places).toEqual([['https:', host, '/Execute', host]]);
  });

  it('is signed with the time of AWS after a response has shown that our clock is wrong', async () => {
    const date = 'Fri, 01 Jan 2100 12:00:00 GMT';
    const { requests, handler } = answerWith({ headers: { date } });
    const client = createAwsClient({ ...settings, requestHandler: handler });
    await execute(client);
    await execute(client);
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
    'is reported and retried in the same way as with the protocol of AWS: an error %s',
    async (_, fakeResponse) => {
      const clients = [createClientOfAws(fakeResponse), createOwnClient(fakeResponse)];
      const outcomes = clients.map(async ({ send, requests }) => {
        const error: unknown = await send(execute).catch((thrown: unknown) => thrown);
        if (!(error instanceof Error)) return { error, calls: requests.length };
        // The protocol of AWS adds advice to the message in a second line.
        const [message] = error.message.split('\n');
        return { name: error.name, message, calls: requests.length };
      });
      const [awsOutcome, ownOutcome] = await Promise.all(outcomes);
      expect(ownOutcome).toEqual(awsOutcome);
    },
  );
});
