import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { readRecordTexts } from '../../../infra/cli/import/resources/read-record-texts.ts';
import { testPackages } from '../../support/test-packages.ts';
import { mapConcurrently } from '../../support/map-concurrently.ts';
import { takeSample } from '../../support/random/take-sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';

const tileSchema = z.strictObject({
  tileid: z.uuid(),
  data: z.record(z.string(), z.unknown()),
  nodegroup_id: z.uuid(),
  parenttile_id: z.uuid().nullable(),
  resourceinstance_id: z.uuid(),
  sortorder: z.number().int().nullable(),
  provisionaledits: z.unknown(),
});

const recordSchema = z.object({
  resourceinstance: z.object({
    graph_id: z.uuid(),
    resourceinstanceid: z.uuid(),
    legacyid: z.string().nullable(),
  }),
  tiles: z.array(tileSchema),
});

const businessDataSchema = z.strictObject({
  business_data: z.strictObject({ resources: z.array(recordSchema) }),
});

type ResourceRecord = z.output<typeof recordSchema>;

describe.each(testPackages)('GET /resources/{id} on $name', ({ content, files }) => {
  let service: TestService;
  /** The imported records, as JSON. */
  let importedTexts: readonly string[];
  let sampleRecords: readonly ResourceRecord[];

  beforeAll(async () => {
    service = await openTestService(content);
    const texts = await Promise.all(
      files.map((file) => Array.fromAsync(readRecordTexts(file), (one) => one.text)),
    );
    importedTexts = texts.flat();
    sampleRecords = takeSample(importedTexts, 60).map((text) =>
      recordSchema.parse(JSON.parse(text)),
    );
  });

  afterAll(async () => service?.close());

  const get = async (id: string, query = 'format=json&hidden=false'): Promise<ResourceRecord> => {
    const document = businessDataSchema.parse(await service.fetchJson(`/resources/${id}?${query}`));
    const [foundRecord] = document.business_data.resources;
    if (foundRecord === undefined) throw new Error(`${id} has no record.`);
    return foundRecord;
  };
  const firstId = (): string => sampleRecords[0]?.resourceinstance.resourceinstanceid ?? '';

  it('answers an anonymous caller with 401 while the instance is closed', async () => {
    const response = await service.fetch(`/resources/${firstId()}?format=json`);
    expect(response.status).toBe(401);
    expect(response.headers.get('x-amzn-remapped-www-authenticate')).toBe('Bearer');
  });

  describe('on an open instance', () => {
    let foundRecords: readonly ResourceRecord[];

    beforeAll(async () => {
      await service.openToGuest();
      foundRecords = await mapConcurrently(sampleRecords, ({ resourceinstance }) =>
        get(resourceinstance.resourceinstanceid),
      );
    });

    it('returns resource instances with exactly the imported tiles', () => {
      expect(importedTexts.length).toBeGreaterThan(50);
      const compareIds = (one: { tileid: string }, other: { tileid: string }): number =>
        one.tileid < other.tileid ? -1 : 1;
      const withSortedTiles = ({ resourceinstance, tiles }: ResourceRecord) => ({
        resourceinstance,
        tiles: tiles.toSorted(compareIds),
      });
      expect(foundRecords.map(withSortedTiles)).toEqual(sampleRecords.map(withSortedTiles));
    });

    it('returns parent tiles before their children', () => {
      const lateTileIds: string[] = [];
      for (const { tiles } of foundRecords) {
        const positions = new Map(tiles.map(({ tileid }, position) => [tileid, position]));
        const isBeforeParent = (
          { parenttile_id: parent }: (typeof tiles)[number],
          position: number,
        ): boolean => parent !== null && (positions.get(parent) ?? Number.MAX_VALUE) >= position;
        lateTileIds.push(...tiles.filter(isBeforeParent).map(({ tileid }) => tileid));
      }
      expect(lateTileIds).toEqual([]);
    });

    it('returns the same bytes each time', async () => {
      const readText = async (): Promise<string> =>
        (await service.fetch(`/resources/${firstId()}?format=json`)).text();
      expect(await readText()).toBe(await readText());
    });

    it('makes one Data API call', async () => {
      await get(firstId());
      expect(await service.countCalls(() => get(firstId()))).toBe(1);
      expect(
        await service.countCalls(() =>
          service.fetchJson(`/resources/${firstId()}?format=service-json`),
        ),
      ).toBe(1);
    });

    it('accepts the id in any letter case', async () => {
      expect(await get(firstId().toUpperCase())).toEqual(await get(firstId()));
    });

    it('returns the same document for the formats service-json and arches-json', async () => {
      const document = await service.fetchJson(`/resources/${firstId()}?format=service-json`);
      expect(document).toMatchObject({
        resourceinstanceid: firstId(),
        graph_publication_id: expect.any(String),
      });
      expect(await service.fetchJson(`/resources/${firstId()}?format=arches-json`)).toEqual(
        document,
      );
    });

    it('contains the same text as name and displayname in service-json', async () => {
      const document = await service.fetchJson(`/resources/${firstId()}?format=service-json`);
      const { name, displayname } = z
        .object({ name: z.string(), displayname: z.string() })
        .parse(document);
      expect(name).not.toBe('');
      expect(displayname).toBe(name);
    });

    it('answers 404 with the same detail for an unknown id and for a malformed id', async () => {
      const unknownAnswer = await service.fetch(`/resources/${crypto.randomUUID()}?format=json`);
      const malformedAnswer = await service.fetch('/resources/castle?format=json');
      expect([unknownAnswer.status, malformedAnswer.status]).toEqual([404, 404]);
      expect(z.object({ detail: z.string() }).parse(await unknownAnswer.json()).detail).toBe(
        z.object({ detail: z.string() }).parse(await malformedAnswer.json()).detail,
      );
    });

    it('indents without changing a value', async () => {
      const response = await service.fetch(`/resources/${firstId()}?format=json&indent=2`);
      const text = await response.text();
      expect(text).toMatch(/^\{\n {2}"business_data"/);
      expect(JSON.parse(text)).toEqual(
        await service.fetchJson(`/resources/${firstId()}?format=json`),
      );
    });
  });
});
