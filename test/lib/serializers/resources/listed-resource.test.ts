import { expect, it } from 'vitest';

import { writeListedResource } from '../../../../lib/serializers/resources/listed-resource.ts';
import { strictResource } from '../graphs/strict-types.ts';

const header = {
  resourceId: '00000000-0000-4000-8000-000000000001',
  graphId: '00000000-0000-4000-8000-000000000002',
  legacyId: null,
  publicationId: '00000000-0000-4000-8000-000000000003',
  descriptors: {
    en: { name: 'Old Mill', description: 'It stands.' },
    de: { name: 'Alte Mühle', description: '' },
  },
};

it('a listed resource instance has each descriptor in the first requested language with a text', () => {
  const text = writeListedResource({ header, tiles: '[]' }, ['de', 'en']);
  expect(strictResource.parse(JSON.parse(text)).resourceinstance).toMatchObject({
    name: 'Alte Mühle',
    descriptors: { name: 'Alte Mühle', description: 'It stands.' },
  });
});

it('a listed resource instance has the account of each provisional edit, and keeps every digit', () => {
  const createTile = (edits: string): string =>
    `{"tileid":"t","data":{"n":12345678901234567890.10,"m":"\\"provisionaledits\\":{"},"nodegroup_id":"g","resourceinstance_id":"r","provisionaledits":${edits}}`;
  const edits = '{"3":{"value":{"n":1.0},"status":"review"}}';
  const text = writeListedResource(
    { header, tiles: `[${createTile(edits)},${createTile('null')}]` },
    ['en'],
  );
  expect(strictResource.parse(JSON.parse(text)).tiles).toMatchObject([
    { provisionaledits: [{ user: '3', status: 'review' }] },
    { provisionaledits: null },
  ]);
  expect(text.match(/12345678901234567890\.10/g)).toHaveLength(2);
});
