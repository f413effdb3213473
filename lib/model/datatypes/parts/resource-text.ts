import { isAbsoluteIri } from '../../../rdf/iri.ts';
import { isUuid } from '../../ids.ts';
import type { Reading, ValueText } from '../datatype.ts';
import { readResources } from './read-resources.ts';
import { jsonValue } from './value-text.ts';

/**
 * References as JSON text; an id alone stands as it is. A document may also give the id or the URI of a resource instance that
 * is stored with more than its id: then what is stored is kept.
 */
export const resourceText: ValueText = {
  ...jsonValue,
  read: (texts, node, context): Reading => {
    const reading = jsonValue.read(texts, node, context);
    if (reading.kind === 'problem' || typeof reading.value !== 'string') return reading;
    const text = reading.value;
    if (isUuid(text) ? context.stored === null : !isAbsoluteIri(text)) return reading;
    const id = isUuid(text) ? `urn:uuid:${text}` : text;
    return readResources([{ kind: 'node', id, types: [], properties: [] }], node, context);
  },
};
