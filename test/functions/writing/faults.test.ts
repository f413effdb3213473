import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import type { FaultInput } from '../../../infra/local/data-api/faults.ts';
import { everyWrite, placeMills, type Amount, type Write } from './every-write.ts';
import { footprint } from './footprint.ts';
import { openMillService, type MillService, type WriteRequest } from './mill-service.ts';
import { delayFirst } from './slow-statements.ts';

let mills: MillService;

beforeAll(async () => {
  mills = await openMillService();
});

afterEach(() => mills.service.stack.server.faults.clear());

afterAll(async () => mills?.service.close());

/** A call of a write: the nth of its operation. */
type Place = { readonly operation: string; readonly nth: number };

/** A write that nothing disturbs. */
type Undisturbed = {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly places: readonly Place[];
};

/** What an answer says of the store, or what is true of it. */
type Stored = 'stored' | 'nothing' | 'unknown' | 'half';

const counts = () => mills.service.stack.server.counters.read().byOperation;

/** Asks for a write where nothing is in its way, and keeps what it leaves behind and which calls it makes. */
async function undisturbed(write: Write, amount: Amount): Promise<Undisturbed> {
  await placeMills(mills.service);
  const request = await write.request(mills, amount);
  const before = await footprint(mills.service);
  mills.service.stack.server.counters.reset();
  expect((await mills.ask(request)).status).toBeLessThan(300);
  const places = Object.entries(counts()).flatMap(([operation, calls]) =>
    Array.from({ length: calls }, (_, index) => ({ operation, nth: index + 1 })),
  );
  const after = await footprint(mills.service);
  expect(after).not.toEqual(before);
  return { before, after, places };
}

