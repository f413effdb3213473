import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createFakeSource } from './fake-features.ts';
import { openExportWorkshop, type ExportWorkshop } from './workshop.ts';

let workshop: ExportWorkshop;

beforeAll(async () => {
  workshop = await openExportWorkshop();
});

afterAll(async () => workshop?.close());

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Creates a source that fails this number of times before it returns the failing piece. */
function createFailingSource(failingPiece: number, times = 1) {
  let failuresLeft = times;
  return createFakeSource({
    pieceCount: 7,
    characterCount: 40_000,
    onPiece: (piece) => {
      if (piece !== failingPiece || failuresLeft === 0) return;
      failuresLeft -= 1;
      throw new Error('The source failed.');
    },
  });
}

const uninterruptedTexts = new Map<string, Promise<string>>();

/** The text of an export without an interruption, which is written once. */
function writeUninterruptedText(format: 'geojson' | 'geojsonseq' = 'geojson'): Promise<string> {
  const text = uninterruptedTexts.get(format) ?? writeText(format);
  uninterruptedTexts.set(format, text);
  return text;
}

async function writeText(format: 'geojson' | 'geojsonseq'): Promise<string> {
  const name = `uninterrupted-${format}`;
  await workshop.createJob(name, { format });
  await workshop.run(name, {}, { mustStartAgain: true });
  return workshop.readText(name, format === 'geojson' ? 'latest.geojson.gz' : 'latest.geojsonl.gz');
}

