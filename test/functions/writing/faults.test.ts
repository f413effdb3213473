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
import { takeInTurn, triesAllCases } from '../../support/random/take-sample.ts';
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
const faultsBefore: readonly FaultInput[] = (
  ['resuming', 'throttling', 'unavailable', 'internal', 'reset', 'html'] as const
).map((kind) => ({ when: 'before', kind }));
const faultsAfter: readonly FaultInput[] = (['internal', 'reset', 'html'] as const).map((kind) => ({
  when: 'after',
  kind,
}));

/** Faults of several calls of a write, and the outcome to expect. */
type Outage = {
  readonly title: string;
  readonly addFaults: () => void;
  readonly expected: { readonly reported: string; readonly actual: string };
};

const singleStatementWrites = everyWrite.filter(({ amounts }) => amounts.includes('little'));

describe.each(singleStatementWrites)('$title, in one statement', (write) => {
  // Each write is tested with a few of the faults and outages, and each of those with a few of the writes.
  const turn = singleStatementWrites.indexOf(write);
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
  /** The calls that fail, one at a time. Only the lost reply to the storing call can store a write twice. */
  const listFailingCalls = ({ when }: FaultInput): readonly CallPosition[] =>
    when === 'after' && !triesAllCases
      ? [storingCall()]
      : takeInTurn(faultlessWrite.calls, turn, 1);

  it('is stored outside of a transaction', () => {
    expect(new Set(faultlessWrite.calls.map(({ operation }) => operation))).toEqual(
      new Set(['Execute']),
    );
  });

  it.each([...takeInTurn(faultsBefore, turn, 1), ...takeInTurn(faultsAfter, turn, 1)])(
    'is stored once if a call fails: $kind $when it is carried out',
    async (fault) => {
      for (const call of listFailingCalls(fault)) {
        const outcome = await writeDuringFaults(mills, write, 'little', faultlessWrite, () =>
          addFault(mills, fault, call),
        );
        expect({ call, ...outcome }).toEqual({ call, reported: 'stored', actual: 'stored' });
      }
    },
  );

  it('stores nothing if a call is refused, and its answer reports that', async () => {
    const refused: FaultInput = { when: 'before', kind: 'forbidden' };
    for (const call of listFailingCalls(refused)) {
      const outcome = await writeDuringFaults(mills, write, 'little', faultlessWrite, () =>
        addFault(mills, refused, call),
      );
      expect({ call, ...outcome }).toEqual({ call, reported: 'nothing', actual: 'nothing' });
    }
  });

  const outages: readonly Outage[] = [
    ...(['throttling', 'secrets', 'reset'] as const).map((kind) => ({
      title: `stores nothing if no storing call is carried out, and its answer reports that: ${kind}`,
      addFaults: () => addFaultOfStoringCalls({ when: 'before', kind, times: always }),
      expected: { reported: 'nothing', actual: 'nothing' },
    })),
    {
      title: 'is stored once if the reply to every storing call is lost',
      addFaults: () => addFaultOfStoringCalls({ when: 'after', kind: 'reset', times: always }),
      expected: { reported: 'stored', actual: 'stored' },
    },
    ...(['throttling', 'reset', 'secrets'] as const).map((kind) => ({
      title: `reports an unknown outcome if the reply to the storing call is lost and later calls fail: ${kind}`,
      addFaults: () => {
        addFault(mills, { when: 'after', kind: 'reset' }, storingCall());
        addFault(mills, { when: 'before', kind, times: always }, callAfterStoring());
      },
      expected: { reported: 'unknown', actual: 'stored' },
    })),
    {
      title: 'reports an unknown outcome if the storing call and all later calls fail',
      addFaults: () =>
        addFault(mills, { when: 'before', kind: 'reset', times: always }, storingCall()),
      expected: { reported: 'unknown', actual: 'nothing' },
    },
  ];

  it.each(byTitle(takeInTurn(outages, turn, 1)))('%s', async (_, { addFaults, expected }) => {
    expect(await writeDuringFaults(mills, write, 'little', faultlessWrite, addFaults)).toEqual(
      expected,
    );
  });

  const lateCalls: readonly { readonly title: string; readonly retry?: 'timed out' }[] = [
    { title: 'is stored once if a storing call that seemed lost is carried out late' },
    {
      title:
        'is reported as stored if a storing call that seemed lost runs late and its retry times out',
      retry: 'timed out',
    },
  ];

  it.each(byTitle(takeInTurn(lateCalls, turn, 1)))('%s', async (_, { retry }) => {
    let countStoringCalls = (): number => 0;
    const outcome = await writeDuringFaults(mills, write, 'little', faultlessWrite, () => {
      countStoringCalls = delayFirstStatement(mills.service.stack.database, storingSql, retry);
    });
    expect({ storingCalls: countStoringCalls(), ...outcome }).toEqual({
      storingCalls: 2,
      reported: 'stored',
      actual: 'stored',
    });
  });
});

/** Vitest shortens long titles, except in the first place of a tuple. */
const byTitle = <Item extends { readonly title: string }>(items: readonly Item[]) =>
  items.map((item) => [item.title, item] as const);

/** A text that only the statements that store a change contain. */
const storingSql = 'update activity_counter';

function addFaultOfStoringCalls(fault: FaultInput): void {
  mills.service.stack.server.faults.add({ ...fault, match: listSentForms(storingSql) });
}
