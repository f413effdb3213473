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

/** A source that breaks off before a piece, so often. */
function breaking(at: number, times = 1) {
  let left = times;
  return fakeFeatures({
    pieces: 7,
    characters: 40_000,
    onPiece: (piece) => {
      if (piece !== at || left === 0) return;
      left -= 1;
      throw new Error('The lights went out.');
    },
  });
}

/** The text of an export that nothing disturbed. */
async function unbroken(format: 'geojson' | 'geojsonseq' = 'geojson'): Promise<string> {
  const name = `unbroken-${format}`;
  await shop.newJob(name, { format });
  await shop.made(name, {}, { startsAgain: true });
  return shop.text(name, format === 'geojson' ? 'latest.geojson.gz' : 'latest.geojsonl.gz');
}

describe('an export', () => {
  it('writes a file, a dated copy, and manifests that tell which copy it is and what is in it', async () => {
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
    let place = 0;
    for (const part of manifest.parts) {
      expect(sha256(file.subarray(place, place + part.bytes))).toBe(part.sha256);
      place += part.bytes;
    }
    expect([place, manifest.parts.length > 2]).toEqual([file.length, true]);
    expect(await shop.uploads()).toEqual([]);
    const { features } = JSON.parse(await shop.text('places'));
    expect(features.map(({ id }: { readonly id: number }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('is a feature a line where that is its format', async () => {
    const lines = (await unbroken('geojsonseq')).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('is a whole document where there is nothing to export', async () => {
    await shop.newJob('nothing');
    await shop.made('nothing', { readFeatures: fakeFeatures({ pieces: 0, characters: 1 }) });
    expect(await shop.text('nothing')).toBe('{"type":"FeatureCollection","features":[]}');
  });
});

describe('an export that breaks off', () => {
  it.each([0, 1, 3, 6])(
    'leaves the last file in place, and is the same byte for byte when the next run completes it: piece %i',
    async (at) => {
      const name = `breaks-${at}`;
      await shop.newJob(name);
      await shop.made(name, { readFeatures: fakeFeatures({ pieces: 1, characters: 10 }) });
      const before = [await shop.text(name), await shop.manifest(name), await shop.files(name)];
      const broken = await shop.made(name, { readFeatures: breaking(at) }, { startsAgain: true });
      expect(broken?.state).toBe('broken off');
      expect([await shop.text(name), await shop.manifest(name), await shop.files(name)]).toEqual(
        before,
      );
      expect((await shop.job(name)).error).toBe('The lights went out.');
      expect(await shop.made(name)).toMatchObject({ state: 'finished', features: 7 });
      expect(await shop.text(name)).toBe(await unbroken());
      expect(await shop.job(name)).toMatchObject({ error: null, current: null });
      expect(await shop.uploads()).toEqual([]);
    },
  );

  it('goes on from the last part, and tells no checksum of a whole that no process has seen', async () => {
    await shop.newJob('goes-on');
    await shop.made('goes-on', { readFeatures: breaking(5) });
    const pieces: number[] = [];
    const read = fakeFeatures({
      pieces: 7,
      characters: 40_000,
      onPiece: (piece) => void pieces.push(piece),
    });
    await shop.made('goes-on', { readFeatures: read });
    expect(pieces).toEqual([4, 5, 6]);
    expect((await shop.manifest('goes-on')).sha256).toBeNull();
  });

  it('stores a part again where it was stored and not noted', async () => {
    await shop.newJob('noted');
    let stored = 0;
    const store = {
      ...shop.store,
      putPart: async (...given: Parameters<typeof shop.store.putPart>) => {
        const etag = await shop.store.putPart(...given);
        stored += 1;
        if (stored === 2) throw new Error('The answer was lost.');
        return etag;
      },
    };
    expect((await shop.made('noted', { store }))?.state).toBe('broken off');
    await shop.made('noted');
    expect(await shop.text('noted')).toBe(await unbroken());
  });

  it.each(['completeUpload', 'putText', 'copy'] as const)(
    'completes what was begun where the store fails in the end: %s',
    async (step) => {
      const name = `ends-${step.toLowerCase()}`;
      await shop.newJob(name);
      await shop.made(name, { readFeatures: fakeFeatures({ pieces: 1, characters: 10 }) });
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
      // The answer was lost, and not the work: what was done is found done.
      expect((await shop.made(name))?.state).toBe('finished');
      expect(await shop.text(name)).toBe(await unbroken());
    },
  );

  it.each([
    ['before', 'internal'],
    ['before', 'reset'],
    ['after', 'internal'],
    ['after', 'reset'],
  ] as const)('is completed after a fault of the Data API: %s it wrote, %s', async (when, kind) => {
    const name = `fault-${when}-${kind}`;
    await shop.newJob(name);
    await shop.made(name, { readFeatures: fakeFeatures({ pieces: 1, characters: 10 }) });
    const before = await shop.text(name);
    const read = fakeFeatures({
      pieces: 7,
      characters: 40_000,
      onPiece: (piece) => {
        if (piece !== 3) return;
        shop.stack.server.faults.add({ when, kind, match: 'insert into export_part' });
      },
    });
    const first = await shop.made(name, { readFeatures: read }, { startsAgain: true });
    shop.stack.server.faults.clear();
    expect([first?.state, (await shop.text(name)) === before]).toEqual(['broken off', true]);
    await shop.made(name);
    expect(await shop.text(name)).toBe(await unbroken());
  });

  it('is given up at the third time that it does not come further, and its upload thrown away', async () => {
    await shop.newJob('given-up');
    const read = breaking(3, 100);
    const states = [];
    for (let round = 0; round < 3; round += 1)
      states.push((await shop.made('given-up', { readFeatures: read }))?.state);
    expect(states).toEqual(['broken off', 'broken off', 'failed']);
    expect(await shop.uploads()).toEqual([]);
    expect(await shop.job('given-up')).toMatchObject({
      current: null,
      error: 'The lights went out.',
    });
    expect((await shop.made('given-up'))?.state).toBe('finished');
  });

  it('begins anew where the store has lost what was stored', async () => {
    await shop.newJob('lost-parts');
    await shop.made('lost-parts', { readFeatures: breaking(5) });
    const { current } = await shop.job('lost-parts');
    await shop.store.abortUpload({ key: '', id: current?.uploadId ?? '' });
    expect((await shop.made('lost-parts'))?.state).toBe('broken off');
    expect((await shop.made('lost-parts'))?.state).toBe('finished');
    expect(await shop.text('lost-parts')).toBe(await unbroken());
  });
});

describe('an export that takes longer than a function has', () => {
  it('is done by several, each from where the last one stopped', async () => {
    await shop.newJob('long');
    const texts = await unbroken();
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
    expect(await shop.text('long')).toBe(texts);
  });

  it('is told of as broken where no time is enough for a part', async () => {
    await shop.newJob('no-time');
    expect(await shop.made('no-time', { hasTimeLeft: () => false })).toMatchObject({
      state: 'broken off',
    });
    expect((await shop.job('no-time')).error).toContain('No part of the file');
  });
});

describe('two runs at once', () => {
  it('do not disturb each other: the second finds the job taken', async () => {
    await shop.newJob('twice');
    const second: unknown[] = [];
    const read = fakeFeatures({
      pieces: 7,
      characters: 40_000,
      onPiece: async () => void second.push(await shop.made('twice')),
    });
    expect((await shop.made('twice', { readFeatures: read }))?.state).toBe('finished');
    expect(new Set(second)).toEqual(new Set([undefined]));
    expect(await shop.text('twice')).toBe(await unbroken());
  });

  it('end with one file where one takes over from the other, which finds that out and stops', async () => {
    await shop.newJob('taken-over');
    let second: unknown;
    const read = fakeFeatures({
      pieces: 7,
      characters: 40_000,
      onPiece: async (piece) => {
        if (piece === 4) second = await shop.made('taken-over', {}, { isForced: true });
      },
    });
    expect((await shop.made('taken-over', { readFeatures: read }))?.state).toBe('lost');
    expect(second).toMatchObject({ state: 'finished' });
    expect(await shop.text('taken-over')).toBe(await unbroken());
    expect(await shop.job('taken-over')).toMatchObject({ error: null, leasedUntil: null });
  });

  it('follow each other once a killed one has said nothing for as long as its lease', async () => {
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
