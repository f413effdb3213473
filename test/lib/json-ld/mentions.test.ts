import { describe, expect, it } from 'vitest';

import type { IncomingNode, IncomingValue } from '../../../lib/json-ld/incoming-value.ts';
import { collectMentions } from '../../../lib/json-ld/collect-mentions.ts';

const firstUuid = '0d3a7c2e-6f0b-4a9e-8a56-1b9a2f3c4d5e';
const secondUuid = '11111111-2222-3333-4444-555555555555';
const thirdUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

function node(id: string, ...values: readonly IncomingValue[]): IncomingNode {
  const properties = values.length === 0 ? [] : [{ predicate: 'urn:x:p', values, pointer: '' }];
  return { kind: 'node', id, types: [`urn:x:${thirdUuid}`], properties, pointer: '' };
}

const text = (value: string): IncomingValue => ({ kind: 'literal', value, pointer: '' });

describe('the mentions of a document', () => {
  it('include each UUID in its ids and texts once, in lower case', () => {
    const document = node(
      `https://h.test/tile/${firstUuid}/node/${secondUuid.toUpperCase()}`,
      text(`["${firstUuid.toUpperCase()}", {"resourceId": "${thirdUuid}"}]`),
      node('', text(secondUuid)),
    );
    expect(new Set(collectMentions(document).uuids)).toEqual(
      new Set([firstUuid, secondUuid, thirdUuid]),
    );
    expect(collectMentions(document).uuids).toHaveLength(3);
  });

  it('do not include UUIDs inside longer words', () => {
    expect(
      collectMentions(
        node('', text(`a${firstUuid}`), text(`${firstUuid}0`), text(firstUuid.slice(1))),
      ).uuids,
    ).toEqual([]);
  });

  it('include each IRI of a node, and each text that is a web address, once', () => {
    const document = node(
      'https://h.test/resources/1',
      node('urn:x:1', text('http://vocab.getty.edu/aat/300133025')),
      node('http://vocab.getty.edu/aat/300133025'),
      text('HTTPS://example.org'),
      text('see https://example.org/a'),
      text('https://example.org/a b'),
      text('http://'),
      text('urn:x:2'),
      node(''),
    );
    expect(collectMentions(document).iris.toSorted()).toEqual([
      'HTTPS://example.org',
      'http://vocab.getty.edu/aat/300133025',
      'https://h.test/resources/1',
      'urn:x:1',
    ]);
  });

  it('include the web addresses in a list that is one text', () => {
    const document = node('', text('["http://woods.test/oak", "http:\\/\\/woods.test\\/elm"]'));
    expect(collectMentions(document).iris).toEqual([
      'http://woods.test/oak',
      'http://woods.test/elm',
    ]);
  });

  it('are found at any depth', () => {
    let document = node(firstUuid);
    for (let level = 0; level < 100_000; level += 1) document = node('', document);
    expect(collectMentions(document)).toEqual({ uuids: [firstUuid], iris: [firstUuid] });
  });
});
