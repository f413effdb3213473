import * as z from 'zod';

import { DatabaseWaking, DataApiUnavailable } from '../../lib/data-api/errors.ts';
import { NotAllowed } from '../../lib/errors.ts';
import { createDataHandler, type DataHandlerContext } from '../../lib/http/data-handler.ts';
import { optionalBooleanParameter } from '../../lib/http/parameters/types/booleans.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { requireAccount } from '../../lib/http/request/bearer.ts';
import { jsonResponse, noStoreHeaders } from '../../lib/http/responses/response.ts';
import type { readiness } from '../../lib/http/schemas/service.ts';
import { oncePerProcess } from '../../lib/once-per-process.ts';
import { readReadiness } from '../../lib/queries/service/read-readiness.ts';
import { schemaVersion } from '../../lib/schema-version.generated.ts';

type Readiness = z.output<typeof readiness>;

/** Seconds until another try is worthwhile, for the statuses in which requests fail. */
const retryAfterSeconds: Readonly<Partial<Record<Readiness['status'], number>>> = {
  waking: 10,
  unreachable: 5,
  'not ready': 60,
};

/** What this process last saw of the database. */
const getReadinessCache = oncePerProcess((): { readiness: Readiness } => ({
  readiness: { status: 'unknown' },
}));

/** Reads the state of the database with one call. @throws NotAllowed if the account is not an administrator */
async function checkReadiness(
  accountId: number,
  read: DataHandlerContext['read'],
): Promise<Readiness> {
  const checkedAt = new Date().toISOString();
  try {
    const state = await read(readReadiness(accountId));
    if (!state.isAdministrator) throw new NotAllowed('Only administrators may wake the database.');
    const { missingStatements } = state;
    const [current, previous] = state.versions?.split(' ') ?? [];
    // A schema whose previous version fits this code belongs to the next version of the code.
    const schema =
      current === schemaVersion ? 'same' : previous === schemaVersion ? 'next' : 'other';
    const isReady = schema !== 'other' && missingStatements === 0;
    return { status: isReady ? 'ready' : 'not ready', checkedAt, schema, missingStatements };
  } catch (error) {
    if (error instanceof DatabaseWaking) return { status: 'waking', checkedAt };
    if (error instanceof DataApiUnavailable) return { status: 'unreachable', checkedAt };
    throw error;
  }
}

/**
 * GET /health/ready
 * @rule Database and local stack: What does `GET /health/ready` answer, and when does it ask the database?
 */
export const handler = createDataHandler({
  id: 'get-readiness',
  method: 'GET',
  path: '/health/ready',
  summary: 'Whether the database fits this version of the service, as far as this process knows',
  access: 'optional-token',
  capability: 'read',
  parameters: z.object({
    wake: optionalBooleanParameter.describe(
      'Asks the database, which wakes it, instead of repeating what the process last saw. It needs the token of an administrator.',
    ),
    indent: indentParameter,
  }),
  responses: {
    200: { description: 'The database is ready, or its state is unknown.', body: 'readiness' },
    401: 'The token is not valid, or `wake` was sent without one.',
    403: 'Only administrators may wake the database.',
    503: {
      description: 'The database is not ready, is waking up, or cannot be reached.',
      body: 'readiness',
    },
  },
  handle: async function handleGetReadiness({ parameters, principal }, { read }) {
    const cache = getReadinessCache();
    if (parameters.wake === true) {
      const { accountId } = requireAccount(principal);
      cache.readiness = await checkReadiness(accountId, read);
    }
    const seconds = retryAfterSeconds[cache.readiness.status];
    return {
      ...jsonResponse(cache.readiness, seconds === undefined ? 200 : 503),
      headers: {
        ...noStoreHeaders,
        ...(seconds === undefined ? {} : { 'Retry-After': String(seconds) }),
      },
    };
  },
});
