import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { readRecordTexts } from '../../../infra/cli/import/resources/read-record-texts.ts';
import { testPackages } from '../../support/test-packages.ts';
import { mapConcurrently } from '../../support/map-concurrently.ts';
import { takeSample } from '../../support/random/take-sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';

const tile = z.strictObject({
  tileid: z.uuid(),
  data: z.record(z.string(), z.unknown()),
  nodegroup_id: z.uuid(),
  parenttile_id: z.uuid().nullable(),
  resourceinstance_id: z.uuid(),
  sortorder: z.number().int().nullable(),
  provisionaledits: z.unknown(),
});

const record = z.object({
  resourceinstance: z.object({
    graph_id: z.uuid(),
    resourceinstanceid: z.uuid(),
    legacyid: z.string().nullable(),
  }),
  tiles: z.array(tile),
});

const businessData = z.strictObject({
  business_data: z.strictObject({ resources: z.array(record) }),
});

type Record = z.output<typeof record>;

describe.each(testPackages)('GET /resources/{id} on $name', ({ content, files }) => {
  let service: TestService;
  /** The records that went in. */
  let stored: readonly string[];
  let sample: readonly Record[];

  beforeAll(async () => {
    service = await openTestService(content);
    const texts = await Promise.all(
      files.map((file) => Array.fromAsync(readRecordTexts(file), (one) => one.text)),
    );
    stored = texts.flat();
    sample = takeSample(stored, 60).map((text) => record.parse(JSON.parse(text)));
  });

  afterAll(async () => service?.close());

  const get = async (id: string, query = 'format=json&hidden=false'): Promise<Record> => {
    const document = businessData.parse(await service.fetchJson(`/resources/${id}?${query}`));
    const [found] = document.business_data.resources;
    if (found === undefined) throw new Error(`${id} has no record.`);
    return found;
  };
  const first = (): string => sample[0]?.resourceinstance.resourceinstanceid ?? '';

  it('asks an anonymous caller for a token while the instance is closed', async () => {
    const response = await service.fetch(`/resources/${first()}?format=json`);
    expect(response.status).toBe(401);
    expect(response.headers.get('x-amzn-remapped-www-authenticate')).toBe('Bearer');
  });

  describe('on an open instance', () => {
    let found: readonly Record[];

    beforeAll(async () => {
      await service.openToGuest();
      found = await mapConcurrently(sample, ({ resourceinstance }) =>
        get(resourceinstance.resourceinstanceid),
      );
    });

    it('gives every resource instance with exactly the tiles that went in', () => {
      expect(stored.length).toBeGreaterThan(50);
      const byId = (one: { tileid: string }, other: { tileid: string }): number =>
        one.tileid < other.tileid ? -1 : 1;
      const sorted = ({ resourceinstance, tiles }: Record) => ({
        resourceinstance,
        tiles: tiles.toSorted(byId),
      });
      expect(found.map(sorted)).toEqual(sample.map(sorted));
    });

    it('gives parents before their children', () => {
      const late: string[] = [];
      for (const { tiles } of found) {
        const places = new Map(tiles.map(({ tileid }, place) => [tileid, place]));
        const isLate = (
          { parenttile_id: parent }: (typeof tiles)[number],
          place: number,
        ): boolean => parent !== null && (places.get(parent) ?? Number.MAX_VALUE) >= place;
        late.push(...tiles.filter(isLate).map(({ tileid }) => tileid));
      }
      expect(late).toEqual([]);
    });

    it('gives the same bytes each time', async () => {
      const text = async (): Promise<string> =>
        (await service.fetch(`/resources/${first()}?format=json`)).text();
      expect(await text()).toBe(await text());
    });

    it('makes one Data API call', async () => {
      await get(first());
      expect(await service.countCalls(() => get(first()))).toBe(1);
      expect(
        await service.countCalls(() =>
          service.fetchJson(`/resources/${first()}?format=service-json`),
        ),
      ).toBe(1);
    });

    it('takes the id in any letter case', async () => {
      expect(await get(first().toUpperCase())).toEqual(await get(first()));
    });

    it('knows service-json under both of its names', async () => {
      const ours = await service.fetchJson(`/resources/${first()}?format=service-json`);
      expect(ours).toMatchObject({
        resourceinstanceid: first(),
        graph_publication_id: expect.any(String),
      });
      expect(await service.fetchJson(`/resources/${first()}?format=arches-json`)).toEqual(ours);
    });

    it('names the resource in service-json by the template of its graph', async () => {
      const document = await service.fetchJson(`/resources/${first()}?format=service-json`);
      const { name, displayname } = z
        .object({ name: z.string(), displayname: z.string() })
        .parse(document);
      expect(name).not.toBe('');
      expect(displayname).toBe(name);
    });

    it('answers 404 to an unknown id and to what is no id, alike', async () => {
      const unknown = await service.fetch(`/resources/${crypto.randomUUID()}?format=json`);
      const noId = await service.fetch('/resources/castle?format=json');
      expect([unknown.status, noId.status]).toEqual([404, 404]);
      expect(z.object({ detail: z.string() }).parse(await unknown.json()).detail).toBe(
        z.object({ detail: z.string() }).parse(await noId.json()).detail,
      );
    });

    it('indents without changing a value', async () => {
      const response = await service.fetch(`/resources/${first()}?format=json&indent=2`);
      const text = await response.text();
      expect(text).toMatch(/^\{\n {2}"business_data"/);
      expect(JSON.parse(text)).toEqual(
        await service.fetchJson(`/resources/${first()}?format=json`),
      );
    });
  });
});
