import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { rawSql } from '../../../lib/data-api/sql.ts';
import { writersLockStatement, runWhileBlocked } from '../../support/lock-waits.ts';
import { skipWithoutNativeServer } from '../../support/has-native-server.ts';
import { holdStatement, holdCommitOf } from '../writing/slow-statements.ts';
import { openHouses, type Houses } from './named-houses.ts';

let houses: Houses;

beforeAll(async () => {
  houses = await openHouses();
});

beforeEach(async () => houses.clear());

afterAll(async () => houses?.service.close());

const noPendingWork = { marks: [], stale: [] };
const readPendingWork = async () => ({
  marks: await houses.readMarks(),
  stale: await houses.listStaleHouses(),
});
// The embedded database has only one session, so that its requests cannot overtake each other.
describe.skipIf(skipWithoutNativeServer())(
  'a name that is written while its source changes',
  () => {
    it('gets its own mark if the source was stored first', async () => {
      await houses.importHouses({ 1: { title: 'Yard' }, 2: { title: 'Mill' } });
      // The request stops here: its texts are computed but not stored.
      const heldWrite = holdStatement(houses.service.stack.database, 'incoming_resource');
      const slowPut = houses.put(2, { title: 'Mill', within: [1] });
      await heldWrite.reached;
      await houses.put(1, { title: 'Court' });
      expect(await houses.readMarks()).toEqual([]);
      heldWrite.release();
      await slowPut;
      expect(await houses.readName(2)).toBe('Mill, Yard');
      expect(await houses.readMarks()).toEqual(['name 01002']);
      await houses.refreshNames();
      expect(await houses.readName(2)).toBe('Mill, Court');
      expect(await readPendingWork()).toEqual(noPendingWork);
    });

    it('is correct after a refresh if an import changes the source while the name is stored', async () => {
      await houses.importConcepts({ 1: { 'en-US': 'mill' } });
      const heldWrite = holdCommitOf(houses.service.stack.database, 'incoming_resource');
      const slowPut = houses.put(1, { title: 'Old', type: 1 });
      await heldWrite.reached;
      const faster = houses.importConcepts({ 1: { 'en-US': 'windmill' } });
      await faster;
      heldWrite.release();
      await slowPut;
      await houses.refreshNames();
      expect(await houses.readName(1)).toBe('Old (windmill)');
      expect(await readPendingWork()).toEqual(noPendingWork);
    });
  },
);

describe.skipIf(skipWithoutNativeServer())('a mark', () => {
  it('stays if its cause changes again while the names are refreshed', async () => {
    await houses.importConcepts({ 1: { 'en-US': 'mill' } });
    await houses.importHouses({ 1: { title: 'Old', type: 1 } });
    await houses.importConcepts({ 1: { 'en-US': 'windmill' } });
    const heldWrite = holdCommitOf(houses.service.stack.database, 'incoming_mark');
    const refresh = houses.refreshNames();
    await heldWrite.reached;
    const renamed = houses.importConcepts({ 1: { 'en-US': 'watermill' } });
    heldWrite.release();
    await Promise.all([refresh, renamed]);
    await houses.refreshNames();
    expect(await houses.readName(1)).toBe('Old (watermill)');
    expect(await readPendingWork()).toEqual(noPendingWork);
  });

  it('does not lead to a refresh that overwrites the write of another request', async () => {
    await houses.importConcepts({ 1: { 'en-US': 'mill' } });
    await houses.importHouses({ 1: { title: 'Old', type: 1 } });
    await houses.importConcepts({ 1: { 'en-US': 'windmill' } });
    const heldWrite = holdCommitOf(houses.service.stack.database, 'incoming_resource');
    const writing = houses.put(1, { title: 'New', type: 1 });
    await heldWrite.reached;
    const refresh = houses.refreshNames();
    heldWrite.release();
    await Promise.all([writing, refresh]);
    await houses.refreshNames();
    expect(await houses.readName(1)).toBe('New (windmill)');
    expect(await readPendingWork()).toEqual(noPendingWork);
  });
});

describe.skipIf(skipWithoutNativeServer())('an update of names that waits for a lock', () => {
  it('does not hold the lock of names', async () => {
    await houses.importConcepts({ 1: { 'en-US': 'mill' } });
    await houses.importHouses({ 1: { title: 'Old', type: 1 } });
    await houses.importConcepts({ 1: { 'en-US': 'windmill' } });
    const lockNames = rawSql('lock table lock_of_names in exclusive mode nowait');
    await runWhileBlocked(
      houses.service.stack,
      writersLockStatement,
      () => houses.refreshNames(),
      (transaction) => transaction.execute(lockNames),
    );
    expect(await houses.readName(1)).toBe('Old (windmill)');
    expect(await readPendingWork()).toEqual(noPendingWork);
  });
});
