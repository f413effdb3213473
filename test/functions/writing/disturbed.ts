import { expect, vi } from 'vitest';
import * as z from 'zod';

import type { FaultInput } from '../../../infra/local/data-api/faults.ts';
import { placeMills, type Amount, type Write } from './every-write.ts';
import { readFootprint } from './read-footprint.ts';
import type { MillService, WriteRequest } from './mill-service.ts';

/*
 * Writes during faults of the Data API: whether their answers report what was stored.
 */

/** A Data API call of a write: the nth call of an operation of the Data API. */
export type CallPosition = { readonly operation: string; readonly nth: number };

/** A write without faults: the rows before and after it, and the Data API calls that it makes. */
export type FaultlessWrite = {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly calls: readonly CallPosition[];
};

/**
 * The outcome of a write, as its answer reports it or as the database shows it. Only an answer can report `unknown`; only the
 * database can show `half`.
 */
type Outcome = 'stored' | 'nothing' | 'unknown' | 'half';

/** Carries out a write without faults. @returns the rows before and after it, and its Data API calls */
export async function writeWithoutFaults(
  mills: MillService,
  write: Write,
  amount: Amount,
): Promise<FaultlessWrite> {
  await placeMills(mills.service);
  const request = await write.request(mills, amount);
  const before = await readFootprint(mills.service);
  const { counters } = mills.service.stack.server;
  counters.reset();
  expect((await mills.sendRequest(request)).status).toBeLessThan(300);
  const calls = Object.entries(counters.read().byOperation).flatMap(([operation, count]) =>
    Array.from({ length: count }, (_, index) => ({ operation, nth: index + 1 })),
  );
  const after = await readFootprint(mills.service);
  expect(after).not.toEqual(before);
  return { before, after, calls };
}

/** Adds a fault for the nth call of an operation. Faults without effect are added for the calls before it. */
export function addFault(
  mills: MillService,
  fault: FaultInput,
  { operation, nth }: CallPosition,
): void {
  const { faults } = mills.service.stack.server;
  const match = `${operation} {`;
  if (nth > 1) faults.add({ when: fault.when, kind: 'delay', match, times: nth - 1 });
  faults.add({ ...fault, match });
}

const problem = z.object({ code: z.string() });

async function reportedOutcome(answer: Response): Promise<Outcome> {
  if (answer.status < 300) return 'stored';
  const { code } = problem.parse(await answer.json());
  return code === 'outcome_unknown' ? 'unknown' : 'nothing';
}

async function actualOutcome(
  mills: MillService,
  { before, after }: FaultlessWrite,
): Promise<Outcome> {
  const now = JSON.stringify(await readFootprint(mills.service));
  if (now === JSON.stringify(after)) return 'stored';
  return now === JSON.stringify(before) ? 'nothing' : 'half';
}

/** Sends the same request again without faults. Afterwards it is stored exactly once, whether it was stored before or not. */
async function sendAgain(
  mills: MillService,
  write: Write,
  request: WriteRequest,
  wasStored: boolean,
  faultlessWrite: FaultlessWrite,
): Promise<void> {
  mills.service.stack.server.faults.clear();
  const { status } = await mills.sendRequest(request);
  if (wasStored) expect(status).toBe(write.retryStatus);
  else expect(status).toBeLessThan(300);
  expect(await actualOutcome(mills, faultlessWrite)).toBe('stored');
}

/**
 * Carries out a write during faults, and then sends the request again.
 * @returns the outcome that the first answer reports, and the actual outcome
 */
export async function writeDuringFaults(
  mills: MillService,
  write: Write,
  amount: Amount,
  faultlessWrite: FaultlessWrite,
  addFaults: () => void,
): Promise<{ readonly reported: Outcome; readonly actual: Outcome }> {
  await placeMills(mills.service);
  const request = await write.request(mills, amount);
  addFaults();
  const answer = await mills.sendRequest(request);
  mills.service.stack.server.faults.clear();
  const outcome = {
    reported: await reportedOutcome(answer),
    actual: await actualOutcome(mills, faultlessWrite),
  };
  // Clients do not repeat a request that was answered as stored. Small requests are repeated to show that it does no harm.
  const mustSendAgain = outcome.reported !== 'stored' || amount === 'little';
  const wasStored = outcome.actual === 'stored';
  if (mustSendAgain && !(wasStored && write.retryStatus === undefined)) {
    await sendAgain(mills, write, request, wasStored, faultlessWrite);
  }
  return outcome;
}

/** A number of times that is larger than the number of calls in any test. */
export const always = 10_000;

/** Shortens the random pauses before retries. The setup of the tests restores `Math.random` after each file. */
export function shortenPauses(): void {
  const { random } = Math;
  vi.spyOn(Math, 'random').mockImplementation(() => random() / 100);
}
