import {
  writeNodeId,
  quoteLexicalForm,
  type Iri,
  type RdfNode,
  type RdfValue,
} from '../../rdf/terms.ts';
import { forEachSubject } from '../../rdf/for-each-subject.ts';
import { rdf, xsd } from '../../rdf/vocabulary.ts';
import { linesAbortText, type RdfFormat } from './rdf-format.ts';

function writeObject(value: RdfValue): string {
  if (value.kind === 'node') return writeNodeId(value.id);
  const text = quoteLexicalForm(value.value);
  if (value.language !== undefined) return `${text}@${value.language}`;
  const { datatype = xsd.string } = value;
  return datatype === xsd.string ? text : `${text}^^<${datatype}>`;
}

/** Writes a tree as lines, one for each statement, without duplicates. @param lineEnd what follows the object in each line */
function writeLines(root: RdfNode, lineEnd: string): string {
  let text = '';
  forEachSubject(root, ({ id, types, properties }) => {
    for (const type of types) text += `${writeNodeId(id)} <${rdf.type}> <${type}>${lineEnd}`;
    for (const { predicate, values } of properties) {
      const subjectAndPredicate = `${writeNodeId(id)} <${predicate}> `;
      for (const value of values) text += `${subjectAndPredicate}${writeObject(value)}${lineEnd}`;
    }
  });
  return text;
}

/** Writes a tree as N-Triples (RDF 1.1 N-Triples). */
export function writeNTriples(root: RdfNode): string {
  return writeLines(root, ' .\n');
}

/** Writes a tree as N-Quads (RDF 1.1 N-Quads): each statement in a named graph. @param graph its IRI */
export function writeNQuads(root: RdfNode, graph: Iri): string {
  return writeLines(root, ` <${graph}> .\n`);
}

export const nTriples: RdfFormat = {
  write: writeNTriples,
  createStreamWriter: () => ({
    begin: '',
    writeNode: writeNTriples,
    end: '',
    abortText: linesAbortText,
  }),
};
