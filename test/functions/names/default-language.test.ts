import { readFileSync } from 'node:fs';
import path from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { storeDefaultLanguage } from '../../../infra/cli/instance/queries/default-language.ts';
import { refreshNames } from '../../../lib/writing/dependent-names/refresh-names.ts';
import { queryColumn, runStatement } from '../../support/sample.ts';
import { house } from './house-model.ts';
import { openHouses, type Houses } from './named-houses.ts';

let houses: Houses;

beforeAll(async () => {
  houses = await openHouses();
  await runStatement(houses.service, "insert into language (language_id) values ('de'), ('ja')");
});

beforeEach(async () => {
  await houses.clear();
  await houses.importConcepts({ 1: { ar: 'طاحونة', de: 'Mühle', 'en-US': 'mill' } });
  await houses.importHouses({ 1: { title: 'Old', type: 1 } });
});

afterAll(async () => houses?.service.close());

const migration = readFileSync(
  path.resolve(
    import.meta.dirname,
    '../../../infra/schema/migrations/020-names-in-the-default-language.sql',
  ),
  'utf8',
);

async function readShownName(language: string): Promise<unknown> {
  const response = await houses.writers.reader.sendRequest(
    'GET',
    `/resources/${house(1)}?format=service-json`,
    undefined,
    { 'Accept-Language': language },
  );
  return z.object({ displayname: z.string() }).parse(await response.json()).displayname;
}

const readVersion = (): Promise<readonly string[]> =>
  queryColumn(houses.service, `select version from resource where resource_id = '${house(1)}'`);

describe('a name that is not translated', () => {
  it('is in the default language, not in the first of the alphabet, after an import and a write', async () => {
    const readNames = () => Promise.all(['ja', 'de'].map((tag) => houses.readName(1, tag)));
    expect(await readNames()).toEqual(['Old (mill)', 'Old (Mühle)']);
    await houses.put(1, { title: 'New', type: 1 });
    expect(await readNames()).toEqual(['New (mill)', 'New (Mühle)']);
    await houses.importConcepts({ 1: { ar: 'طاحونة', de: 'Mühle', 'en-US': 'windmill' } });
    await houses.refreshNames();
    expect(await readNames()).toEqual(['New (windmill)', 'New (Mühle)']);
    expect(await readShownName('fr, it;q=0.5')).toBe('New (windmill)');
  });

  it('is computed again after an upgrade, and the old one is served until then', async () => {
    await runStatement(
      houses.service,
      `update resource
set descriptors = jsonb_set(descriptors, '{ja,name,value}', '"Old (طاحونة)"')`,
    );
    await houses.refreshNames();
    const version = await readVersion();
    await houses.service.stack.owner.write({ text: migration, parameters: [] });
    expect(await houses.readMarks()).toEqual(['graph 00100']);
    expect(await readShownName('ja')).toBe('Old (طاحونة)');
    expect(await houses.refreshNames()).toEqual({ computed: 1, changed: 1, isComplete: true });
    expect(await readShownName('ja')).toBe('Old (mill)');
    expect(await readVersion()).toEqual(version);
    expect(await houses.readMarks()).toEqual([]);
  });

  it('follows the default language of the project, when it changes', async () => {
    const { owner, dataApi } = houses.service.stack;
    await owner.write(storeDefaultLanguage('en-US'));
    await houses.refreshNames();
    await owner.write(storeDefaultLanguage('en-US'));
    expect(await houses.readMarks()).toEqual([]);
    await owner.write(storeDefaultLanguage('de'));
    expect(await houses.readMarks()).toEqual(['graph 00100']);
    await refreshNames(dataApi, { language: 'de' });
    expect(await houses.readName(1, 'ja')).toBe('Old (Mühle)');
    await owner.write(storeDefaultLanguage('en-US'));
    await houses.refreshNames();
    expect(await houses.readName(1, 'ja')).toBe('Old (mill)');
  });
});
