import type { Iri, RdfValue } from '../../../rdf/terms.ts';
import { rdfs } from '../../../rdf/vocabulary.ts';
import type { IncomingNode } from '../../incoming-value.ts';
import type { WithStoredLabels, WriteContext } from '../context.ts';
import type { Model } from '../model.ts';
import { termKey, writtenValues } from '../values/terms.ts';
import type { StoredIndex } from './stored-index.ts';

/** Creates the function that reduces labels to those of one stored value. It collects the stored labels when they are first needed. */
export function storedLabels(
  index: StoredIndex,
  model: Model,
  context: WriteContext,
): WithStoredLabels {
  let byThing: ReadonlyMap<Iri, ReadonlySet<string>> | undefined;
  return (value, node, stored) => {
    if (value.kind === 'literal' || node.datatype.references !== undefined) return value;
    const labels = labelsOf(value).map(termKey);
    const written = labels.length === 0 ? [] : writtenValues(stored, node, context);
    const term = written.find((one) => one.kind === 'node' && one.id === value.id);
    if (term?.kind !== 'node') return value;
    byThing ??= labelsByThing(index, model, context);
    const all = byThing.get(value.id) ?? new Set();
    return new Set(labels).symmetricDifference(all).size === 0
      ? withLabels(value, new Set(labelsOf(term).map(termKey)))
      : value;
  };
}

/** Collects the labels of each thing in all stored values, by the URI of the thing. */
function labelsByThing(
  { instances, withoutNode }: StoredIndex,
  { nodes }: Model,
  context: WriteContext,
): ReadonlyMap<Iri, ReadonlySet<string>> {
  const found = new Map<Iri, Set<string>>();
  for (const [nodeId, stored] of [...instances, ...withoutNode]) {
    const node = nodes.get(nodeId);
    if (node?.datatype.linkedCodec.kind !== 'reference') continue;
    for (const term of stored.flatMap(({ value }) => writtenValues(value, node, context))) {
      if (term.kind === 'literal') continue;
      const labels = found.get(term.id) ?? new Set();
      for (const label of labelsOf(term)) labels.add(termKey(label));
      found.set(term.id, labels);
    }
  }
  return found;
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
