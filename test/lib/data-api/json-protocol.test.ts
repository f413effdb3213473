import { Readable } from 'node:stream';

import {
  BeginTransactionCommand,
  CommitTransactionCommand,
  ExecuteStatementCommand,
  RDSDataClient,
  RollbackTransactionCommand,
} from '@aws-sdk/client-rds-data';
import { HttpResponse, type HttpRequest } from '@smithy/core/protocols';
import { describe, expect, it } from 'vitest';

import { JsonProtocol } from '../../../lib/data-api/json-protocol.ts';

type FakeResponse = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Creates a client that receives this response to every call, and a list of the requests that it sends. Without `protocol` it uses the protocol of AWS. */
function createClient(fakeResponse: FakeResponse, protocol?: typeof JsonProtocol) {
  const requests: HttpRequest[] = [];
  const client = new RDSDataClient({
    region: 'eu-west-1',
    endpoint: 'http://data.test:8080/base',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    maxAttempts: 2,
    ...(protocol === undefined ? {} : { protocol }),
    requestHandler: {
      handle: async (request: HttpRequest) => {
        requests.push(request);
        const { status = 200, headers = {}, body = '{}' } = fakeResponse;
        const response = new HttpResponse({
          statusCode: status,
          headers: { ...headers },
          body: Readable.from([Buffer.from(body)]),
        });
        return { response };
      },
    },
  });
  return { client, requests };
}

const target = { resourceArn: 'arn:cluster', secretArn: 'arn:secret' };
const statement = new ExecuteStatementCommand({
  ...target,
  database: 'heritage',
  sql: "select 'Fürth – ☃ \u2028'",
  parameters: [
    { name: 'p1', value: { stringValue: 'a "quoted"\n text' }, typeHint: 'JSON' },
    { name: 'p2', value: { isNull: true } },
    { name: 'p3', value: { booleanValue: false } },
  ],
  resultSetOptions: { longReturnType: 'STRING', decimalReturnType: 'STRING' },
});

const commands = {
  statement: (client: RDSDataClient) => client.send(statement),
  'beginning of a transaction': (client: RDSDataClient) =>
    client.send(new BeginTransactionCommand({ ...target, database: 'heritage' })),
  commit: (client: RDSDataClient) =>
    client.send(new CommitTransactionCommand({ ...target, transactionId: 't' })),
  rollback: (client: RDSDataClient) =>
    client.send(new RollbackTransactionCommand({ ...target, transactionId: 't' })),
};

/** The parts of a request that do not depend on times, ids and signatures. */
function pickComparableParts({
  method,
  protocol,
  hostname,
  port,
  path,
  query,
  headers,
  body,
}: HttpRequest) {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const content: unknown = JSON.parse(String(body));
  const type = headers['content-type'];
  return { method, protocol, hostname, port, path, query, names: names.toSorted(), type, content };
}

describe('a call with JsonProtocol', () => {
  it.each(Object.entries(commands))(
    'is sent in the same way as with the protocol of AWS: %s',
    async (_, send) => {
      const [aws, json] = [createClient({}), createClient({}, JsonProtocol)];
      await Promise.all([send(aws.client), send(json.client)]);
      expect(json.requests.map(pickComparableParts)).toEqual(aws.requests.map(pickComparableParts));
    },
  );

  it('returns the same records as with the protocol of AWS', async () => {
    const records = [[{ stringValue: 'ü' }, { isNull: true }, { doubleValue: 1.5 }], []];
    const fakeResponse = {
      headers: { 'x-amzn-requestid': 'r' },
      body: JSON.stringify({ records, numberOfRecordsUpdated: 0 }),
    };
    const [aws, json] = [createClient(fakeResponse), createClient(fakeResponse, JsonProtocol)];
    const answers = await Promise.all([aws.client.send(statement), json.client.send(statement)]);
    expect(answers[1].records).toEqual(answers[0].records);
    expect(answers[1].$metadata).toMatchObject({
      httpStatusCode: 200,
      requestId: 'r',
      attempts: 1,
    });
  });
});

describe('an error with JsonProtocol', () => {
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
      const outcomes = [createClient(fakeResponse), createClient(fakeResponse, JsonProtocol)].map(
        async ({ client, requests }) => {
          const error: unknown = await client.send(statement).catch((thrown: unknown) => thrown);
          if (!(error instanceof Error)) return { error, calls: requests.length };
          return { name: error.name, message: error.message, calls: requests.length };
        },
      );
      const [awsOutcome, jsonOutcome] = await Promise.all(outcomes);
      expect(jsonOutcome).toEqual(awsOutcome);
    },
  );
});
