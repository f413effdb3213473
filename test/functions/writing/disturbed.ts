import { expect, vi } from 'vitest';
import * as z from 'zod';

import type { FaultInput } from '../../../infra/local/data-api/faults.ts';
import { placeMills, type Amount, type Write } from './every-write.ts';
import { footprint } from './footprint.ts';
import type { MillService, WriteRequest } from './mill-service.ts';

/*
 * Writes among faults of the Data API: what is said of them, and what is true.
 */

/** A call of a write: the nth of its operation. */
export type Place = { readonly operation: string; readonly nth: number };

/** A write that nothing disturbs. */
export type Undisturbed = {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly places: readonly Place[];
};

/** What an answer says of the store, or what is true of it. */
type Stored = 'stored' | 'nothing' | 'unknown' | 'half';

/** Asks for a write where nothing is in its way, and keeps what it leaves behind and which calls it makes. */
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

/** Lets a fault happen at one call: those before it pass by faults that do nothing. */
export function addFault(mills: MillService, fault: FaultInput, { operation, nth }: Place): void {
  const { faults } = mills.service.stack.server;
  const match = `${operation} {`;
  if (nth > 1) faults.add({ when: fault.when, kind: 'delay', match, times: nth - 1 });
  faults.add({ ...fault, match });
}

const problem = z.object({ code: z.string() });

async function said(answer: Response): Promise<Stored> {
  if (answer.status < 300) return 'stored';
  const { code } = problem.parse(await answer.json());
  return code === 'outcome_unknown' ? 'unknown' : 'nothing';
}

async function found(mills: MillService, { before, after }: Undisturbed): Promise<Stored> {
  const now = JSON.stringify(await footprint(mills.service));
  if (now === JSON.stringify(after)) return 'stored';
  return now === JSON.stringify(before) ? 'nothing' : 'half';
}

/** Sends the same request again with nothing in its way: it is stored once, whatever became of it before. */
async function sendAgain(
  mills: MillService,
  write: Write,
  request: WriteRequest,
  wasStored: boolean,
  whole: Undisturbed,
): Promise<void> {
  mills.service.stack.server.faults.clear();
  const { status } = await mills.ask(request);
  if (wasStored) expect(status).toBe(write.statusAgain);
  else expect(status).toBeLessThan(300);
  expect(await found(mills, whole)).toBe('stored');
}

/** Asks for a write among faults. @returns what is said and what is true, after which the request was sent again */
export async function disturbed(
  mills: MillService,
  write: Write,
  amount: Amount,
  whole: Undisturbed,
  disturb: () => void,
): Promise<{ readonly said: Stored; readonly found: Stored }> {
  await placeMills(mills.service);
  const request = await write.request(mills, amount);
  disturb();
  const answer = await mills.ask(request);
  mills.service.stack.server.faults.clear();
  const outcome = { said: await said(answer), found: await found(mills, whole) };
  // Nobody sends again what was answered as stored; that it would do no harm is shown where there is little to send.
  const sendsAgain = outcome.said !== 'stored' || amount === 'little';
  const wasStored = outcome.found === 'stored';
  if (sendsAgain && !(wasStored && write.statusAgain === undefined)) {
    await sendAgain(mills, write, request, wasStored, whole);
  }
  return outcome;
}

/** More often than anybody asks. */
export const always = 10_000;

/** Shortens the pauses between two tries, of which chance decides how long they are. The setup restores chance after the file. */
export function shortenPauses(): void {
  const { random } = Math;
  vi.spyOn(Math, 'random').mockImplementation(() => random() / 100);
}
