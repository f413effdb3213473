import { describe, expect, it } from 'vitest';

import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { languageLiteral, literal } from '../../../../lib/rdf/terms.ts';
import {
  datatypeNode,
  createReadContext,
  writeContext,
  validationContext,
} from './golden-world.ts';

const reference = datatypeOf('reference');
const node = datatypeNode({
  config: { controlledList: '0a000000-0000-4000-8000-000000000001', multiValue: true },
  ontologyClass: null,
});

const oak = { uri: 'https://lists.test/oak', list_id: 'list', labels: [], note: 'kept' };
const createItemNode = (id: string) => ({ kind: 'node', id, types: [], properties: [] }) as const;

describe('a controlled list item', () => {
  it('keeps its stored members when it is read', () => {
    const result = reference.linkedCodec.read(
      [createItemNode('https://lists.test/beech'), createItemNode(oak.uri)],
      node,
      createReadContext([oak]),
    );
    expect(result).toMatchObject({
      kind: 'value',
      value: [{ uri: 'https://lists.test/beech' }, oak],
    });
  });

  it('that is new gets the labels of the document and the list of the node', () => {
    const labels = [languageLiteral('hêtre', 'fr'), literal('beech')];
    const beech = {
      ...createItemNode('https://lists.test/beech'),
      properties: [{ predicate: 'http://www.w3.org/2000/01/rdf-schema#label', values: labels }],
    };
    const result = reference.linkedCodec.read([beech], node, createReadContext(null));
    const value = [
      {
        uri: 'https://lists.test/beech',
        list_id: '0a000000-0000-4000-8000-000000000001',
        labels: [
          { value: 'hêtre', language_id: 'fr', valuetype_id: 'prefLabel' },
          { value: 'beech', language_id: 'en', valuetype_id: 'prefLabel' },
        ],
      },
    ];
    expect(result).toEqual({ kind: 'value', value });
    expect(reference.validate(value, node, validationContext)).toEqual([]);
  });

  it('without a URI is identified by its id, or else by its position', () => {
    const item_id = '0E000000-0000-4000-8000-000000000001';
    const items = [
      { uri: null, labels: [{ list_item_id: item_id }] },
      { uri: '/items/oak', labels: [] },
    ];
    const itemNodes = reference.linkedCodec.write(items, node, writeContext);
    expect(itemNodes).toMatchObject([
      { id: `urn:uuid:${item_id.toLowerCase()}` },
      { id: `${writeContext.nodeUri}#1` },
    ]);
    expect(reference.linkedCodec.read(itemNodes, node, createReadContext(items))).toEqual({
      kind: 'value',
      value: items,
    });
  });

  it('is reported if its position does not exist', () => {
    const result = reference.linkedCodec.read(
      [createItemNode(`${writeContext.nodeUri}#1`)],
      node,
      createReadContext([oak]),
    );
    expect(result).toMatchObject({ kind: 'problem' });
  });
});

describe('several controlled list items', () => {
  it('are valid only if the node allows them', () => {
    const nodeForOneItem = datatypeNode({ config: {}, ontologyClass: null });
    const items = [oak, { ...oak, uri: 'https://lists.test/beech' }];
    expect(reference.validate(items, node, validationContext)).toEqual([]);
    expect(reference.validate(items, nodeForOneItem, validationContext)).toMatchObject([
      { code: 'too_many_items', pointer: '' },
    ]);
  });
});
