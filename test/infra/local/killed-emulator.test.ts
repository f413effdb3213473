import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { listInconsistencies } from '../../functions/writing/books.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';
import { openDiskService, type DiskService } from './disk-service.ts';
import { createSharedMills, namesOfWrite, writeNames, type Answers } from './many-writes.ts';

/** The number of writes, and the numbers of answers after which the emulator is killed. */
const writeCount = triesAllCases ? 1000 : 60;
const answersBeforeKills = (triesAllCases ? [0.3, 0.65] : [0.5]).map((share) =>
  Math.round(share * writeCount),
);

let folder: string;
let service: DiskService;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'heritage-killed-'));
  service = await openDiskService(folder);
});

afterAll(async () => {
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

/** What the database has of a write: all of its tiles once, none, or something else. */
async function findStoredParts(): Promise<(number: number) => string> {
  const counts = await service.countTilesByName();
  return (number) => {
    const timesStored = new Set(namesOfWrite(number).map((text) => counts.get(text) ?? 0));
    if (timesStored.size !== 1) return 'a part';
    const [times = 0] = timesStored;
    return ['nothing', 'all', 'all twice'][times] ?? 'all many times';
  };
}

/** Writes whose answer is wrong: only after outcome_unknown may a write be either stored or not. */
async function findWrongAnswers({ stored, failed }: Answers): Promise<readonly string[]> {
  const storedPartOf = await findStoredParts();
  return Array.from({ length: writeCount }, (_, number) => {
    const code = failed.get(number);
    const expected = stored.has(number) ? ['all'] : ['nothing'];
    const possibleParts = code === 'outcome_unknown' ? ['all', 'nothing'] : expected;
    return possibleParts.includes(storedPartOf(number))
      ? []
      : [`write ${number} (${code}): ${storedPartOf(number)}`];
  }).flat();
}

describe('the emulator, killed during many writes', () => {
  it('has all successful writes and no part of others, and has each write once after retries', async () => {
    await createSharedMills(service);
    const answers: Answers = { stored: new Set(), failed: new Map() };
    for (const answersBeforeKill of answersBeforeKills) {
      await writeNames(service, writeCount, answers, async () => {
        if (answers.stored.size < answersBeforeKill) return 'go on';
        await service.emulator.kill();
        return 'stop';
      });
      expect(answers.failed.size).toBeGreaterThan(0);
      await service.emulator.start();
      expect(await findWrongAnswers(answers)).toEqual([]);
      expect(await listInconsistencies(service.dataApi)).toEqual([]);
    }
    await writeNames(service, writeCount, answers, async () => 'go on');
    expect([answers.stored.size, [...answers.failed]]).toEqual([writeCount, []]);
    expect(await findWrongAnswers(answers)).toEqual([]);
    expect(await listInconsistencies(service.dataApi)).toEqual([]);
  }, 900_000);
});
