import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Counters } from './counters.ts';
import { faultSchema, type Faults } from './faults.ts';

/**
 * Answers the emulator's own requests: `GET` and `DELETE /emulator/counters`, `POST` and `DELETE /emulator/faults`.
 */
export async function handleAdminRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { counters, faults }: { readonly counters: Counters; readonly faults: Faults },
): Promise<void> {
  const answer = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  switch (`${request.method} ${request.url}`) {
    case 'GET /emulator/counters':
      return answer(200, counters.read());
    case 'DELETE /emulator/counters':
      counters.reset();
      return answer(200, counters.read());
    case 'DELETE /emulator/faults':
      faults.clear();
      return answer(200, {});
    case 'POST /emulator/faults': {
      const parsed = faultSchema.safeParse(jsonOrNothing(await textOf(request)));
      if (!parsed.success) return answer(400, { message: parsed.error.message });
      faults.add(parsed.data);
      return answer(201, parsed.data);
    }
    default:
      return answer(404, {
        message: 'Possible: GET, DELETE /emulator/counters; POST, DELETE /emulator/faults.',
      });
  }
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
