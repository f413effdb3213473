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
function createFailingSource(failingPiece: number, times = 1) {
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
async function writeUninterruptedText(
  format: 'geojson' | 'geojsonseq' = 'geojson',
): Promise<string> {
  const name = `uninterrupted-${format}`;
  await shop.createJob(name, { format });
  await shop.run(name, {}, { startsAgain: true });
  return shop.readText(name, format === 'geojson' ? 'latest.geojson.gz' : 'latest.geojsonl.gz');
}

describe('an export', () => {
  it('writes the latest file, a dated copy, and for both a manifest with sizes and checksums', async () => {
    await shop.createJob('places');
    expect(await shop.run('places')).toMatchObject({ state: 'finished', features: 7 });
    const manifest = await shop.readManifest('places');
    expect(manifest).toMatchObject({ features: 7, runsAs: 'anonymous', activity: 0, query: '' });
    expect(await shop.listFiles('places')).toEqual(
      [
        manifest.file,
        manifest.file.replace('.geojson.gz', '.json'),
        'latest.geojson.gz',
        'latest.json',
      ].toSorted(),
    );
    expect(
      await shop.readManifest('places', manifest.file.replace('.geojson.gz', '.json')),
    ).toEqual(manifest);
    const file = await readFile(path.join(shop.folder, 'places', manifest.file));
    expect(await readFile(path.join(shop.folder, 'places', 'latest.geojson.gz'))).toEqual(file);
    expect([file.length, sha256(file)]).toEqual([manifest.bytes, manifest.sha256]);
    let offset = 0;
    for (const part of manifest.parts) {
      expect(sha256(file.subarray(offset, offset + part.bytes))).toBe(part.sha256);
      offset += part.bytes;
    }
    expect([offset, manifest.parts.length > 2]).toEqual([file.length, true]);
    expect(await shop.listUploads()).toEqual([]);
    const { features } = JSON.parse(await shop.readText('places'));
    expect(features.map(({ id }: { readonly id: number }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('has one feature in each line in the format geojsonseq', async () => {
    const lines = (await writeUninterruptedText('geojsonseq')).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('is a valid FeatureCollection if there are no features', async () => {
    await shop.createJob('nothing');
    await shop.run('nothing', {
      readFeatures: fakeFeatures({ pieceCount: 0, characterCount: 1 }),
    });
    expect(await shop.readText('nothing')).toBe('{"type":"FeatureCollection","features":[]}');
  });
});

describe('an export that breaks off', () => {
  it.each([0, 1, 3, 6])(
    'keeps the previous file, and the next run writes the uninterrupted text: before piece %i',
    async (failingPiece) => {
      const name = `breaks-${failingPiece}`;
      await shop.createJob(name);
      await shop.run(name, { readFeatures: fakeFeatures({ pieceCount: 1, characterCount: 10 }) });
      const stateBefore = [
        await shop.readText(name),
        await shop.readManifest(name),
        await shop.listFiles(name),
      ];
      const broken = await shop.run(
        name,
        { readFeatures: createFailingSource(failingPiece) },
        { startsAgain: true },
      );
      expect(broken?.state).toBe('broken off');
      expect([
        await shop.readText(name),
        await shop.readManifest(name),
        await shop.listFiles(name),
      ]).toEqual(stateBefore);
      expect((await shop.readJob(name)).error).toBe('The source failed.');
      expect(await shop.run(name)).toMatchObject({ state: 'finished', features: 7 });
      expect(await shop.readText(name)).toBe(await writeUninterruptedText());
      expect(await shop.readJob(name)).toMatchObject({ error: null, current: null });
      expect(await shop.listUploads()).toEqual([]);
    },
  );

  it('continues after its last stored part, and then has no checksum of the whole file', async () => {
    await shop.createJob('goes-on');
    await shop.run('goes-on', { readFeatures: createFailingSource(5) });
    const readPieces: number[] = [];
    const featureSource = fakeFeatures({
      pieceCount: 7,
      characterCount: 40_000,
      onPiece: (piece) => void readPieces.push(piece),
    });
    await shop.run('goes-on', { readFeatures: featureSource });
    expect(readPieces).toEqual([4, 5, 6]);
    expect((await shop.readManifest('goes-on')).sha256).toBeNull();
  });

  it('stores a part again if the part was stored but not recorded', async () => {
    await shop.createJob('noted');
    let storedCount = 0;
    const store = {
      ...shop.store,
      putPart: async (...args: Parameters<typeof shop.store.putPart>) => {
        const etag = await shop.store.putPart(...args);
        storedCount += 1;
        if (storedCount === 2) throw new Error('The answer was lost.');
        return etag;
      },
    };
    expect((await shop.run('noted', { store }))?.state).toBe('broken off');
    await shop.run('noted');
    expect(await shop.readText('noted')).toBe(await writeUninterruptedText());
  });

  it.each(['completeUpload', 'putText', 'copy'] as const)(
    'is completed by the next run if the store fails at the end: %s',
    async (step) => {
      const name = `ends-${step.toLowerCase()}`;
      await shop.createJob(name);
      await shop.run(name, { readFeatures: fakeFeatures({ pieceCount: 1, characterCount: 10 }) });
      const textBefore = await shop.readText(name);
      const failing = async () => {
        throw new Error('The store is closed.');
      };
      const outcome = await shop.run(
        name,
        { store: { ...shop.store, [step]: failing } },
        { startsAgain: true },
      );
      expect(outcome?.state).toBe('broken off');
      expect(await shop.readText(name)).toBe(textBefore);
      // The next run repeats the step that failed.
      expect((await shop.run(name))?.state).toBe('finished');
      expect(await shop.readText(name)).toBe(await writeUninterruptedText());
    },
  );

  it.each([
    ['before', 'internal'],
    ['before', 'reset'],
    ['after', 'internal'],
    ['after', 'reset'],
  ] as const)(
    'is completed by the next run if the Data API fails %s writing the record of a part: %s',
    async (when, kind) => {
      const name = `fault-${when}-${kind}`;
      await shop.createJob(name);
      await shop.run(name, { readFeatures: fakeFeatures({ pieceCount: 1, characterCount: 10 }) });
      const textBefore = await shop.readText(name);
      const featureSource = fakeFeatures({
        pieceCount: 7,
        characterCount: 40_000,
        onPiece: (piece) => {
          if (piece !== 3) return;
          shop.stack.server.faults.add({ when, kind, match: 'insert into export_part' });
        },
      });
      const firstOutcome = await shop.run(
        name,
        { readFeatures: featureSource },
        { startsAgain: true },
      );
      shop.stack.server.faults.clear();
      expect([firstOutcome?.state, (await shop.readText(name)) === textBefore]).toEqual([
        'broken off',
        true,
      ]);
      await shop.run(name);
      expect(await shop.readText(name)).toBe(await writeUninterruptedText());
    },
  );

  it('fails after three runs without progress, and its upload is aborted', async () => {
    await shop.createJob('given-up');
    const featureSource = createFailingSource(3, 100);
    const states = [];
    for (let round = 0; round < 3; round += 1)
      states.push((await shop.run('given-up', { readFeatures: featureSource }))?.state);
    expect(states).toEqual(['broken off', 'broken off', 'failed']);
    expect(await shop.listUploads()).toEqual([]);
    expect(await shop.readJob('given-up')).toMatchObject({
      current: null,
      error: 'The source failed.',
    });
    expect((await shop.run('given-up'))?.state).toBe('finished');
  });

  it('starts from the beginning after one failed run if the store has lost its upload', async () => {
    await shop.createJob('lost-parts');
    await shop.run('lost-parts', { readFeatures: createFailingSource(5) });
    const { current } = await shop.readJob('lost-parts');
    await shop.store.abortUpload({ key: '', id: current?.uploadId ?? '' });
    expect((await shop.run('lost-parts'))?.state).toBe('broken off');
    expect((await shop.run('lost-parts'))?.state).toBe('finished');
    expect(await shop.readText('lost-parts')).toBe(await writeUninterruptedText());
  });
});

describe('an export that takes longer than a function may run', () => {
  it('is written by several runs, each of which continues where the previous one stopped', async () => {
    await shop.createJob('long');
    const expectedText = await writeUninterruptedText();
    const states = [];
    for (let round = 0; round < 10; round += 1) {
      let timeChecks = 0;
      const outcome = await shop.run('long', { hasTimeLeft: () => (timeChecks += 1) < 3 });
      states.push(outcome?.state);
      if (outcome?.state === 'finished') break;
      expect(await shop.listFiles('long')).toEqual([]);
    }
    expect(states.length).toBeGreaterThan(2);
    expect([new Set(states.slice(0, -1)), states.at(-1)]).toEqual([
      new Set(['unfinished']),
      'finished',
    ]);
    expect(await shop.readText('long')).toBe(expectedText);
  });

  it('is reported as broken off if the time is too short for one part', async () => {
    await shop.createJob('no-time');
    expect(await shop.run('no-time', { hasTimeLeft: () => false })).toMatchObject({
      state: 'broken off',
    });
    expect((await shop.readJob('no-time')).error).toContain('No part of the file');
  });
});

describe('two runs of one job', () => {
  it('do not disturb each other: the second run does nothing while the first run has the lease', async () => {
    await shop.createJob('twice');
    const secondOutcomes: unknown[] = [];
    const featureSource = fakeFeatures({
      pieceCount: 7,
      characterCount: 40_000,
      onPiece: async () => void secondOutcomes.push(await shop.run('twice')),
    });
    expect((await shop.run('twice', { readFeatures: featureSource }))?.state).toBe('finished');
    expect(new Set(secondOutcomes)).toEqual(new Set([undefined]));
    expect(await shop.readText('twice')).toBe(await writeUninterruptedText());
  });

  it('write one file if the second run is forced: the first run notices it and stops', async () => {
    await shop.createJob('taken-over');
    let secondOutcome: unknown;
    const featureSource = fakeFeatures({
      pieceCount: 7,
      characterCount: 40_000,
      onPiece: async (piece) => {
        if (piece === 4) secondOutcome = await shop.run('taken-over', {}, { isForced: true });
      },
    });
    expect((await shop.run('taken-over', { readFeatures: featureSource }))?.state).toBe('lost');
    expect(secondOutcome).toMatchObject({ state: 'finished' });
    expect(await shop.readText('taken-over')).toBe(await writeUninterruptedText());
    expect(await shop.readJob('taken-over')).toMatchObject({ error: null, leasedUntil: null });
  });

  it('follow each other: the second run needs an expired lease, or the same owner as the first', async () => {
    await shop.createJob('expired');
    await shop.execute(
      `update export_job set lease_token = gen_random_uuid(), lease_owner = 'killed', leased_until = clock_timestamp() + interval '5 minutes' where name = 'expired'`,
    );
    expect(await shop.run('expired')).toBeUndefined();
    expect((await shop.run('expired', {}, { owner: 'killed' }))?.state).toBe('finished');
    await shop.execute(
      `update export_job set lease_token = gen_random_uuid(), lease_owner = 'killed', leased_until = clock_timestamp() - interval '1 second' where name = 'expired'`,
    );
    expect((await shop.run('expired'))?.state).toBe('skipped');
  });
});
