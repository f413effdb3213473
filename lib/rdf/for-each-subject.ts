import { hasNoStatements, type Iri, type RdfNode, type RdfValue } from './terms.ts';
import { rdf, xsd } from './vocabulary.ts';

/**
 * Visits the statements of a tree subject by subject: a node before its descendants, and each statement once. A shared node can be
 * visited several times, each time only with the statements that are new.
 * @param write is called with each node that has statements; it must ignore the statements of the values
 */
export function forEachSubject(root: RdfNode, write: (subject: RdfNode) => void): void {
  const writtenStatements = new Set<string>();
  const pending: RdfNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    // A resource instance can refer to itself somewhere below the root.
    const isShared = node.isShared === true || node === root;
    const subject =
      isShared || hasSeveralValues(node)
        ? withNewStatements(node, isShared ? writtenStatements : new Set())
        : node;
    if (!hasNoStatements(subject)) write(subject);
    pushNodesBelow(node, pending);
  }
}

function hasSeveralValues({ properties }: RdfNode): boolean {
  return properties.some(({ values }) => values.length > 1);
}

/** Pushes in reverse order, because the node that is pushed last is visited first. */
function pushNodesBelow({ properties }: RdfNode, pending: RdfNode[]): void {
  for (let propertyIndex = properties.length - 1; propertyIndex >= 0; propertyIndex -= 1) {
    const values = properties[propertyIndex]?.values ?? [];
    for (let valueIndex = values.length - 1; valueIndex >= 0; valueIndex -= 1) {
      const value = values[valueIndex];
      if (value?.kind === 'node' && !hasNoStatements(value)) pending.push(value);
    }
  }
}

/** Returns a node with only those statements that are not in `written`, and adds them to it. */
function withNewStatements(node: RdfNode, written: Set<string>): RdfNode {
  const isNew = (predicate: Iri, object: string): boolean => {
    const sizeBefore = written.size;
    return written.add(`${node.id} ${predicate} ${object}`).size > sizeBefore;
  };
  return {
    ...node,
    types: node.types.filter((type) => isNew(rdf.type, type)),
    properties: node.properties.flatMap(({ predicate, values }) => {
      const newValues = values.filter(
        (value) => isUnshared(value) || isNew(predicate, objectKey(value)),
      );
      return newValues.length === 0 ? [] : [{ predicate, values: newValues }];
    }),
  };
}

function isUnshared(value: RdfValue): boolean {
  return value.kind === 'node' && value.isShared !== true;
}

function objectKey(value: RdfValue): string {
  if (value.kind === 'node') return value.id;
  const { language, datatype = xsd.string } = value;
  return `"${value.value}"${language === undefined ? `^^${datatype}` : `@${language}`}`;
}
