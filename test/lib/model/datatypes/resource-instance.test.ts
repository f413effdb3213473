import { describe, expect, it } from 'vitest';

import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import type { DatatypeNode } from '../../../../lib/model/datatypes/datatype.ts';
import {
  datatypeNode,
  fromRdfContext,
  nameless,
  oldMill,
  invisibleResource,
} from './golden-world.ts';

const resourceInstance = datatypeOf('resource-instance');

const createNode = (...graphs: readonly unknown[]): DatatypeNode =>
  datatypeNode({ config: { graphs }, ontologyClass: null });

const createUriNode = (id: string) => ({ kind: 'node', id, types: [], properties: [] }) as const;

const readReferences = (ids: readonly string[], stored: unknown = null, node = createNode()) =>
  resourceInstance.linkedCodec.read(ids.map(createUriNode), node, fromRdfContext(stored));

const newReference = (resourceId: string) => ({
  resourceId,
  ontologyProperty: '',
  inverseOntologyProperty: '',
  resourceXresourceId: '',
});

const storedReference = {
  resourceId: oldMill,
  ontologyProperty: 'http://www.cidoc-crm.org/cidoc-crm/P46_is_composed_of',
  inverseOntologyProperty: '',
  resourceXresourceId: '0d000000-0000-4000-8000-000000000001',
};

describe('reading a reference', () => {
  it('accepts a UUID, and URIs of this service with the present or a former base URL', () => {
    for (const uri of [
      `https://heritage.test/resources/${oldMill}`,
      `https://heritage.test/resources/${oldMill.toUpperCase()}/`,
      `http://former.test:8000/heritage/resources/${oldMill}`,
      `urn:uuid:${oldMill}`,
    ]) {
      expect(readReferences([uri])).toEqual({ kind: 'value', value: [newReference(oldMill)] });
    }
  });

  it('reports any other URI', () => {
    for (const uri of [
      `https://elsewhere.test/resources/${oldMill}`,
      `https://heritage.test/concepts/${oldMill}`,
      'https://heritage.test/resources/mill',
    ]) {
      expect(readReferences([uri])).toEqual({
        kind: 'problem',
        message: expect.stringContaining(uri),
      });
    }
  });

  it('keeps the stored members of a reference to the same resource instance', () => {
    expect(
      readReferences([`urn:uuid:${invisibleResource}`, `urn:uuid:${oldMill}`], [storedReference]),
    ).toEqual({
      kind: 'value',
      value: [newReference(invisibleResource), storedReference],
    });
  });

  it('keeps the form of older data: ids without members, or one value without a list', () => {
    expect(readReferences([`urn:uuid:${invisibleResource}`], [oldMill])).toEqual({
      kind: 'value',
      value: [invisibleResource],
    });
    expect(readReferences([`urn:uuid:${invisibleResource}`], oldMill)).toEqual({
      kind: 'value',
      value: invisibleResource,
    });
    expect(readReferences([`urn:uuid:${invisibleResource}`], storedReference)).toEqual({
      kind: 'value',
      value: newReference(invisibleResource),
    });
  });

  it('reads repeated references once', () => {
    const uri = `urn:uuid:${nameless}`;
    expect(readReferences([uri, uri])).toEqual({ kind: 'value', value: [newReference(nameless)] });
  });

  it('copies the relation properties from the only model that the node allows', () => {
    const graphid = '90000000-0000-4000-8000-000000000001';
    const relation = {
      graphid,
      ontologyProperty: 'p',
      inverseOntologyProperty: 'q',
      relationshipConcept: 'c',
      inverseRelationshipConcept: 'd',
    };
    const readWithGraphs = (...graphs: readonly unknown[]) =>
      readReferences([`urn:uuid:${oldMill}`], null, createNode(...graphs));
    const reference = newReference(oldMill);
    expect(readWithGraphs(relation)).toEqual({
      kind: 'value',
      value: [{ ...reference, ontologyProperty: 'p', inverseOntologyProperty: 'q' }],
    });
    expect(readWithGraphs({ ...relation, useOntologyRelationship: false })).toEqual({
      kind: 'value',
      value: [{ ...reference, ontologyProperty: 'c', inverseOntologyProperty: 'd' }],
    });
    expect(readWithGraphs(relation, { graphid })).toEqual({ kind: 'value', value: [reference] });
  });
});

describe('reading a reference from text', () => {
  const readText = (text: string, value: unknown) =>
    resourceInstance.textCodec.read([text], createNode(), fromRdfContext(value));

  it('keeps the stored reference if the text is the id or URI of the same resource instance', () => {
    for (const text of [oldMill, `https://heritage.test/resources/${oldMill}`]) {
      expect(readText(text, [storedReference])).toEqual({
        kind: 'value',
        value: [storedReference],
      });
    }
  });

  it('reads JSON or an id, and keeps any other text', () => {
    expect(readText(JSON.stringify([storedReference]), null)).toEqual({
      kind: 'value',
      value: [storedReference],
    });
    expect(readText(oldMill, null)).toEqual({ kind: 'value', value: oldMill });
    expect(readText('a mill', [storedReference])).toEqual({ kind: 'value', value: 'a mill' });
  });
});
