import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { dateDatatype } from '../../../lib/model/datatypes/date.ts';
import { datatypeOf } from '../../../lib/model/datatypes/registry.ts';
import { normaliseContext, validationContext } from '../../lib/model/datatypes/golden-world.ts';
import { specimen, specimenPath, specimenTile, thesaurus } from './every-datatype.ts';
import { refusalOf, type Mills } from './mills.ts';
import { openMillsWith } from './mills-with-model.ts';
import type { TestWriter } from './writers.ts';

let mills: Mills;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMillsWith(specimen, thesaurus);
  ({ reviewer } = mills.writers);
});

beforeEach(async () => mills.reset());

afterAll(async () => mills?.service.close());

const put = (datatype: string, value: unknown): Promise<Response> =>
  reviewer.sendRequest('PUT', specimenPath, { tiles: [specimenTile(datatype, value)] });

describe('a node named __proto__', () => {
  it.each(['{}', '"x"', 'null'])('is an unknown node with the value %s', async (value) => {
    await put('number', 1);
    const tile = JSON.stringify(specimenTile('number', 1)).replace(
      '"data":{',
      `"data":{"__proto__":${value},`,
    );
    const answer = await reviewer.sendRequest('PUT', specimenPath, `{"tiles":[${tile}]}`);
    const expected = value === 'null' ? [200, []] : [422, ['unknown_node /tiles/0/data/__proto__']];
    const errors = answer.status === 200 ? [] : (await refusalOf(answer))[2];
    expect([answer.status, errors]).toEqual(expected);
  });
});

describe('the id of an option', () => {
  const option = 'aaaaaaaa-0000-4000-8000-00000000002a';
  const node = {
    nodeId: '',
    ontologyClass: null,
    config: { options: [{ id: option, text: 'a' }] },
  };

  it.each(['domain-value', 'domain-value-list'])('may be in capitals: %s', (name) => {
    const datatype = datatypeOf(name);
    const toValue = (text: string): unknown => (name === 'domain-value' ? text : [text]);
    const sent = toValue(option.toUpperCase());
    expect(datatype.validate(sent, node, validationContext)).toEqual([]);
    expect(datatype.normalise(sent, node, normaliseContext())).toEqual(toValue(option));
    const stored = { ...normaliseContext(), stored: toValue(option.toUpperCase()) };
    const mixed = toValue(`AA${option.slice(2)}`);
    expect(datatype.normalise(mixed, node, stored)).toEqual(toValue(option.toUpperCase()));
    expect(datatype.validate(toValue('other'), node, validationContext)).toHaveLength(1);
  });
});

describe('a dry run that changes only the legacy id', () => {
  it('reports the legacy id before and after', async () => {
    await put('number', 1);
    const tiles = [specimenTile('number', 1)];
    const report = async (legacyid: string) =>
      (await reviewer.sendRequest('PUT', `${specimenPath}&dry_run`, { tiles, legacyid })).json();
    expect(await report('A-1')).toMatchObject({
      change: 'update',
      legacyid: { before: null, after: 'A-1' },
      tiles: { created: [], changed: [], deleted: [] },
    });
    await reviewer.sendRequest('PUT', specimenPath, { tiles, legacyid: 'A-1' });
    expect(await report('A-1')).not.toHaveProperty('legacyid');
    expect(await report('A-2')).toMatchObject({ legacyid: { before: 'A-1', after: 'A-2' } });
  });
});

describe('a date with a zone and no time', () => {
  it.each(['2001-02-03Z', '2001Z', '2001-02+01:00'])(
    'is refused with the advice to remove the zone: %s',
    (value) => {
      const node = { nodeId: '', ontologyClass: null, config: {} };
      const [problem] = dateDatatype.validate(value, node, validationContext);
      expect(problem).toMatchObject({
        code: 'not_a_date',
        message: expect.stringContaining(`Remove the zone: write ${value.replace(/Z|\+.*/, '')}.`),
      });
    },
  );
});
