import type { Referenced } from '../../../model/datatypes/datatype.ts';
import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import type { Iri, RdfValue } from '../../../rdf/terms.ts';
import { rdfs } from '../../../rdf/vocabulary.ts';
import type { IncomingNode, IncomingValue } from '../../incoming.ts';
import type { Model, ModelNode } from '../model/model.ts';
import { termKey } from '../values/terms-of-value.ts';

/**
 * Gives a thing the labels of one stored value alone, where the document says no more of it than all values that are stored: in a
 * document the labels of one address come together, wherever it stands.
 */
export type StoredLabels = (
  value: IncomingValue,
  node: ModelNode,
  stored: unknown,
) => IncomingValue;

export function storedLabels(
  root: NodeInstance,
  { nodes }: Model,
  referenced: Referenced,
  baseUrl: string,
): StoredLabels {
  let byThing: ReadonlyMap<Iri, ReadonlySet<string>> | undefined;

  const written = (value: unknown, { datatype, datatypeNode }: ModelNode): readonly RdfValue[] =>
    value === null
      ? []
      : datatype.linked.write(value, datatypeNode, { ...referenced, baseUrl, nodeUri: '' });

  const labelsByThing = (): ReadonlyMap<Iri, ReadonlySet<string>> => {
    const found = new Map<Iri, Set<string>>();
    const pending = [root];
    for (let instance = pending.pop(); instance !== undefined; instance = pending.pop()) {
      pending.push(...instance.children);
      const node = nodes.get(instance.node.nodeId);
      if (node?.datatype.linked.kind !== 'reference') continue;
      for (const term of written(instance.value, node)) {
        if (term.kind === 'literal') continue;
        const labels = found.get(term.id) ?? new Set();
        for (const label of labelsOf(term)) labels.add(termKey(label));
        found.set(term.id, labels);
      }
    }
    return found;
  };

  return (value, node, stored) => {
    if (value.kind === 'literal' || node.datatype.references !== undefined) return value;
    const said = labelsOf(value).map(termKey);
    const own = said.length === 0 ? [] : written(stored, node);
    const term = own.find((one) => one.kind === 'node' && one.id === value.id);
    if (term?.kind !== 'node') return value;
    byThing ??= labelsByThing();
    const all = byThing.get(value.id) ?? new Set();
    return new Set(said).symmetricDifference(all).size === 0
      ? withLabels(value, new Set(labelsOf(term).map(termKey)))
      : value;
  };
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
