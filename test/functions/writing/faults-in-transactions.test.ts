import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { FaultInput } from '../../../infra/local/data-api/faults.ts';
import { takeInTurn } from '../../support/random/take-sample.ts';
import {
  addFault,
  always,
  disturbed,
  shortenPauses,
  undisturbed,
  type Undisturbed,
} from './disturbed.ts';
import { everyWrite } from './every-write.ts';
import { openMillService, type MillService } from './mill-service.ts';

let mills: MillService;

beforeAll(async () => {
  mills = await openMillService();
  shortenPauses();
});

afterEach(() => mills.service.stack.server.faults.clear());

afterAll(async () => mills?.service.close());

/** Faults of one call of a transaction: each kind of end that it may come to. */
const inTransaction: readonly FaultInput[] = [
  { when: 'before', kind: 'throttling' },
  { when: 'before', kind: 'reset' },
  { when: 'before', kind: 'kill-transaction' },
  { when: 'after', kind: 'reset' },
];

const withMuch = everyWrite.filter(({ amounts }) => amounts.includes('much'));
/** Milliseconds after which a test that makes many large writes is given up, on a machine that has other work too. */
const crowdedMachine = 900_000;

describe.each(withMuch)('$title, in a transaction', (write) => {
  let whole: Undisturbed;

  beforeAll(async () => {
    await undisturbed(mills, write, 'much');
    whole = await undisturbed(mills, write, 'much');
  });

  it('is stored by its commit', () => {
    expect(whole.places).toContainEqual({ operation: 'CommitTransaction', nth: 1 });
  });

  it.each(inTransaction.map((fault, turn) => ({ ...fault, turn })))(
    'is stored whole or not at all, and told truthfully, where a call fails: $kind $when it is made',
    async ({ turn, ...fault }) => {
      const commit = whole.places.filter(({ operation }) => operation === 'CommitTransaction');
      for (const place of new Set([...takeInTurn(whole.places, turn, 3), ...commit])) {
        // The session of a transaction whose beginning was answered to nobody is not to be had until it expires.
        if (fault.when === 'after' && place.operation === 'BeginTransaction') continue;
        const outcome = await disturbed(mills, write, 'much', whole, () =>
          addFault(mills, fault, place),
        );
        expect({ place, ...outcome }).toEqual({ place, said: 'stored', found: 'stored' });
      }
    },
    crowdedMachine,
  );

  it('says that it does not know where nothing can be asked once the answer to the commit is lost', async () => {
    const outcome = await disturbed(mills, write, 'much', whole, () => {
      const { faults } = mills.service.stack.server;
      faults.add({ when: 'after', kind: 'reset', match: 'CommitTransaction {' });
      const calls = whole.places.filter(({ operation }) => operation === 'Execute').length;
      addFault(
        mills,
        { when: 'before', kind: 'internal', times: always },
        { operation: 'Execute', nth: calls + 1 },
      );
    });
    expect(outcome).toEqual({ said: 'unknown', found: 'stored' });
  });
});
