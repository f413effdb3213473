import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { fakeFeatures } from './fake-features.ts';
import { openExportWorkshop, type ExportWorkshop } from './workshop.ts';

let shop: ExportWorkshop;

beforeAll(async () => {
  shop = await openExportWorkshop();
});

afterAll(async () => shop?.close());

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** A source that fails this number of times before a piece. */
function failingFeatures(failingPiece: number, times = 1) {
  let failuresLeft = times;
  return fakeFeatures({
    pieceCount: 7,
    characterCount: 40_000,
    onPiece: (piece) => {
      if (piece !== failingPiece || failuresLeft === 0) return;
      failuresLeft -= 1;
      throw new Error('The source failed.');
    },
  });
}

/** The text of an export that was not interrupted. */
async function uninterruptedText(format: 'geojson' | 'geojsonseq' = 'geojson'): Promise<string> {
  const name = `uninterrupted-${format}`;
  await shop.newJob(name, { format });
  await shop.made(name, {}, { startsAgain: true });
  return shop.text(name, format === 'geojson' ? 'latest.geojson.gz' : 'latest.geojsonl.gz');
}

describe('an export', () => {
  it('writes a file, a dated copy, and for each a manifest that names the copy and describes its content', async () => {
    await shop.newJob('places');
    expect(await shop.made('places')).toMatchObject({ state: 'finished', features: 7 });
    const manifest = await shop.manifest('places');
    expect(manifest).toMatchObject({ features: 7, runsAs: 'anonymous', activity: 0, query: '' });
    expect(await shop.files('places')).toEqual(
      [
        manifest.file,
        manifest.file.replace('.geojson.gz', '.json'),
        'latest.geojson.gz',
        'latest.json',
      ].toSorted(),
    );
    expect(await shop.manifest('places', manifest.file.replace('.geojson.gz', '.json'))).toEqual(
      manifest,
    );
    const file = await readFile(path.join(shop.folder, 'places', manifest.file));
    expect(await readFile(path.join(shop.folder, 'places', 'latest.geojson.gz'))).toEqual(file);
    expect([file.length, sha256(file)]).toEqual([manifest.bytes, manifest.sha256]);
    let offset = 0;
    for (const part of manifest.parts) {
      expect(sha256(file.subarray(offset, offset + part.bytes))).toBe(part.sha256);
      offset += part.bytes;
    }
    expect([offset, manifest.parts.length > 2]).toEqual([file.length, true]);
    expect(await shop.uploads()).toEqual([]);
    const { features } = JSON.parse(await shop.text('places'));
    expect(features.map(({ id }: { readonly id: number }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('has one feature in each line in the format geojsonseq', async () => {
    const lines = (await uninterruptedText('geojsonseq')).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('is a complete document if there are no features', async () => {
    await shop.newJob('nothing');
    await shop.made('nothing', {
      readFeatures: fakeFeatures({ pieceCount: 0, characterCount: 1 }),
    });
    expect(await shop.text('nothing')).toBe('{"type":"FeatureCollection","features":[]}');
  });
});

describe('an export that breaks off', () => {
  it.each([0, 1, 3, 6])(
    'leaves the previous file in place, and the next run completes it with the same content: broken off before piece %i',
    async (failingPiece) => {
      const name = `breaks-${failingPiece}`;
      await shop.newJob(name);
      await shop.made(name, { readFeatures: fakeFeatures({ pieceCount: 1, characterCount: 10 }) });
      const before = [await shop.text(name), await shop.manifest(name), await shop.files(name)];
      const broken = await shop.made(
        name,
        { readFeatures: failingFeatures(failingPiece) },
        { startsAgain: true },
      );
      expect(broken?.state).toBe('broken off');
      expect([await shop.text(name), await shop.manifest(name), await shop.files(name)]).toEqual(
        before,
      );
      expect((await shop.job(name)).error).toBe('The source failed.');
      expect(await shop.made(name)).toMatchObject({ state: 'finished', features: 7 });
      expect(await shop.text(name)).toBe(await uninterruptedText());
      expect(await shop.job(name)).toMatchObject({ error: null, current: null });
      expect(await shop.uploads()).toEqual([]);
    },
  );

  it('continues after its last stored part, without a checksum of the whole file, which no run has seen', async () => {
    await shop.newJob('goes-on');
    await shop.made('goes-on', { readFeatures: failingFeatures(5) });
    const pieces: number[] = [];
    const read = fakeFeatures({
      pieceCount: 7,
      characterCount: 40_000,
      onPiece: (piece) => void pieces.push(piece),
    });
    await shop.made('goes-on', { readFeatures: read });
    expect(pieces).toEqual([4, 5, 6]);
    expect((await shop.manifest('goes-on')).sha256).toBeNull();
  });

  it('stores a part again if the part was stored but not recorded', async () => {
    await shop.newJob('noted');
    let stored = 0;
    const store = {
      ...shop.store,
      putPart: async (...args: Parameters<typeof shop.store.putPart>) => {
        const etag = await shop.store.putPart(...args);
        stored += 1;
        if (stored === 2) throw new Error('The answer was lost.');
        return etag;
      },
    };
    expect((await shop.made('noted', { store }))?.state).toBe('broken off');
    await shop.made('noted');
    expect(await shop.text('noted')).toBe(await uninterruptedText());
  });

  it.each(['completeUpload', 'putText', 'copy'] as const)(
    'is completed by the next run if the store fails at the end: %s',
    async (step) => {
      const name = `ends-${step.toLowerCase()}`;
      await shop.newJob(name);
      await shop.made(name, { readFeatures: fakeFeatures({ pieceCount: 1, characterCount: 10 }) });
      const before = await shop.text(name);
      const failing = async () => {
        throw new Error('The store is closed.');
      };
      const outcome = await shop.made(
        name,
        { store: { ...shop.store, [step]: failing } },
        { startsAgain: true },
      );
      expect(outcome?.state).toBe('broken off');
      expect(await shop.text(name)).toBe(before);
      // The next run repeats the step that failed.
      expect((await shop.made(name))?.state).toBe('finished');
      expect(await shop.text(name)).toBe(await uninterruptedText());
    },
  );

  it.each([
    ['before', 'internal'],
    ['before', 'reset'],
    ['after', 'internal'],
    ['after', 'reset'],
  ] as const)(
    'is completed by the next run after a fault of the Data API %s the record of a part was written: %s',
    async (when, kind) => {
      const name = `fault-${when}-${kind}`;
      await shop.newJob(name);
      await shop.made(name, { readFeatures: fakeFeatures({ pieceCount: 1, characterCount: 10 }) });
      const before = await shop.text(name);
      const read = fakeFeatures({
        pieceCount: 7,
        characterCount: 40_000,
        onPiece: (piece) => {
          if (piece !== 3) return;
          shop.stack.server.faults.add({ when, kind, match: 'insert into export_part' });
        },
      });
      const first = await shop.made(name, { readFeatures: read }, { startsAgain: true });
      shop.stack.server.faults.clear();
      expect([first?.state, (await shop.text(name)) === before]).toEqual(['broken off', true]);
      await shop.made(name);
      expect(await shop.text(name)).toBe(await uninterruptedText());
    },
  );

  it('fails after three runs without progress, and its upload is aborted', async () => {
    await shop.newJob('given-up');
    const read = failingFeatures(3, 100);
    const states = [];
    for (let round = 0; round < 3; round += 1)
      states.push((await shop.made('given-up', { readFeatures: read }))?.state);
    expect(states).toEqual(['broken off', 'broken off', 'failed']);
    expect(await shop.uploads()).toEqual([]);
    expect(await shop.job('given-up')).toMatchObject({
      current: null,
      error: 'The source failed.',
    });
    expect((await shop.made('given-up'))?.state).toBe('finished');
  });

  it('starts from the beginning if the store has lost its parts', async () => {
    await shop.newJob('lost-parts');
    await shop.made('lost-parts', { readFeatures: failingFeatures(5) });
    const { current } = await shop.job('lost-parts');
    await shop.store.abortUpload({ key: '', id: current?.uploadId ?? '' });
    expect((await shop.made('lost-parts'))?.state).toBe('broken off');
    expect((await shop.made('lost-parts'))?.state).toBe('finished');
    expect(await shop.text('lost-parts')).toBe(await uninterruptedText());
  });
});

describe('an export that takes longer than a function may run', () => {
  it('is written by several runs, each of which continues where the previous one stopped', async () => {
    await shop.newJob('long');
    const expectedText = await uninterruptedText();
    const states = [];
    for (let round = 0; round < 10; round += 1) {
      let pieces = 0;
      const outcome = await shop.made('long', { hasTimeLeft: () => (pieces += 1) < 3 });
      states.push(outcome?.state);
      if (outcome?.state === 'finished') break;
      expect(await shop.files('long')).toEqual([]);
    }
    expect(states.length).toBeGreaterThan(2);
    expect([new Set(states.slice(0, -1)), states.at(-1)]).toEqual([
      new Set(['unfinished']),
      'finished',
    ]);
    expect(await shop.text('long')).toBe(expectedText);
  });

  it('is reported as broken off if the time is too short for one part', async () => {
    await shop.newJob('no-time');
    expect(await shop.made('no-time', { hasTimeLeft: () => false })).toMatchObject({
      state: 'broken off',
    });
    expect((await shop.job('no-time')).error).toContain('No part of the file');
  });
});

describe('two runs of one job', () => {
  it('do not disturb each other: the second one does nothing while the first one has the lease', async () => {
    await shop.newJob('twice');
    const second: unknown[] = [];
    const read = fakeFeatures({
      pieceCount: 7,
      characterCount: 40_000,
      onPiece: async () => void second.push(await shop.made('twice')),
    });
    expect((await shop.made('twice', { readFeatures: read }))?.state).toBe('finished');
    expect(new Set(second)).toEqual(new Set([undefined]));
    expect(await shop.text('twice')).toBe(await uninterruptedText());
  });

  it('write one file if the second one is forced to take over, because the first one notices that and stops', async () => {
    await shop.newJob('taken-over');
    let second: unknown;
    const read = fakeFeatures({
      pieceCount: 7,
      characterCount: 40_000,
      onPiece: async (piece) => {
        if (piece === 4) second = await shop.made('taken-over', {}, { isForced: true });
      },
    });
    expect((await shop.made('taken-over', { readFeatures: read }))?.state).toBe('lost');
    expect(second).toMatchObject({ state: 'finished' });
    expect(await shop.text('taken-over')).toBe(await uninterruptedText());
    expect(await shop.job('taken-over')).toMatchObject({ error: null, leasedUntil: null });
  });

  it('follow each other when the lease of the first one has expired, or earlier if they have the same owner', async () => {
    await shop.newJob('expired');
    await shop.execute(
      `update export_job set lease_token = gen_random_uuid(), lease_owner = 'killed', leased_until = clock_timestamp() + interval '5 minutes' where name = 'expired'`,
    );
    expect(await shop.made('expired')).toBeUndefined();
    expect((await shop.made('expired', {}, { owner: 'killed' }))?.state).toBe('finished');
    await shop.execute(
      `update export_job set lease_token = gen_random_uuid(), lease_owner = 'killed', leased_until = clock_timestamp() - interval '1 second' where name = 'expired'`,
    );
    expect((await shop.made('expired'))?.state).toBe('skipped');
  });
});
