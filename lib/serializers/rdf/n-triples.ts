import { nodeName, quoted, type RdfNode, type RdfValue } from '../../rdf/terms.ts';
import { eachSubject } from '../../rdf/statements.ts';
import { rdf, xsd } from '../../rdf/vocabulary.ts';
import { unfinished, type RdfFormat } from './rdf-format.ts';

function object(value: RdfValue): string {
  if (value.kind === 'node') return nodeName(value.id);
  const text = quoted(value.value);
  if (value.language !== undefined) return `${text}@${value.language}`;
  const { datatype = xsd.string } = value;
  return datatype === xsd.string ? text : `${text}^^<${datatype}>`;
}

/** Writes a tree as N-Triples (RDF 1.1 N-Triples): a line for each statement, each statement once. */
export function writeNTriples(root: RdfNode): string {
  let text = '';
  eachSubject(root, ({ id, types, properties }) => {
    for (const type of types) text += `${nodeName(id)} <${rdf.type}> <${type}> .\n`;
    for (const { predicate, values } of properties) {
      const start = `${nodeName(id)} <${predicate}> `;
      for (const value of values) text += `${start}${object(value)} .\n`;
    }
  });
  return text;
}

/** RDF 1.1 N-Triples. */
export const nTriples: RdfFormat = {
  write: writeNTriples,
  graphWriter: () => ({ begin: '', subject: writeNTriples, end: '', whenCut: unfinished }),
};
