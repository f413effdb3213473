import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

import { findFreePort } from '../../../infra/local/free-port.ts';

/** What happens to a request: nothing, an error instead of its effect, an error after its effect, or an action before it. */
export type Fault = 'none' | 'refuse' | 'lose answer' | (() => void);

export type FaultProxy = {
  readonly url: string;
  /** The faults of the next requests of an operation, such as `PutSecretValue`. */
  readonly faults: Map<string, Fault[]>;
  readonly close: () => void;
};

/** Starts a server between a client and a service of AWS that has the protocol JSON 1.1. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const faults: FaultProxy['faults'] = new Map();
  const forward = async (headers: Headers, body: string): Promise<Response> => {
    const operation = headers.get('x-amz-target')?.split('.').at(-1) ?? '';
    const fault = faults.get(operation)?.shift();
    const error = Response.json({ __type: 'InvalidRequestException' }, { status: 400 });
    if (fault === 'refuse') return error;
    if (typeof fault === 'function') fault();
    const response = await fetch(target, { method: 'POST', headers, body });
    return fault === 'lose answer' ? error : response;
  };
  const server = createServer((request, response) => {
    const names = ['authorization', 'content-type', 'x-amz-date', 'x-amz-target'];
    const headers = new Headers(names.map((name) => [name, String(request.headers[name] ?? '')]));
    void text(request)
      .then(async (body) => forward(headers, body))
      .then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.1' });
        response.end(await answer.text());
      });
  });
  const port = await findFreePort(0);
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${port}`, faults, close: () => void server.close() };
}
