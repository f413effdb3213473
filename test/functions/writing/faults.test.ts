import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { FaultInput } from '../../../infra/local/data-api/faults.ts';
import {
  addFault,
  always,
  disturbed,
  shortenPauses,
  undisturbed,
  type Place,
  type Undisturbed,
} from './disturbed.ts';
import { takeInTurn } from '../../support/random/take-sample.ts';
import { everyWrite } from './every-write.ts';
import { openMillService, type MillService } from './mill-service.ts';
import { listSentForms } from '../../support/sent-statements.ts';
import { delayFirst } from './slow-statements.ts';

let mills: MillService;

beforeAll(async () => {
  mills = await openMillService();
  shortenPauses();
});

afterEach(() => mills.service.stack.server.faults.clear());

afterAll(async () => mills?.service.close());

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

const withLittle = everyWrite.filter(({ amounts }) => amounts.includes('little'));

describe.each(withLittle)('$title, in one statement', (write) => {
  // Each write meets a third of the faults, and each fault a third of the writes.
  const inTurn = <Item>(faults: readonly Item[]): readonly Item[] =>
    takeInTurn(faults, withLittle.indexOf(write), faults.length / 3);
  let whole: Undisturbed;

  beforeAll(async () => {
    await undisturbed(mills, write, 'little');
    whole = await undisturbed(mills, write, 'little');
  });

  /** The call that stores: the last one. */
  const storing = (): Place => ({ operation: 'Execute', nth: whole.places.length });
  const afterwards = (): Place => ({ operation: 'Execute', nth: whole.places.length + 1 });

  it('is stored outside of a transaction', () => {
    expect(new Set(whole.places.map(({ operation }) => operation))).toEqual(new Set(['Execute']));
  });

  it.each(inTurn(passing))(
    'is stored once where a call fails: $kind $when it is made',
    async (fault) => {
      for (const place of whole.places) {
        const outcome = await disturbed(mills, write, 'little', whole, () =>
          addFault(mills, fault, place),
        );
        expect({ place, ...outcome }).toEqual({ place, said: 'stored', found: 'stored' });
      }
    },
  );

  it('stores nothing and says so where a call is refused', async () => {
    for (const place of whole.places) {
      const refused: FaultInput = { when: 'before', kind: 'secrets' };
      const outcome = await disturbed(mills, write, 'little', whole, () =>
        addFault(mills, refused, place),
      );
      expect({ place, ...outcome }).toEqual({ place, said: 'nothing', found: 'nothing' });
    }
  });

  it.each(takeInTurn(['throttling', 'reset'] as const, withLittle.indexOf(write), 1))(
    'stores nothing and says so where no write is carried out: %s',
    async (kind) => {
      const outcome = await disturbed(mills, write, 'little', whole, () =>
        addWriteFault({ when: 'before', kind, times: always }),
      );
      expect(outcome).toEqual({ said: 'nothing', found: 'nothing' });
    },
  );

  it('is stored once where the answer to each write is lost', async () => {
    const outcome = await disturbed(mills, write, 'little', whole, () =>
      addWriteFault({ when: 'after', kind: 'reset', times: always }),
    );
    expect(outcome).toEqual({ said: 'stored', found: 'stored' });
  });

  it.each(inTurn(['throttling', 'reset', 'secrets'] as const))(
    'says that it does not know where nothing can be asked once the answer is lost: %s',
    async (kind) => {
      const outcome = await disturbed(mills, write, 'little', whole, () => {
        addFault(mills, { when: 'after', kind: 'reset' }, storing());
        addFault(mills, { when: 'before', kind, times: always }, afterwards());
      });
      expect(outcome).toEqual({ said: 'unknown', found: 'stored' });
    },
  );

  it('says that it does not know where nothing can be asked from the write on', async () => {
    const outcome = await disturbed(mills, write, 'little', whole, () =>
      addFault(mills, { when: 'before', kind: 'reset', times: always }, storing()),
    );
    expect(outcome).toEqual({ said: 'unknown', found: 'nothing' });
  });

  it('is stored once where a write that was given up for lost is carried out after all', async () => {
    let met = (): number => 0;
    const outcome = await disturbed(mills, write, 'little', whole, () => {
      met = delayFirst(mills.service.stack.database, writing);
    });
    expect({ met: met(), ...outcome }).toEqual({ met: 2, said: 'stored', found: 'stored' });
  });

  it('says that it is stored where a write that was given up for lost is carried out while the next runs out of time', async () => {
    let met = (): number => 0;
    const outcome = await disturbed(mills, write, 'little', whole, () => {
      met = delayFirst(mills.service.stack.database, writing, 'timed out');
    });
    expect({ met: met(), ...outcome }).toEqual({ met: 2, said: 'stored', found: 'stored' });
  });
});

/** What every statement that ends a change has, and no other. */
const writing = 'update activity_counter';

function addWriteFault(fault: FaultInput): void {
  mills.service.stack.server.faults.add({ ...fault, match: listSentForms(writing) });
}
