import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { disagreements } from '../../functions/writing/books.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';
import { openDiskService, type DiskService } from './disk-service.ts';
import { makeMills, textsOf, writeNames, type Answers } from './many-writes.ts';

/** How many writes there are, and after how many answers the emulator is killed. */
const writes = triesAllCases ? 1000 : 200;
const kills = [0.3, 0.65].map((share) => Math.round(share * writes));

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

/** What the store has of a write: all of its tiles once, none, or something else. */
async function foundOf(): Promise<(number: number) => string> {
  const counts = await service.namesOfTiles();
  return (number) => {
    const found = new Set(textsOf(number).map((text) => counts.get(text) ?? 0));
    if (found.size !== 1) return 'a part';
    const [times = 0] = found;
    return ['nothing', 'all', 'all twice'][times] ?? 'all many times';
  };
}

/** Writes whose answer is not true: only one whose outcome is not known may be there or not. */
async function untrue({ stored, failed }: Answers): Promise<readonly string[]> {
  const found = await foundOf();
  return Array.from({ length: writes }, (_, number) => {
    const code = failed.get(number);
    const told = stored.has(number) ? ['all'] : ['nothing'];
    const possible = code === 'outcome_unknown' ? ['all', 'nothing'] : told;
    return possible.includes(found(number)) ? [] : [`write ${number} (${code}): ${found(number)}`];
  }).flat();
}

describe('the emulator, killed in the middle of many writes', () => {
  it('has every write that was answered, no half of any, and each once when the others are sent again', async () => {
    await makeMills(service);
    const answers: Answers = { stored: new Set(), failed: new Map() };
    for (const enough of kills) {
      await writeNames(service, writes, answers, async () => {
        if (answers.stored.size < enough) return 'go on';
        await service.emulator.kill();
        return 'stop';
      });
      expect(answers.failed.size).toBeGreaterThan(0);
      await service.emulator.start();
      expect(await untrue(answers)).toEqual([]);
      expect(await disagreements(service.data)).toEqual([]);
    }
    await writeNames(service, writes, answers, async () => 'go on');
    expect([answers.stored.size, [...answers.failed]]).toEqual([writes, []]);
    expect(await untrue(answers)).toEqual([]);
    expect(await disagreements(service.data)).toEqual([]);
  }, 900_000);
});
