import { expect, vi } from 'vitest';
import * as z from 'zod';

import type { FaultInput } from '../../../infra/local/data-api/faults.ts';
import { placeMills, type Amount, type Write } from './every-write.ts';
import { footprint } from './footprint.ts';
import type { MillService, WriteRequest } from './mill-service.ts';

/*
 * Writes during faults of the Data API: what their answers say was stored, and what was stored.
 */

/** A Data API call within a write: the nth call of an operation. */
export type Place = { readonly operation: string; readonly nth: number };

/** The rows before and after a write without faults, and the Data API calls that it makes. */
export type Undisturbed = {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly places: readonly Place[];
};

/** What an answer says was stored, or what was stored: all, nothing, or (only for the latter) a part. */
type Stored = 'stored' | 'nothing' | 'unknown' | 'half';

/** Carries out a write without faults. @returns the rows before and after it, and its Data API calls */
export async function undisturbed(
  mills: MillService,
  write: Write,
  amount: Amount,
): Promise<Undisturbed> {
  await placeMills(mills.service);
  const request = await write.request(mills, amount);
  const before = await footprint(mills.service);
  const { counters } = mills.service.stack.server;
  counters.reset();
  expect((await mills.ask(request)).status).toBeLessThan(300);
  const places = Object.entries(counters.read().byOperation).flatMap(([operation, calls]) =>
    Array.from({ length: calls }, (_, index) => ({ operation, nth: index + 1 })),
  );
  const after = await footprint(mills.service);
  expect(after).not.toEqual(before);
  return { before, after, places };
}

/** Adds a fault for the nth call of an operation. Faults without effect are added for the calls before it. */
export function addFault(mills: MillService, fault: FaultInput, { operation, nth }: Place): void {
  const { faults } = mills.service.stack.server;
  const match = `${operation} {`;
  if (nth > 1) faults.add({ when: fault.when, kind: 'delay', match, times: nth - 1 });
  faults.add({ ...fault, match });
}

const problem = z.object({ code: z.string() });

async function statedOutcome(answer: Response): Promise<Stored> {
  if (answer.status < 300) return 'stored';
  const { code } = problem.parse(await answer.json());
  return code === 'outcome_unknown' ? 'unknown' : 'nothing';
}

async function actualOutcome(mills: MillService, { before, after }: Undisturbed): Promise<Stored> {
  const now = JSON.stringify(await footprint(mills.service));
  if (now === JSON.stringify(after)) return 'stored';
  return now === JSON.stringify(before) ? 'nothing' : 'half';
}

/** Sends the same request again without faults. Afterwards it is stored exactly once, whether it was stored before or not. */
async function sendAgain(
  mills: MillService,
  write: Write,
  request: WriteRequest,
  wasStored: boolean,
  undisturbedWrite: Undisturbed,
): Promise<void> {
  mills.service.stack.server.faults.clear();
  const { status } = await mills.ask(request);
  if (wasStored) expect(status).toBe(write.statusAgain);
  else expect(status).toBeLessThan(300);
  expect(await actualOutcome(mills, undisturbedWrite)).toBe('stored');
}

/** Carries out a write during faults, and then sends the request again. @returns what the first answer said, and what was stored */
export async function disturbed(
  mills: MillService,
  write: Write,
  amount: Amount,
  undisturbedWrite: Undisturbed,
  addFaults: () => void,
): Promise<{ readonly said: Stored; readonly found: Stored }> {
  await placeMills(mills.service);
  const request = await write.request(mills, amount);
  addFaults();
  const answer = await mills.ask(request);
  mills.service.stack.server.faults.clear();
  const outcome = {
    said: await statedOutcome(answer),
    found: await actualOutcome(mills, undisturbedWrite),
  };
  // Clients do not repeat a request that was answered as stored. Small requests are repeated to show that it does no harm.
  const sendsAgain = outcome.said !== 'stored' || amount === 'little';
  const wasStored = outcome.found === 'stored';
  if (sendsAgain && !(wasStored && write.statusAgain === undefined)) {
    await sendAgain(mills, write, request, wasStored, undisturbedWrite);
  }
  return outcome;
}

/** A number of times that is larger than the number of calls in any test. */
export const always = 10_000;

/** Shortens the pauses between two tries, of which chance decides how long they are. The setup restores chance after the file. */
export function shortenPauses(): void {
  const { random } = Math;
  vi.spyOn(Math, 'random').mockImplementation(() => random() / 100);
}
