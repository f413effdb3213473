import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import {
  GetAccountSettingsCommand,
  GetFunctionConcurrencyCommand,
  ResourceNotFoundException,
  type LambdaClient,
} from '@aws-sdk/client-lambda';
import { parse } from 'yaml';
import * as z from 'zod';

import { serviceStackName } from '../../settings/stack-names.ts';

/** How many functions may run at once in an account and region. */
export type Concurrency = {
  readonly quota: number;
  /** The quota minus what functions of other stages and services have reserved. */
  readonly available: number;
};

/** The quota of most accounts. That of a new account can be ten. */
const usualQuota = 1000;

/** The number of executions that Lambda keeps free for functions without a reservation. */
const minimumUnreserved = 100;

const root = resolve(import.meta.dirname, '../../..');

const serviceSchema = z.object({
  functions: z.record(z.string(), z.looseObject({ reservedConcurrency: z.unknown().optional() })),
});

/** Lists the functions that stream their answers, each of which can have reserved concurrency. @returns their names in AWS */
export async function listStreamingFunctions(stage: string): Promise<readonly string[]> {
  const text = await readFile(join(root, 'infra/aws/functions.generated.yml'), 'utf8');
  return Object.entries(serviceSchema.parse(parse(text)).functions)
    .filter(([, { reservedConcurrency }]) => reservedConcurrency !== undefined)
    .map(([name]) => `${serviceStackName(stage)}-${name}`);
}

/** Reads the concurrency of the account. @param ownFunctions the functions of the stage, whose reservations will be replaced */
export async function readConcurrency(
  client: LambdaClient,
  ownFunctions: readonly string[],
): Promise<Concurrency> {
  const { AccountLimit } = await client.send(new GetAccountSettingsCommand());
  const quota = AccountLimit?.ConcurrentExecutions ?? usualQuota;
  let available = AccountLimit?.UnreservedConcurrentExecutions ?? quota;
  for (const name of ownFunctions) available += await readReservation(client, name);
  return { quota, available };
}

/** Reads how many executions a function has reserved. @returns 0 if it does not exist yet */
async function readReservation(client: LambdaClient, FunctionName: string): Promise<number> {
  try {
    const answer = await client.send(new GetFunctionConcurrencyCommand({ FunctionName }));
    return answer.ReservedConcurrentExecutions ?? 0;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return 0;
    throw error;
  }
}

/**
 * Checks whether the quota of an account allows the reservations.
 * @rule Deployment: How many functions can be reserved for streams?
 * @param functionCount how many functions get a reservation
 * @param reservation how many executions each of them reserves (HDS_STREAM_CONCURRENCY); undefined reserves none
 * @returns lines for the operator, and whether the reservations are possible
 */
export function evaluateConcurrency(
  { quota, available }: Concurrency,
  functionCount: number,
  reservation: string | undefined,
): { readonly lines: readonly string[]; readonly canReserve: boolean } {
  const requestedExecutions = functionCount * Number(reservation ?? 0);
  const reservableExecutions = Math.max(available - minimumUnreserved, 0);
  const canReserve = requestedExecutions <= reservableExecutions;
  const lines = [`Lambda runs at most ${quota} functions at once in this account.`];
  if (!canReserve) {
    lines.push(
      `HDS_STREAM_CONCURRENCY is not applied: ${functionCount} functions would reserve ${requestedExecutions} executions, but only ${reservableExecutions} can be reserved, because Lambda keeps ${minimumUnreserved} for functions without a reservation. A few slow downloads can use up the quota of the account.`,
    );
  }
  if (quota < usualQuota) {
    lines.push(
      `Request ${usualQuota} in Service Quotas (AWS Lambda, Concurrent executions) before you open the service to the public.`,
    );
  }
  return { lines, canReserve };
}
