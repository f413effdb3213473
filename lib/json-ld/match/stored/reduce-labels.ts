import type { Iri, RdfValue } from '../../../rdf/terms.ts';
import { rdfs } from '../../../rdf/vocabulary.ts';
import type { IncomingNode } from '../../incoming-value.ts';
import type { ReduceLabels, LinkedContext } from '../matching-contexts.ts';
import type { MatchModel } from '../match-model.ts';
import { termKey, linkedValuesOf } from '../values/terms.ts';
import type { StoredIndex } from './stored-index.ts';

/** Creates the function that reduces labels to those of one stored value. It collects the stored labels when they are first needed. */
export function createLabelReducer(
  index: StoredIndex,
  model: MatchModel,
  context: LinkedContext,
): ReduceLabels {
  let labelsByUri: ReadonlyMap<Iri, ReadonlySet<string>> | undefined;
  return (value, node, stored) => {
    if (value.kind === 'literal' || node.datatype.references !== undefined) return value;
    const labels = labelsOf(value).map(termKey);
    const writtenValues = labels.length === 0 ? [] : linkedValuesOf(stored, node, context);
    const writtenTerm = writtenValues.find(
      (writtenValue) => writtenValue.kind === 'node' && writtenValue.id === value.id,
    );
    if (writtenTerm?.kind !== 'node') return value;
    labelsByUri ??= collectLabelsByUri(index, model, context);
    const allLabels = labelsByUri.get(value.id) ?? new Set();
    return new Set(labels).symmetricDifference(allLabels).size === 0
      ? withLabels(value, new Set(labelsOf(writtenTerm).map(termKey)))
      : value;
  };
}

/** Collects the labels of each RDF node in all stored values, by the URI of the node. */
function collectLabelsByUri(
  { instancesByNode, valuesWithoutNode }: StoredIndex,
  { nodes }: MatchModel,
  context: LinkedContext,
): ReadonlyMap<Iri, ReadonlySet<string>> {
  const labelsByUri = new Map<Iri, Set<string>>();
  for (const [nodeId, stored] of [...instancesByNode, ...valuesWithoutNode]) {
    const node = nodes.get(nodeId);
    if (node?.datatype.linkedCodec.kind !== 'reference') continue;
    for (const term of stored.flatMap(({ value }) => linkedValuesOf(value, node, context))) {
      if (term.kind === 'literal') continue;
      const labels = labelsByUri.get(term.id) ?? new Set();
      for (const label of labelsOf(term)) labels.add(termKey(label));
      labelsByUri.set(term.id, labels);
    }
  }
  return labelsByUri;
}

function labelsOf({
  properties,
}: {
  readonly properties: readonly { readonly predicate: Iri; readonly values: readonly RdfValue[] }[];
}): readonly RdfValue[] {
  return properties
    .filter(({ predicate }) => predicate === rdfs.label)
    .flatMap(({ values }) => values);
}

function withLabels(value: IncomingNode, labels: ReadonlySet<string>): IncomingNode {
  return {
    ...value,
    properties: value.properties.map((property) =>
      property.predicate === rdfs.label
        ? { ...property, values: property.values.filter((label) => labels.has(termKey(label))) }
        : property,
    ),
  };
}
