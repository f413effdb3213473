import { hasNoStatements, type Iri, type RdfNode, type RdfValue } from './terms.ts';
import { rdf, xsd } from './vocabulary.ts';

/**
 * Visits the statements of a tree subject by subject: a node before its descendants, and each statement once. A shared node can be
 * visited several times, each time only with the statements that are new.
 * @param write is called with each node that has statements; it must ignore the statements of their values
 */
export function forEachSubject(root: RdfNode, write: (subject: RdfNode) => void): void {
  const written = new Set<string>();
  const pending: RdfNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    // A resource can refer to itself somewhere below the root.
    const isShared = node.isShared === true || node === root;
    const subject =
      isShared || hasSeveralValues(node) ? unwritten(node, isShared ? written : new Set()) : node;
    if (!hasNoStatements(subject)) write(subject);
    pushNodesBelow(node, pending);
  }
}

function hasSeveralValues({ properties }: RdfNode): boolean {
  return properties.some(({ values }) => values.length > 1);
}

/** Pushes in reverse order, because the node that is pushed last is visited first. */
function pushNodesBelow({ properties }: RdfNode, pending: RdfNode[]): void {
  for (let at = properties.length - 1; at >= 0; at -= 1) {
    const values = properties[at]?.values ?? [];
    for (let index = values.length - 1; index >= 0; index -= 1) {
      const value = values[index];
      if (value?.kind === 'node' && !hasNoStatements(value)) pending.push(value);
    }
  }
}

/** Returns a node with only those statements that are not in `written`, and adds them to it. */
function unwritten(node: RdfNode, written: Set<string>): RdfNode {
  const isNew = (predicate: Iri, object: string): boolean => {
    const before = written.size;
    return written.add(`${node.id} ${predicate} ${object}`).size > before;
  };
  return {
    ...node,
    types: node.types.filter((type) => isNew(rdf.type, type)),
    properties: node.properties.flatMap(({ predicate, values }) => {
      const rest = values.filter((value) => isUnshared(value) || isNew(predicate, key(value)));
      return rest.length === 0 ? [] : [{ predicate, values: rest }];
    }),
  };
}

function isUnshared(value: RdfValue): boolean {
  return value.kind === 'node' && value.isShared !== true;
}

function key(value: RdfValue): string {
  if (value.kind === 'node') return value.id;
  const { language, datatype = xsd.string } = value;
  return `"${value.value}"${language === undefined ? `^^${datatype}` : `@${language}`}`;
}
