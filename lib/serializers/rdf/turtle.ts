import {
  hasNoStatements,
  writeNodeId,
  quoteLexicalForm,
  type Iri,
  type RdfLiteral,
  type RdfNode,
  type RdfValue,
} from '../../rdf/terms.ts';
import { forEachSubject } from '../../rdf/for-each-subject.ts';
import { namespaces, xsd } from '../../rdf/vocabulary.ts';
import { streamPrefixes, linesAbortText, type RdfFormat } from './rdf-format.ts';

const allPrefixes = Object.entries(namespaces);

type Prefixes = readonly (readonly [prefix: string, namespace: string])[];

/** Local names without escapes; the grammar (PN_LOCAL) allows more. */
const plainLocalName = /^\w[\w-]*$/;

/** Literals that Turtle can write without quotes (RDF 1.1 Turtle, section 2.5). */
const bareLiterals: ReadonlyMap<Iri, RegExp> = new Map([
  [xsd.integer, /^[+-]?\d+$/],
  [xsd.decimal, /^[+-]?\d*\.\d+$/],
  [xsd.double, /^[+-]?(\d+\.\d*|\.?\d+)e[+-]?\d+$/i],
  [xsd.boolean, /^(true|false)$/],
]);

/** Writes the terms of one document. It records used prefixes and caches frequent IRIs. */
function createTermWriter(availablePrefixes: Prefixes) {
  const prefixes = new Map(availablePrefixes.map(([prefix, namespace]) => [namespace, prefix]));
  const usedPrefixes = new Set<string>();
  const cachedNames = new Map<Iri, string>();

  function writeName(iri: Iri): string {
    const namespaceEnd = Math.max(iri.lastIndexOf('/'), iri.lastIndexOf('#')) + 1;
    const prefix = prefixes.get(iri.slice(0, namespaceEnd));
    if (prefix === undefined || !plainLocalName.test(iri.slice(namespaceEnd)))
      return writeNodeId(iri);
    usedPrefixes.add(prefix);
    return `${prefix}:${iri.slice(namespaceEnd)}`;
  }

  function writeCachedName(iri: Iri): string {
    const cached = cachedNames.get(iri);
    if (cached !== undefined) return cached;
    const text = writeName(iri);
    cachedNames.set(iri, text);
    return text;
  }

  function writeLiteral({ value, language, datatype = xsd.string }: RdfLiteral): string {
    if (language !== undefined) return `${quoteLexicalForm(value)}@${language}`;
    if (datatype === xsd.string) return quoteLexicalForm(value);
    if (bareLiterals.get(datatype)?.test(value) === true) return value;
    return `${quoteLexicalForm(value)}^^${writeCachedName(datatype)}`;
  }

  return {
    writeName,
    writeCachedName,
    writeObject: (value: RdfValue): string => {
      if (value.kind === 'literal') return writeLiteral(value);
      // Other nodes have IRIs that exist only in this document, so no prefix fits them.
      return value.isShared === true || hasNoStatements(value)
        ? writeName(value.id)
        : writeNodeId(value.id);
    },
    writeHeader: (): string =>
      writeDeclarations(availablePrefixes.filter(([prefix]) => usedPrefixes.has(prefix))),
  };
}

type TermWriter = ReturnType<typeof createTermWriter>;

function writeDeclarations(prefixes: Prefixes): string {
  return prefixes.map(([prefix, namespace]) => `@prefix ${prefix}: <${namespace}> .\n`).join('');
}

/** Writes a block for each subject, without duplicate statements. */
function writeBlocks(root: RdfNode, terms: TermWriter): string {
  let blocks = '';
  forEachSubject(root, ({ id, isShared, types, properties }) => {
    let block = `\n${isShared === true ? terms.writeName(id) : writeNodeId(id)}`;
    let separator = '\n  ';
    if (types.length > 0) {
      block += ` a ${types.map(terms.writeCachedName).join(', ')}`;
      separator = ' ;\n  ';
    }
    for (const { predicate, values } of properties) {
      block += `${separator}${terms.writeCachedName(predicate)} ${values.map(terms.writeObject).join(',\n    ')}`;
      separator = ' ;\n  ';
    }
    blocks += `${block} .\n`;
  });
  return blocks;
}

/** Writes a tree as Turtle (RDF 1.1 Turtle): the used prefixes, then a block for each subject. */
export function writeTurtle(root: RdfNode): string {
  const terms = createTermWriter(allPrefixes);
  const blocks = writeBlocks(root, terms);
  const header = terms.writeHeader();
  return header === '' ? blocks.slice(1) : header + blocks;
}

export const turtle: RdfFormat = {
  write: writeTurtle,
  createStreamWriter: () => {
    const terms = createTermWriter(streamPrefixes);
    return {
      begin: writeDeclarations(streamPrefixes),
      writeNode: (node) => writeBlocks(node, terms),
      end: '',
      abortText: linesAbortText,
    };
  },
};
