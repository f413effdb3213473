import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { FaultInput } from '../../../infra/local/data-api/faults.ts';
import {
  addFault,
  always,
  writeDuringFaults,
  shortenPauses,
  writeWithoutFaults,
  type CallPosition,
  type FaultlessWrite,
} from './disturbed.ts';
import { takeInTurn } from '../../support/random/take-sample.ts';
import { everyWrite } from './every-write.ts';
import { openMillService, type MillService } from './mill-service.ts';
import { listSentForms } from '../../support/sent-statements.ts';
import { delayFirstStatement } from './slow-statements.ts';

let mills: MillService;

beforeAll(async () => {
  mills = await openMillService();
  shortenPauses();
});

afterEach(() => mills.service.stack.server.faults.clear());

afterAll(async () => mills?.service.close());

/** Faults of one call after which the service retries by itself. */
const temporaryFaults: readonly FaultInput[] = [
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

const singleStatementWrites = everyWrite.filter(({ amounts }) => amounts.includes('little'));

describe.each(singleStatementWrites)('$title, in one statement', (write) => {
  // Each write is tested with a third of the faults, and each fault with a third of the writes.
  const takeThird = <Item>(faults: readonly Item[]): readonly Item[] =>
    takeInTurn(faults, singleStatementWrites.indexOf(write), faults.length / 3);
  let faultlessWrite: FaultlessWrite;

  beforeAll(async () => {
    await writeWithoutFaults(mills, write, 'little');
    faultlessWrite = await writeWithoutFaults(mills, write, 'little');
  });

  /** The call that stores the write: the last one. */
  const storingCall = (): CallPosition => ({
    operation: 'Execute',
    nth: faultlessWrite.calls.length,
  });
  const callAfterStoring = (): CallPosition => ({
    operation: 'Execute',
    nth: faultlessWrite.calls.length + 1,
  });

  it('is stored outside of a transaction', () => {
    expect(new Set(faultlessWrite.calls.map(({ operation }) => operation))).toEqual(
      new Set(['Execute']),
    );
  });

  it.each(takeThird(temporaryFaults))(
    'is stored once if a call fails: $kind $when it is carried out',
    async (fault) => {
      for (const call of faultlessWrite.calls) {
        const outcome = await writeDuringFaults(mills, write, 'little', faultlessWrite, () =>
          addFault(mills, fault, call),
        );
        expect({ call, ...outcome }).toEqual({ call, reported: 'stored', actual: 'stored' });
      }
    },
  );

  it('stores nothing if a call is refused, and its answer reports that', async () => {
    for (const call of faultlessWrite.calls) {
      const refused: FaultInput = { when: 'before', kind: 'secrets' };
      const outcome = await writeDuringFaults(mills, write, 'little', faultlessWrite, () =>
        addFault(mills, refused, call),
      );
      expect({ call, ...outcome }).toEqual({ call, reported: 'nothing', actual: 'nothing' });
    }
  });

  it.each(takeInTurn(['throttling', 'reset'] as const, singleStatementWrites.indexOf(write), 1))(
    'stores nothing if no storing call is carried out, and its answer reports that: %s',
    async (kind) => {
      const outcome = await writeDuringFaults(mills, write, 'little', faultlessWrite, () =>
        addFaultOfStoringCalls({ when: 'before', kind, times: always }),
      );
      expect(outcome).toEqual({ reported: 'nothing', actual: 'nothing' });
    },
  );

  it('is stored once if the reply to every storing call is lost', async () => {
    const outcome = await writeDuringFaults(mills, write, 'little', faultlessWrite, () =>
      addFaultOfStoringCalls({ when: 'after', kind: 'reset', times: always }),
    );
    expect(outcome).toEqual({ reported: 'stored', actual: 'stored' });
  });

  it.each(takeThird(['throttling', 'reset', 'secrets'] as const))(
    'reports an unknown outcome if the reply to the storing call is lost and later calls fail: %s',
    async (kind) => {
      const outcome = await writeDuringFaults(mills, write, 'little', faultlessWrite, () => {
        addFault(mills, { when: 'after', kind: 'reset' }, storingCall());
        addFault(mills, { when: 'before', kind, times: always }, callAfterStoring());
      });
      expect(outcome).toEqual({ reported: 'unknown', actual: 'stored' });
    },
  );

  it('reports an unknown outcome if the storing call and all later calls fail', async () => {
    const outcome = await writeDuringFaults(mills, write, 'little', faultlessWrite, () =>
      addFault(mills, { when: 'before', kind: 'reset', times: always }, storingCall()),
    );
    expect(outcome).toEqual({ reported: 'unknown', actual: 'nothing' });
  });

  it('is stored once if a storing call that seemed lost is carried out late', async () => {
    let countStoringCalls = (): number => 0;
    const outcome = await writeDuringFaults(mills, write, 'little', faultlessWrite, () => {
      countStoringCalls = delayFirstStatement(mills.service.stack.database, storingSql);
    });
    expect({ storingCalls: countStoringCalls(), ...outcome }).toEqual({
      storingCalls: 2,
      reported: 'stored',
      actual: 'stored',
    });
  });

  it('is reported as stored if a storing call that seemed lost runs late and its retry times out', async () => {
    let countStoringCalls = (): number => 0;
    const outcome = await writeDuringFaults(mills, write, 'little', faultlessWrite, () => {
      countStoringCalls = delayFirstStatement(
        mills.service.stack.database,
        storingSql,
        'timed out',
      );
    });
    expect({ storingCalls: countStoringCalls(), ...outcome }).toEqual({
      storingCalls: 2,
      reported: 'stored',
      actual: 'stored',
    });
  });
});

/** A text that only the statements that store a change contain. */
const storingSql = 'update activity_counter';

function addFaultOfStoringCalls(fault: FaultInput): void {
  mills.service.stack.server.faults.add({ ...fault, match: listSentForms(storingSql) });
}
