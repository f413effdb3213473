import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { buildAssets, type Asset } from '../../../infra/build/assets.ts';

const position = z.tuple([z.number(), z.number()]);
const outlinesSchema = z.object({
  geometries: z.tuple([
    z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(z.array(position))) }),
    z.object({ type: z.literal('MultiLineString'), coordinates: z.array(z.array(position)) }),
  ]),
});

let assets: readonly Asset[];
beforeAll(async () => {
  ({ assets } = await buildAssets());
});

const textOf = (beginning: RegExp): string =>
  Buffer.from(assets.find(({ name }) => beginning.test(name))?.content ?? []).toString('utf8');

describe('the static files of pages', () => {
  it('have names with a hash of their content', () => {
    expect(
      assets.filter(({ name }) => !/^[a-z0-9-]+-[A-Z0-9]{8}\.(js|css|json)$/.test(name)),
    ).toEqual([]);
  });

  it('have the map library in files of its own, so that our scripts, with the formatter of words, are small', () => {
    const scripts = assets.filter(({ name }) => name.endsWith('.js'));
    const large = scripts.filter(({ content }) => content.length > 50_000);
    expect(large.map(({ name }) => name.replace(/-[A-Z0-9]{8}\.js$/, '')).toSorted()).toEqual([
      'chunk',
      'map-worker',
    ]);
  });

  it('name the licence of the library', () => {
    expect(textOf(/^chunk-/)).toContain('@license 3-Clause BSD');
  });
});

describe.each(['world-outlines', 'detailed-world-outlines'])('the file %s', (purpose) => {
  const readOutlines = () => outlinesSchema.parse(JSON.parse(textOf(new RegExp(`^${purpose}-`))));

  it('has lines that do not jump from one side of the world to the other', () => {
    const [land, borders] = readOutlines().geometries;
    const lines = [...land.coordinates.flat(), ...borders.coordinates];
    const jumps = lines.flatMap((line) =>
      line.filter(([longitude, latitude], index) => {
        const [previousLongitude] = line[index - 1] ?? [longitude];
        // The ring of Antarctica is closed along the south pole, from one side to the other.
        return latitude > -90 && Math.abs(longitude - previousLongitude) > 180;
      }),
    );
    expect(jumps).toEqual([]);
    expect(lines.length).toBeGreaterThan(100);
  });

  it('has closed rings', () => {
    const [land] = readOutlines().geometries;
    expect(
      land.coordinates.flat().filter((ring) => String(ring[0]) !== String(ring.at(-1))),
    ).toEqual([]);
  });
});