describe('an export', () => {
  it('writes the latest file, a dated copy, and for both a manifest with sizes and checksums', async () => {
    await workshop.createJob('places');
    expect(await workshop.run('places')).toMatchObject({ state: 'finished', features: 7 });
    const manifest = await workshop.readManifest('places');
    expect(manifest).toMatchObject({ features: 7, runsAs: 'anonymous', activity: 0, query: '' });
    expect(await workshop.listFiles('places')).toEqual(
      [
        manifest.file,
        manifest.file.replace('.geojson.gz', '.json'),
        'latest.geojson.gz',
        'latest.json',
      ].toSorted(),
    );
    expect(
      await workshop.readManifest('places', manifest.file.replace('.geojson.gz', '.json')),
    ).toEqual(manifest);
    const file = await readFile(path.join(workshop.folder, 'places', manifest.file));
    expect(await readFile(path.join(workshop.folder, 'places', 'latest.geojson.gz'))).toEqual(file);
    expect([file.length, sha256(file)]).toEqual([manifest.bytes, manifest.sha256]);
    let offset = 0;
    for (const part of manifest.parts) {
      expect(sha256(file.subarray(offset, offset + part.bytes))).toBe(part.sha256);
      offset += part.bytes;
    }
    expect([offset, manifest.parts.length > 2]).toEqual([file.length, true]);
    expect(await workshop.listUploads()).toEqual([]);
    const { features } = JSON.parse(await workshop.readText('places'));
    expect(features.map(({ id }: { readonly id: number }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('has one feature in each line in the format geojsonseq', async () => {
    const lines = (await writeUninterruptedText('geojsonseq')).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('is a valid FeatureCollection if there are no features', async () => {
    await workshop.createJob('nothing');
    await workshop.run('nothing', {
      readFeatures: createFakeSource({ pieceCount: 0, characterCount: 1 }),
    });
    expect(await workshop.readText('nothing')).toBe('{"type":"FeatureCollection","features":[]}');
  });
});

describe('an export that breaks off', () => {
  it.each([0, 1, 3, 6])(
    'keeps the previous file until the next run writes the complete text: failure before piece %i',
    async (failingPiece) => {
      const name = `breaks-${failingPiece}`;
      await workshop.createJob(name);
      await workshop.run(name, {
        readFeatures: createFakeSource({ pieceCount: 1, characterCount: 10 }),
      });
      const stateBefore = [
        await workshop.readText(name),
        await workshop.readManifest(name),
        await workshop.listFiles(name),
      ];
      const broken = await workshop.run(
        name,
        { readFeatures: createFailingSource(failingPiece) },
        { mustStartAgain: true },
      );
      expect(broken?.state).toBe('broken off');
      expect([
        await workshop.readText(name),
        await workshop.readManifest(name),
        await workshop.listFiles(name),
      ]).toEqual(stateBefore);
      expect((await workshop.readJob(name)).error).toBe('The source failed.');
      expect(await workshop.run(name)).toMatchObject({ state: 'finished', features: 7 });
      expect(await workshop.readText(name)).toBe(await writeUninterruptedText());
      expect(await workshop.readJob(name)).toMatchObject({ error: null, current: null });
      expect(await workshop.listUploads()).toEqual([]);
    },
  );

  it('continues after its last stored part, and then has no checksum of the whole file', async () => {
    await workshop.createJob('goes-on');
    await workshop.run('goes-on', { readFeatures: createFailingSource(5) });
    const readPieces: number[] = [];
    const featureSource = createFakeSource({
      pieceCount: 7,
      characterCount: 40_000,
      onPiece: (piece) => void readPieces.push(piece),
    });
    await workshop.run('goes-on', { readFeatures: featureSource });
    expect(readPieces).toEqual([4, 5, 6]);
    expect((await workshop.readManifest('goes-on')).sha256).toBeNull();
  });

  it('stores a part again if the part was stored but not recorded', async () => {
    await workshop.createJob('noted');
    let storedCount = 0;
    const store = {
      ...workshop.store,
      putPart: async (...args: Parameters<typeof workshop.store.putPart>) => {
        const etag = await workshop.store.putPart(...args);
        storedCount += 1;
        if (storedCount === 2) throw new Error('The answer was lost.');
        return etag;
      },
    };
    expect((await workshop.run('noted', { store }))?.state).toBe('broken off');
    await workshop.run('noted');
    expect(await workshop.readText('noted')).toBe(await writeUninterruptedText());
  });

  it.each(['completeUpload', 'putText', 'copy'] as const)(
    'is completed by the next run if the store fails at the end: %s',
    async (step) => {
      const name = `ends-${step.toLowerCase()}`;
      await workshop.createJob(name);
      await workshop.run(name, {
        readFeatures: createFakeSource({ pieceCount: 1, characterCount: 10 }),
      });
      const textBefore = await workshop.readText(name);
      const failingStep = async () => {
        throw new Error('The store is closed.');
      };
      const outcome = await workshop.run(
        name,
        { store: { ...workshop.store, [step]: failingStep } },
        { mustStartAgain: true },
      );
      expect(outcome?.state).toBe('broken off');
      expect(await workshop.readText(name)).toBe(textBefore);
      // The next run repeats the step that failed.
      expect((await workshop.run(name))?.state).toBe('finished');
      expect(await workshop.readText(name)).toBe(await writeUninterruptedText());
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
      await workshop.createJob(name);
      await workshop.run(name, {
        readFeatures: createFakeSource({ pieceCount: 1, characterCount: 10 }),
      });
      const textBefore = await workshop.readText(name);
      const featureSource = createFakeSource({
        pieceCount: 7,
        characterCount: 40_000,
        onPiece: (piece) => {
          if (piece !== 3) return;
          workshop.stack.server.faults.add({ when, kind, match: 'insert into export_part' });
        },
      });
      const firstOutcome = await workshop.run(
        name,
        { readFeatures: featureSource },
        { mustStartAgain: true },
      );
      workshop.stack.server.faults.clear();
      expect([firstOutcome?.state, (await workshop.readText(name)) === textBefore]).toEqual([
        'broken off',
        true,
      ]);
      await workshop.run(name);
      expect(await workshop.readText(name)).toBe(await writeUninterruptedText());
    },
  );

  it('fails after three runs without progress, and its upload is aborted', async () => {
    await workshop.createJob('given-up');
    const featureSource = createFailingSource(3, 100);
    const states = [];
    for (let round = 0; round < 3; round += 1)
      states.push((await workshop.run('given-up', { readFeatures: featureSource }))?.state);
    expect(states).toEqual(['broken off', 'broken off', 'failed']);
    expect(await workshop.listUploads()).toEqual([]);
    expect(await workshop.readJob('given-up')).toMatchObject({
      current: null,
      error: 'The source failed.',
    });
    expect((await workshop.run('given-up'))?.state).toBe('finished');
  });

  it('starts from the beginning after one failed run if the store has lost its upload', async () => {
    await workshop.createJob('lost-parts');
    await workshop.run('lost-parts', { readFeatures: createFailingSource(5) });
    const { current } = await workshop.readJob('lost-parts');
    await workshop.store.abortUpload({ key: '', id: current?.uploadId ?? '' });
    expect((await workshop.run('lost-parts'))?.state).toBe('broken off');
    expect((await workshop.run('lost-parts'))?.state).toBe('finished');
    expect(await workshop.readText('lost-parts')).toBe(await writeUninterruptedText());
  });
});

describe('an export that takes longer than a function may run', () => {
  it('is written by several runs, each of which continues where the previous one stopped', async () => {
    await workshop.createJob('long');
    const expectedText = await writeUninterruptedText();
    const states = [];
    for (let round = 0; round < 10; round += 1) {
      let timeChecks = 0;
      const outcome = await workshop.run('long', { hasTimeLeft: () => (timeChecks += 1) < 3 });
      states.push(outcome?.state);
      if (outcome?.state === 'finished') break;
      expect(await workshop.listFiles('long')).toEqual([]);
    }
    expect(states.length).toBeGreaterThan(2);
    expect([new Set(states.slice(0, -1)), states.at(-1)]).toEqual([
      new Set(['unfinished']),
      'finished',
    ]);
    expect(await workshop.readText('long')).toBe(expectedText);
  });

  it('is reported as broken off if the time is too short for one part', async () => {
    await workshop.createJob('no-time');
    expect(await workshop.run('no-time', { hasTimeLeft: () => false })).toMatchObject({
      state: 'broken off',
    });
    expect((await workshop.readJob('no-time')).error).toContain('No part of the file');
  });
});

describe('two runs of one job', () => {
  it('do not disturb each other: the second run does nothing while the first run has the lease', async () => {
    await workshop.createJob('twice');
    const secondOutcomes: unknown[] = [];
    const featureSource = createFakeSource({
      pieceCount: 7,
      characterCount: 40_000,
      onPiece: async () => void secondOutcomes.push(await workshop.run('twice')),
    });
    expect((await workshop.run('twice', { readFeatures: featureSource }))?.state).toBe('finished');
    expect(new Set(secondOutcomes)).toEqual(new Set([undefined]));
    expect(await workshop.readText('twice')).toBe(await writeUninterruptedText());
  });

  it('write one file if the second run is forced: the first run notices it and stops', async () => {
    await workshop.createJob('taken-over');
    let secondOutcome: unknown;
    const featureSource = createFakeSource({
      pieceCount: 7,
      characterCount: 40_000,
      onPiece: async (piece) => {
        if (piece === 4) secondOutcome = await workshop.run('taken-over', {}, { isForced: true });
      },
    });
    expect((await workshop.run('taken-over', { readFeatures: featureSource }))?.state).toBe('lost');
    expect(secondOutcome).toMatchObject({ state: 'finished' });
    expect(await workshop.readText('taken-over')).toBe(await writeUninterruptedText());
    expect(await workshop.readJob('taken-over')).toMatchObject({ error: null, leasedUntil: null });
  });

  it('follow each other: the second run needs an expired lease, or the same owner as the first', async () => {
    await workshop.createJob('expired');
    await workshop.execute(
      `update export_job set lease_token = gen_random_uuid(), lease_owner = 'killed', leased_until = clock_timestamp() + interval '5 minutes' where name = 'expired'`,
    );
    expect(await workshop.run('expired')).toBeUndefined();
    expect((await workshop.run('expired', {}, { owner: 'killed' }))?.state).toBe('finished');
    await workshop.execute(
      `update export_job set lease_token = gen_random_uuid(), lease_owner = 'killed', leased_until = clock_timestamp() - interval '1 second' where name = 'expired'`,
    );
    expect((await workshop.run('expired'))?.state).toBe('skipped');
  });
});
