import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { parseJsonOrUndefined } from '../../../lib/http/request/request-body.ts';
import type { Counters } from './counters.ts';
import { faultSchema, type Faults } from './faults.ts';

/**
 * Handles the requests with which tests control the emulator: `GET` and `DELETE /emulator/counters`, `POST` and `DELETE
 * /emulator/faults`.
 */
export async function handleControlRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { counters, faults }: { readonly counters: Counters; readonly faults: Faults },
): Promise<void> {
  const send = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  switch (`${request.method} ${request.url}`) {
    case 'GET /emulator/counters':
      return send(200, counters.read());
    case 'DELETE /emulator/counters':
      counters.reset();
      return send(200, counters.read());
    case 'DELETE /emulator/faults':
      faults.clear();
      return send(200, {});
    case 'POST /emulator/faults': {
      const parsed = faultSchema.safeParse(parseJsonOrUndefined(await text(request)));
      if (!parsed.success) return send(400, { message: parsed.error.message });
      faults.add(parsed.data);
      return send(201, parsed.data);
    }
    default:
      return send(404, {
        message: 'Use GET or DELETE /emulator/counters, or POST or DELETE /emulator/faults.',
      });
  }
}
