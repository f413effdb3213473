import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { readSample, valuesOf } from './read-sample.ts';

const sample = await readSample();
const resourceIds = new Set<string>(sample.records.map(({ resource }) => resource.resource_id));
const memberships = new Set(
  sample.thesaurus.relations
    .filter(({ relationType }) => relationType === 'member')
    .map(({ fromId, toId }) => `${fromId} ${toId}`),
);
const conceptOfValue = new Map<string, string>(
  sample.thesaurus.values.map(({ valueId, conceptId }) => [valueId, conceptId]),
);

const optionList = z.object({ options: z.array(z.object({ id: z.uuid() })) });
const references = z.array(z.looseObject({ resourceId: z.uuid(), resourceXresourceId: z.uuid() }));
const texts = z.record(
  z.string(),
  z.object({ value: z.string().min(1), direction: z.enum(['ltr', 'rtl']) }),
);

describe('Values of the sample', () => {
  it('of concept nodes are ids of values whose concept is in the collection of the node', () => {
    const invalidValues = ['concept', 'concept-list']
      .flatMap((datatype) => valuesOf(sample, datatype))
      .flatMap(({ node, value }) => [value].flat().map((id) => ({ node, id: String(id) })))
      .filter(({ node, id }) => {
        const conceptId = conceptOfValue.get(id) ?? 'none';
        return !memberships.has(`${String(node.config['rdmCollection'])} ${conceptId}`);
      });
    expect(invalidValues).toEqual([]);
  });

  it('of domain nodes are options of their node', () => {
    const invalidValues = ['domain-value', 'domain-value-list']
      .flatMap((datatype) => valuesOf(sample, datatype))
      .filter(({ node, value }) => {
        const ids = new Set(optionList.parse(node.config).options.map(({ id }) => id));
        return ![value].flat().every((id) => ids.has(String(id)));
      });
    expect(invalidValues).toEqual([]);
  });

  it('that refer to resource instances refer to existing ones', () => {
    const foundReferences = ['resource-instance', 'resource-instance-list']
      .flatMap((datatype) => valuesOf(sample, datatype))
      .flatMap(({ value }) => references.parse(value));
    expect(foundReferences.filter(({ resourceId }) => !resourceIds.has(resourceId))).toEqual([]);
    const ids = foundReferences.map(({ resourceXresourceId }) => resourceXresourceId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('of strings consist of texts with directions, in six languages overall', () => {
    const languages = valuesOf(sample, 'string').map(({ value }) =>
      Object.keys(texts.parse(value)),
    );
    const used = new Set(languages.flat());
    expect([...used].toSorted()).toEqual(['ar-EG', 'de-DE', 'en-US', 'es-ES', 'fr-FR', 'ja-JP']);
  });

  it('of dates are days, months or years of the proleptic Gregorian calendar', () => {
    const dates = valuesOf(sample, 'date').map(({ value }) => value);
    expect(dates.filter((date) => !/^\d{4}(-\d\d(-\d\d)?)?$/.test(String(date)))).toEqual([]);
  });

  it('of uncertain dates are in Extended Date/Time Format', () => {
    const part = String.raw`-?[\dX]{4}(-\d\d(-\d\d)?)?[~?%]?`;
    const edtf = new RegExp(String.raw`^${part}(/(${part}|\.\.))?$`);
    const dates = valuesOf(sample, 'edtf').map(({ value }) => String(value));
    expect(dates.filter((date) => !edtf.test(date))).toEqual([]);
  });

  it('in the first tile of every resource instance mark its name as the primary name', () => {
    const [primaryNameType] = sample.thesaurus.values
      .filter(({ text, language }) => text === 'Primary name' && language === 'en-US')
      .map(({ valueId }) => valueId);
    const valuesOfFirstTiles = sample.records.map(({ tiles }) =>
      Object.values(tiles[0]?.data ?? {}),
    );
    expect(valuesOfFirstTiles.filter((values) => !values.includes(primaryNameType))).toEqual([]);
  });
});
