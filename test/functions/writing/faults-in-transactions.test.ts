import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { FaultInput } from '../../../infra/local/data-api/faults.ts';
import { takeInTurn } from '../../support/random/take-sample.ts';
import {
  addFault,
  always,
  writeDuringFaults,
  shortenPauses,
  writeWithoutFaults,
  type FaultlessWrite,
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

/** The faults with which the calls of a transaction are tested, one at a time. */
const transactionFaults: readonly FaultInput[] = [
  { when: 'before', kind: 'throttling' },
  { when: 'before', kind: 'reset' },
  { when: 'before', kind: 'kill-transaction' },
  { when: 'after', kind: 'reset' },
];

const largeWrites = everyWrite.filter(({ amounts }) => amounts.includes('much'));
/** The timeout of tests with many large writes in milliseconds, long enough for a busy machine. */
const timeout = 900_000;

describe.each(largeWrites)('$title, in a transaction', (write) => {
  let faultlessWrite: FaultlessWrite;

  beforeAll(async () => {
    await writeWithoutFaults(mills, write, 'much');
    faultlessWrite = await writeWithoutFaults(mills, write, 'much');
  });

  it('is stored by a commit', () => {
    expect(faultlessWrite.calls).toContainEqual({ operation: 'CommitTransaction', nth: 1 });
  });

  // Each write is tested with one of the faults, and each fault with some of the writes.
  const turn = largeWrites.indexOf(write);

  it.each(takeInTurn(transactionFaults, turn, 1))(
    'is stored once, and reported as stored, if a call fails: $kind $when it is carried out',
    async (fault) => {
      const commits = faultlessWrite.calls.filter(
        ({ operation }) => operation === 'CommitTransaction',
      );
      for (const call of new Set([...takeInTurn(faultlessWrite.calls, turn, 1), ...commits])) {
        // If the reply to BeginTransaction is lost, the session of the transaction is blocked until it expires.
        if (fault.when === 'after' && call.operation === 'BeginTransaction') continue;
        const outcome = await writeDuringFaults(mills, write, 'much', faultlessWrite, () =>
          addFault(mills, fault, call),
        );
        expect({ call, ...outcome }).toEqual({ call, reported: 'stored', actual: 'stored' });
      }
    },
    timeout,
  );

  it('reports an unknown outcome if the reply to the commit is lost and later calls fail', async () => {
    const outcome = await writeDuringFaults(mills, write, 'much', faultlessWrite, () => {
      const { faults } = mills.service.stack.server;
      faults.add({ when: 'after', kind: 'reset', match: 'CommitTransaction {' });
      const executeCount = faultlessWrite.calls.filter(
        ({ operation }) => operation === 'Execute',
      ).length;
      addFault(
        mills,
        { when: 'before', kind: 'internal', times: always },
        { operation: 'Execute', nth: executeCount + 1 },
      );
    });
    expect(outcome).toEqual({ reported: 'unknown', actual: 'stored' });
  });
});
