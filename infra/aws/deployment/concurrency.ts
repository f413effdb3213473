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

import { serviceStackOf } from '../stack-names.ts';

/** How many functions may run at once in an account and region. */
export type Concurrency = {
  readonly quota: number;
  /** The quota without what functions of other stages and services have reserved. */
  readonly available: number;
};

/** The quota of most accounts. A new one may have ten. */
const usualQuota = 1000;

/** Lambda keeps at least this many executions free for functions without a reservation. */
const minimumUnreserved = 100;

const root = resolve(import.meta.dirname, '../../..');

const serviceSchema = z.object({
  functions: z.record(z.string(), z.looseObject({ reservedConcurrency: z.unknown().optional() })),
});

/** Lists the names in AWS of the functions that stream their answers. Each of them can have a reservation. */
export async function listStreamingFunctions(stage: string): Promise<readonly string[]> {
  const text = await readFile(join(root, 'serverless.yml'), 'utf8');
  return Object.entries(serviceSchema.parse(parse(text)).functions)
    .filter(([, { reservedConcurrency }]) => reservedConcurrency !== undefined)
    .map(([name]) => `${serviceStackOf(stage)}-${name}`);
}

/** @param ownFunctions the functions of the stage, whose reservations the deployment replaces */
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

/** @returns 0 if the function does not exist yet */
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
 * @param functionCount how many functions get a reservation
 * @param reservation how many executions each of them reserves (HDS_STREAM_CONCURRENCY); undefined reserves none
 * @returns lines for the operator, and whether the reservations are possible
 */
export function checkConcurrency(
  { quota, available }: Concurrency,
  functionCount: number,
  reservation: string | undefined,
): { readonly lines: readonly string[]; readonly canReserve: boolean } {
  const reserved = functionCount * Number(reservation ?? 0);
  const reservable = Math.max(available - minimumUnreserved, 0);
  const canReserve = reserved <= reservable;
  const lines = [`Lambda runs at most ${quota} functions at once in this account.`];
  if (!canReserve) {
    lines.push(
      `Left off: HDS_STREAM_CONCURRENCY. ${functionCount} functions would reserve ${reserved}, and ${reservable} can be reserved, because Lambda keeps ${minimumUnreserved} for functions without a reservation. A few slow downloads can use up the account.`,
    );
  }
  if (quota < usualQuota) {
    lines.push(
      `Ask for ${usualQuota} in Service Quotas (AWS Lambda, Concurrent executions) before you let the public in.`,
    );
  }
  return { lines, canReserve };
}
