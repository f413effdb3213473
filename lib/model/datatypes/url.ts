import { isAbsoluteIri, toIri } from '../../rdf/iri.ts';
import { type Iri, literal, type RdfNode, type RdfValue } from '../../rdf/terms.ts';
import { rdfs, xsd } from '../../rdf/vocabulary.ts';
import type {
  Datatype,
  FromRdfContext,
  LinkedCodec,
  ReadResult,
  ValueProblem,
} from './datatype.ts';
import { readLabels } from './codecs/labels.ts';
import { writeLiteral, readLiteralText, readSingleLiteral } from './codecs/literals.ts';
import { jsonTextCodec } from './codecs/text-codecs.ts';
import { isObject, formatAsText, restrictToNonEmptyStrings } from './values/json-values.ts';

type Address = { readonly url: string; readonly label: string };

const emptyTextIfMissing = (value: unknown): string | undefined =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : undefined;

/** Parses the address and the label of a value; undefined if it has unknown members or types. */
function parseAddress(value: unknown): Address | undefined {
  if (typeof value === 'string') return { url: value, label: '' };
  if (!isObject(value)) return undefined;
  const { url: urlMember, url_label: labelMember, ...unknownMembers } = value;
  const [url, label] = [emptyTextIfMissing(urlMember), emptyTextIfMissing(labelMember)];
  if (url === undefined || label === undefined) return undefined;
  return Object.keys(unknownMembers).length === 0 ? { url, label } : undefined;
}

const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^\s/?#]\S*$/i.test(text) && URL.canParse(text);

/** Converts the address into an IRI; undefined if it is not an absolute, parsable URL. */
function toAbsoluteIri(address: string): Iri | undefined {
  const iri = toIri(address);
  return isAbsoluteIri(iri) && URL.canParse(iri) ? iri : undefined;
}

function validate(value: unknown): readonly ValueProblem[] {
  const address = parseAddress(value);
  if (value === null || value === '') return [];
  if (address === undefined) {
    const message = 'Write {"url": "https://…", "url_label": "text"}.';
    return [{ code: 'not_an_address', pointer: '', message }];
  }
  const { url, label } = address;
  const pointer = isObject(value) ? '/url' : '';
  if (url.trim() === '') {
    const message = 'Give the address that the label belongs to, or leave the value out.';
    return label === '' ? [] : [{ code: 'label_without_address', pointer, message }];
  }
  const message = 'Write a complete address: http:// or https://, followed by a host.';
  return isWebAddress(url.trim()) ? [] : [{ code: 'not_a_web_address', pointer, message }];
}

function normalise(value: unknown): unknown {
  const address = parseAddress(value);
  if (address === undefined) return value;
  const [url, label] = [address.url.trim(), address.label];
  return url === '' && label === '' ? null : { url, url_label: label };
}

function write(value: unknown): readonly RdfValue[] {
  const address = parseAddress(value);
  if (address === undefined) return [writeLiteral(value)];
  const { url, label } = address;
  if (url === '' && label === '') return [];
  const iri = toAbsoluteIri(url);
  if (iri === undefined) return [label === '' ? literal(url, xsd.anyURI) : writeLiteral(value)];
  const properties = label === '' ? [] : [{ predicate: rdfs.label, values: [literal(label)] }];
  return [{ kind: 'node', id: iri, types: [], properties, isShared: true }];
}

function readUrlNode(node: RdfNode, { stored }: FromRdfContext): ReadResult {
  const labels = readLabels(node.properties).map(({ text }) => text);
  const storedAddress = parseAddress(stored);
  if (storedAddress === undefined || toAbsoluteIri(storedAddress.url) !== node.id) {
    return { kind: 'value', value: { url: node.id, url_label: labels[0] ?? '' } };
  }
  // If several values of a document have the same address, the node has the labels of all of them.
  if (labels.length === 0 || labels.includes(storedAddress.label))
    return { kind: 'value', value: stored };
  return { kind: 'value', value: { url: storedAddress.url, url_label: labels[0] } };
}

const linkedCodec: LinkedCodec = {
  kind: 'reference',
  ownPredicates: { [rdfs.label]: 'literal' },
  write,
  read: (values, _node, context) => {
    const [first, another] = values;
    if (first?.kind === 'node' && another === undefined) return readUrlNode(first, context);
    return readSingleLiteral(values, (addressLiteral) => {
      const value = readLiteralText(addressLiteral);
      return {
        kind: 'value',
        value: typeof value === 'string' ? { url: value, url_label: '' } : value,
      };
    });
  },
};

/** A web address with a label: `{"url": "https://…", "url_label": "text"}`, displayed by its label if it has one. */
export const urlDatatype: Datatype = {
  name: 'url',
  searchedBy: 'words',
  columnText: { as: 'text', texts: ['$.url', '$ ? (@.type() != "object")'] },
  comparisonPaths: [
    ...restrictToNonEmptyStrings('$ ? (@.type() == "object").url'),
    'strict $ ? (@.type() != "object")',
  ],
  widget: 'ca0c43ff-af73-4349-bafd-53ff9f22eebd',
  display: (value) => {
    if (!isObject(value)) return formatAsText(value);
    return formatAsText(value['url_label']) ?? formatAsText(value['url']);
  },
  columnDisplay: (value) => formatAsText(isObject(value) ? value['url'] : value),
  link: (value) => {
    const { url = '', label = '' } = parseAddress(value) ?? {};
    return url === '' ? undefined : { address: url, text: label === '' ? url : label };
  },
  validate,
  normalise,
  textCodec: jsonTextCodec,
  linkedCodec,
};
