import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

import * as z from 'zod';

import { findFreePort } from '../../../infra/local/free-port.ts';

const callSchema = z.looseObject({ secretArn: z.string(), sql: z.string() });

/** A Data API without a database: it accepts every statement. */
export type FakeDataApi = {
  readonly url: string;
  /** The accepted statements, with the secrets of their callers. */
  readonly calls: z.output<typeof callSchema>[];
  /** The names of the errors that the next calls get instead. */
  readonly refusals: string[];
  readonly close: () => void;
};

export async function startFakeDataApi(): Promise<FakeDataApi> {
  const calls: FakeDataApi['calls'] = [];
  const refusals: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const refusal = refusals.shift();
      if (refusal === undefined) calls.push(callSchema.parse(JSON.parse(body)));
      response.writeHead(refusal === undefined ? 200 : 400, {
        'content-type': 'application/json',
        ...(refusal === undefined ? {} : { 'x-amzn-errortype': refusal }),
      });
      response.end('{}');
    });
  });
  const port = await findFreePort(0);
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    refusals,
    close: () => void server.close(),
  };
}
