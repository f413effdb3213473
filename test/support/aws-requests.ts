import { Readable } from 'node:stream';

import { HttpResponse, type HttpRequest } from '@smithy/core/protocols';

export type FakeResponse = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Answers every request with one response, and records the requests. */
export function answerWith({ status = 200, headers = {}, body = '{}' }: FakeResponse) {
  const requests: HttpRequest[] = [];
  const handler = {
    handle: async (request: HttpRequest) => {
      requests.push(request);
      const response = new HttpResponse({
        statusCode: status,
        headers: { ...headers },
        body: Readable.from(body === '' ? [] : [Buffer.from(body)]),
      });
      return { response };
    },
  };
  return { requests, handler };
}

export const awsSettings = {
  region: 'eu-west-1',
  endpoint: 'http://aws.test:8080/base',
  credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
};

/** The parts of a request that do not depend on times, ids and signatures. */
export function pickComparableParts({
  method,
  protocol,
  hostname,
  port,
  path,
  query,
  headers,
  body,
}: HttpRequest) {
  const { host, 'content-type': type, 'content-length': length, authorization = '' } = headers;
  const target = headers['x-amz-target'];
  const content: unknown = JSON.parse(String(body));
  const scope = /^AWS4-HMAC-SHA256 Credential=[^,]*/.exec(authorization)?.[0];
  return {
    method,
    protocol,
    hostname,
    port,
    path,
    query,
    host,
    type,
    target,
    length,
    scope,
    content,
  };
}