/** Lets a fault happen at one call: those before it pass by faults that do nothing. */
function addFault(fault: FaultInput, { operation, nth }: Place): void {
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

async function found({ before, after }: Undisturbed): Promise<Stored> {
  const now = JSON.stringify(await footprint(mills.service));
  if (now === JSON.stringify(after)) return 'stored';
  return now === JSON.stringify(before) ? 'nothing' : 'half';
}

/** Sends the same request again with nothing in its way: it is stored once, whatever became of it before. */
async function sendAgain(
  write: Write,
  request: WriteRequest,
  wasStored: boolean,
  whole: Undisturbed,
): Promise<void> {
  mills.service.stack.server.faults.clear();
  const { status } = await mills.ask(request);
  if (wasStored) expect(status).toBe(write.statusAgain);
  else expect(status).toBeLessThan(300);
  expect(await found(whole)).toBe('stored');
}

/** Asks for a write among faults. @returns what is said and what is true, after which the request was sent again */
async function disturbed(
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
  const outcome = { said: await said(answer), found: await found(whole) };
  // Nobody sends again what was answered as stored; that it would do no harm is shown where there is little to send.
  const sendsAgain = outcome.said !== 'stored' || amount === 'little';
  const wasStored = outcome.found === 'stored';
  if (sendsAgain && !(wasStored && write.statusAgain === undefined)) {
    await sendAgain(write, request, wasStored, whole);
  }
  return outcome;
}

/** Faults of one call that the service gets over by itself. */
const passing: readonly FaultInput[] = [
  { when: 'before', kind: 'resuming' },
  { when: 'before', kind: 'throttling' },
  { when: 'before', kind: 'unavailable' },
  { when: 'before', kind: 'internal' },
  { when: 'before', kind: 'reset' },
  { when: 'before', kind: 'html' },
  { when: 'after', kind: 'internal' },
  { when: 'after', kind: 'reset' },
  { when: 'after', kind: 'html' },
];

/** Faults of one call of a transaction: each kind of end that it may come to. */
const inTransaction: readonly FaultInput[] = [
  { when: 'before', kind: 'throttling' },
  { when: 'before', kind: 'reset' },
  { when: 'before', kind: 'kill-transaction' },
  { when: 'after', kind: 'reset' },
];

const withLittle = everyWrite.filter(({ amounts }) => amounts.includes('little'));
const withMuch = everyWrite.filter(({ amounts }) => amounts.includes('much'));
const always = 10_000;
/** Milliseconds after which a test that makes many large writes is given up, on a machine that has other work too. */
const crowdedMachine = 240_000;

describe.each(withLittle)('$title, in one statement', (write) => {
  let whole: Undisturbed;

  beforeAll(async () => {
    await undisturbed(write, 'little');
    whole = await undisturbed(write, 'little');
  });

  /** The call that stores: the last one. */
  const storing = (): Place => ({ operation: 'Execute', nth: whole.places.length });
  const afterwards = (): Place => ({ operation: 'Execute', nth: whole.places.length + 1 });

  it('is stored outside of a transaction', () => {
    expect(new Set(whole.places.map(({ operation }) => operation))).toEqual(new Set(['Execute']));
  });

  it.each(passing)('is stored once where a call fails: $kind $when it is made', async (fault) => {
    for (const place of whole.places) {
      const outcome = await disturbed(write, 'little', whole, () => addFault(fault, place));
      expect({ place, ...outcome }).toEqual({ place, said: 'stored', found: 'stored' });
    }
  });

  it('stores nothing and says so where a call is refused', async () => {
    for (const place of whole.places) {
      const refused: FaultInput = { when: 'before', kind: 'secrets' };
      const outcome = await disturbed(write, 'little', whole, () => addFault(refused, place));
      expect({ place, ...outcome }).toEqual({ place, said: 'nothing', found: 'nothing' });
    }
  });

  it.each(['throttling', 'reset'] as const)(
    'stores nothing and says so where no write is carried out: %s',
    async (kind) => {
      const outcome = await disturbed(write, 'little', whole, () =>
        addWriteFault({ when: 'before', kind, times: always }),
      );
      expect(outcome).toEqual({ said: 'nothing', found: 'nothing' });
    },
  );

  it('is stored once where the answer to each write is lost', async () => {
    const outcome = await disturbed(write, 'little', whole, () =>
      addWriteFault({ when: 'after', kind: 'reset', times: always }),
    );
    expect(outcome).toEqual({ said: 'stored', found: 'stored' });
  });

  it.each(['throttling', 'reset', 'secrets'] as const)(
    'says that it does not know where nothing can be asked once the answer is lost: %s',
    async (kind) => {
      const outcome = await disturbed(write, 'little', whole, () => {
        addFault({ when: 'after', kind: 'reset' }, storing());
        addFault({ when: 'before', kind, times: always }, afterwards());
      });
      expect(outcome).toEqual({ said: 'unknown', found: 'stored' });
    },
  );

  it('says that it does not know where nothing can be asked from the write on', async () => {
    const outcome = await disturbed(write, 'little', whole, () =>
      addFault({ when: 'before', kind: 'reset', times: always }, storing()),
    );
    expect(outcome).toEqual({ said: 'unknown', found: 'nothing' });
  });

  it('is stored once where a write that was given up for lost is carried out after all', async () => {
    let met = (): number => 0;
    const outcome = await disturbed(write, 'little', whole, () => {
      met = delayFirst(mills.service.stack.database, writing);
    });
    expect({ met: met(), ...outcome }).toEqual({ met: 2, said: 'stored', found: 'stored' });
  });
});

/** What every statement that ends a change has, and no other. */
const writing = 'update activity_counter';

function addWriteFault(fault: FaultInput): void {
  mills.service.stack.server.faults.add({ ...fault, match: writing });
}

describe.each(withMuch)('$title, in a transaction', (write) => {
  let whole: Undisturbed;

  beforeAll(async () => {
    await undisturbed(write, 'much');
    whole = await undisturbed(write, 'much');
  });

  it('is stored by its commit', () => {
    expect(whole.places).toContainEqual({ operation: 'CommitTransaction', nth: 1 });
  });

  it.each(inTransaction)(
    'is stored whole or not at all, and told truthfully, where a call fails: $kind $when it is made',
    async (fault) => {
      for (const place of whole.places) {
        // The session of a transaction whose beginning was answered to nobody is not to be had until it expires.
        if (fault.when === 'after' && place.operation === 'BeginTransaction') continue;
        const outcome = await disturbed(write, 'much', whole, () => addFault(fault, place));
        expect({ place, ...outcome }).toEqual({ place, said: 'stored', found: 'stored' });
      }
    },
    crowdedMachine,
  );

  it('says that it does not know where nothing can be asked once the answer to the commit is lost', async () => {
    const outcome = await disturbed(write, 'much', whole, () => {
      const { faults } = mills.service.stack.server;
      faults.add({ when: 'after', kind: 'reset', match: 'CommitTransaction {' });
      const calls = whole.places.filter(({ operation }) => operation === 'Execute').length;
      addFault(
        { when: 'before', kind: 'internal', times: always },
        { operation: 'Execute', nth: calls + 1 },
      );
    });
    expect(outcome).toEqual({ said: 'unknown', found: 'stored' });
  });
});
