import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openCsvWorkshop, type CsvWorkshop } from './csv-workshop.ts';
import { forgeId } from './forge-model.ts';

let workshop: CsvWorkshop;
beforeAll(async () => {
  workshop = await openCsvWorkshop();
});
afterAll(async () => workshop.close());

/** Makes a mapping of headings to nodes of the model of forges. */
const mapHeadings = (nodes: Readonly<Record<string, number>>) => ({
  resource_model_id: forgeId(1),
  nodes: Object.entries(nodes).map(([heading, node]) => ({
    arches_nodeid: forgeId(node),
    file_field_name: heading,
  })),
});

/** Reads the texts by language of each tile. */
const readTexts = async (legacyId: string) => {
  const tiles = await workshop.readTiles(legacyId);
  return tiles.map((values) =>
    values.map(([, value]) =>
      Object.fromEntries(
        Object.entries(Object(value)).map(([tag, entry]) => [tag, Object(entry)['value']]),
      ),
    ),
  );
};

describe('a language in a heading of CSV', () => {
  it('need not exist in the service, with a warning once per column', async () => {
    const text = [
      'ResourceID,Name (en),Name (en-US),Name (cy),Name (de_CH),Name (HE)',
      'a-1,British,American,Cymraeg,Deutsch,עברית',
      'a-2,British,American,Cymraeg,Deutsch,עברית',
    ].join('\n');
    const { codes, problems } = await workshop.importCsv(text, { name: 'forges' });
    const texts = {
      en: 'British',
      'en-US': 'American',
      cy: 'Cymraeg',
      'de-CH': 'Deutsch',
      he: 'עברית',
    };
    expect(await readTexts('a-1')).toEqual([[texts]]);
    expect(await readTexts('a-2')).toEqual([[texts]]);
    // The default language en-US is the only one that the service has.
    expect(codes).toEqual(['new_language', 'new_language', 'new_language', 'new_language']);
    expect(problems.map(({ pointer, severity }) => [severity, pointer])).toEqual([
      ['warning', '/Name (en)'],
      ['warning', '/Name (cy)'],
      ['warning', '/Name (de_CH)'],
      ['warning', '/Name (HE)'],
    ]);
    const again = await workshop.importCsv(text, { name: 'forges' });
    expect(again).toMatchObject({ codes: [], imported: { created: 0, updated: 0 } });
  });

  it('that is not registered is an error', async () => {
    const { codes } = await workshop.importCsv('ResourceID,Name (xx)\nb-1,Forge', {
      name: 'forges',
    });
    expect(codes).toEqual(['unknown_language']);
  });

  it('is not lost if a column without a language has the texts of the default language', async () => {
    const text = 'ResourceID,Name,Name (en-US)\nc-1,One,Other';
    await workshop.importCsv(text, { name: 'forges' });
    expect(await readTexts('c-1')).toEqual([[{ 'en-US': 'One' }], [{ 'en-US': 'Other' }]]);
  });
});

describe('a language in a mapped heading of CSV', () => {
  it.each([
    ['differ by their languages alone', 'd-1', 'title (kw)', 'title (br)'],
    ['differ by a language that only one of them has', 'd-2', 'title', 'title (br)'],
  ])('is read where two columns of a node %s', async (_case, key, one, other) => {
    const name = `mapped-${key}`;
    const mapping = mapHeadings({ [one]: 3, [other]: 3 });
    await workshop.importCsv(`ResourceID,${one},${other}\n${key},Un,Eil`, { name, mapping });
    const tag = one === 'title' ? 'en-US' : 'kw';
    expect(await readTexts(key)).toEqual([[{ [tag]: 'Un', br: 'Eil' }]]);
  });

  it('is read in one column if the service has the language', async () => {
    await workshop.importCsv('ResourceID,Name (gd)\ne-1,Ceàrdach', { name: 'forges' });
    const mapping = mapHeadings({ 'Title (gd)': 3 });
    const { codes } = await workshop.importCsv('ResourceID,Title (gd)\ne-2,Muileann', {
      name: 'mapped-gd',
      mapping,
    });
    expect(codes).toEqual([]);
    expect(await readTexts('e-2')).toEqual([[{ gd: 'Muileann' }]]);
  });

  it('is not read elsewhere: units of measurement are registered languages, too', async () => {
    const mapping = mapHeadings({ 'Area (ha)': 5, 'Length (km)': 5, 'Built (km)': 4 });
    const { codes } = await workshop.importCsv(
      'ResourceID,Area (ha),Length (km),Built (km)\nf-1,12,3,1850-03-31',
      { name: 'mapped-units', mapping },
    );
    expect(codes).toEqual([]);
    expect(await readTexts('f-1')).toContainEqual([{ 'en-US': '12' }]);
    expect(await readTexts('f-1')).toContainEqual([{ 'en-US': '3' }]);
  });
});
