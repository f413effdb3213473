import { rdf, xsd } from '../../../rdf/vocabulary.ts';
import type { IncomingLiteral, IncomingNode, IncomingValue } from '../../incoming-value.ts';
import { valueFormOf, isPartOfValue } from '../document/value-form.ts';
import type { ServiceUris } from '../document/service-uris.ts';
import type { ModelNode } from '../match-model.ts';
import { rdfValuesOf, termKey } from './terms.ts';

/** The literals and RDF nodes from which the value of an instance is read. */
export type ValueSources = {
  readonly sources: readonly IncomingValue[];
  /** Whether any of them is in the `rdf:value` of a node object. */
  readonly includesRdfValues: boolean;
};

/** Collects direct values, and the values in `rdf:value` of node objects. A value that is repeated for one URI is included once. */
export function collectValueSources(
  values: readonly IncomingValue[],
  node: ModelNode,
  uris: ServiceUris,
): ValueSources {
  let hasNodeObjects = false;
  const seenSources = new Set<string>();
  const isNew = ({ id }: IncomingNode, source: IncomingValue): boolean => {
    const key = `${id} ${termKey(source)}`;
    if (id !== '' && seenSources.has(key)) return false;
    seenSources.add(key);
    return true;
  };
  const sources = values.flatMap((value) => {
    if (value.kind === 'literal') return [value];
    if (valueFormOf(value, node, uris) !== 'node object') return isNew(value, value) ? [value] : [];
    hasNodeObjects = true;
    return rdfValuesOf(value).filter(
      (source) => isPartOfValue(rdf.value, source, node, uris) && isNew(value, source),
    );
  });
  return { sources, includesRdfValues: hasNodeObjects };
}

/** Whether a value is a text without a language or another datatype. */
export const isPlainText = (value: IncomingValue): value is IncomingLiteral =>
  value.kind === 'literal' &&
  value.language === undefined &&
  (value.datatype === undefined || value.datatype === xsd.string);
