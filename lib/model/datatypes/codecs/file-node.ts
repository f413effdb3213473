import { isAbsoluteIri, toIri } from '../../../rdf/iri.ts';
import {
  literal,
  type Iri,
  type RdfNode,
  type RdfProperty,
  type RdfValue,
} from '../../../rdf/terms.ts';
import { namespaces, rdf, rdfs, xsd } from '../../../rdf/vocabulary.ts';
import type { DatatypeNode, ToRdfContext } from '../datatype.ts';
import { writeLiteral, writeNumberLiteral } from './literals.ts';
import { writeLabels } from './labels.ts';
import { partIri } from './read-elements.ts';
import { isNumericValue, toNumber } from '../values/decimal.ts';
import { isObject, type JsonObject } from '../values/json-values.ts';

const { aat, crm, dc, dcterms } = namespaces;

const mediaTypePredicate = `${dc}format`;
const modificationPredicate = `${dcterms}modified`;
const dimensionPredicate = `${crm}P43_has_dimension`;

/** The predicates that `writeFileNode` writes. */
export const filePredicates = {
  [rdfs.label]: 'literal',
  [mediaTypePredicate]: 'literal',
  [modificationPredicate]: 'literal',
  [dimensionPredicate]: 'node',
} as const;

type Concept = { readonly id: string; readonly label: string };

const bytes: Concept = { id: `${aat}300265869`, label: 'bytes' };
const pixels: Concept = { id: `${aat}300266190`, label: 'pixels' };

/** The dimensions of a file by their stored names, in terms of the Art & Architecture Thesaurus. */
const dimensionTypes = {
  size: { type: { id: `${aat}300265863`, label: 'file size' }, unit: bytes },
  height: { type: { id: `${aat}300055644`, label: 'height' }, unit: pixels },
  width: { type: { id: `${aat}300055647`, label: 'width' }, unit: pixels },
} as const;

/**
 * Writes a file with its address, media type, name, modification time and dimensions. Any other value is written as
 * a literal.
 * @param index of the file in its list; it identifies a file without an address
 */
export function writeFileNode(
  file: unknown,
  index: number,
  { ontologyClass }: DatatypeNode,
  { baseUrl, nodeUri }: ToRdfContext,
): RdfValue {
  if (!isObject(file) || !isFile(file)) return writeLiteral(file);
  const id = fileIri(file, baseUrl) ?? partIri(nodeUri, index);
  return {
    kind: 'node',
    id,
    types: ontologyClass === null ? [] : [ontologyClass],
    properties: [...writeDescription(file), ...writeDimensions(file, id)],
    isShared: true,
  };
}

/** The members that are written. An object without any of them is not a file. */
const writtenMembers = [
  'url',
  'file_id',
  'name',
  'type',
  'lastModified',
  ...Object.keys(dimensionTypes),
];

const isFile = (file: JsonObject): boolean => writtenMembers.some((key) => file[key] !== undefined);

function writeDescription({ name, type, lastModified }: JsonObject): readonly RdfProperty[] {
  const modificationTime = formatDateTime(lastModified);
  return [
    ...(typeof name === 'string' ? writeLabels([{ text: name, language: null }]) : []),
    ...(typeof type === 'string' && type !== ''
      ? [{ predicate: mediaTypePredicate, values: [literal(type)] }]
      : []),
    ...(modificationTime === undefined
      ? []
      : [{ predicate: modificationPredicate, values: [literal(modificationTime, xsd.dateTime)] }]),
  ];
}

/**
 * Formats a time, or returns undefined for a year without four digits.
 * @param milliseconds since 1970-01-01, UTC
 */
function formatDateTime(milliseconds: unknown): string | undefined {
  const number = toNumber(milliseconds);
  if (number === undefined) return undefined;
  const date = new Date(number);
  const isoText = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  return /^\d{4}-/.test(isoText) ? isoText : undefined;
}

function writeDimensions(file: JsonObject, id: string): readonly RdfProperty[] {
  const dimensionNodes = Object.entries(dimensionTypes).flatMap(([name, dimensionType]) => {
    const value = file[name];
    return isNumericValue(value)
      ? [writeDimension(partIri(id, name), JSON.stringify(value), dimensionType)]
      : [];
  });
  return dimensionNodes.length === 0
    ? []
    : [{ predicate: dimensionPredicate, values: dimensionNodes }];
}

function writeDimension(
  id: string,
  digits: string,
  { type, unit }: { readonly type: Concept; readonly unit: Concept },
): RdfNode {
  return {
    kind: 'node',
    id,
    types: [`${crm}E54_Dimension`],
    properties: [
      { predicate: `${crm}P2_has_type`, values: [writeConcept(type, `${crm}E55_Type`)] },
      {
        predicate: `${crm}P91_has_unit`,
        values: [writeConcept(unit, `${crm}E58_Measurement_Unit`)],
      },
      { predicate: rdf.value, values: [writeNumberLiteral(digits)] },
    ],
    isShared: true,
  };
}

function writeConcept({ id, label }: Concept, type: string): RdfNode {
  const properties = writeLabels([{ text: label, language: 'en' }]);
  return { kind: 'node', id, types: [type], properties, isShared: true };
}

/**
 * Returns the address of an uploaded file. A relative address, or one made from the id, is below the address of the
 * service.
 * @param file an element of a file list
 * @param baseUrl the address of the service without a slash at the end
 * @returns undefined if the file has neither an address nor an id
 */
export function fileIri(file: unknown, baseUrl: string): Iri | undefined {
  if (!isObject(file)) return undefined;
  const { url, file_id: id } = file;
  if (typeof url === 'string' && url.trim() !== '') {
    return isAbsoluteIri(url.trim())
      ? toIri(url)
      : toIri(`${baseUrl}/${url.trim().replace(/^\/+/, '')}`);
  }
  return typeof id === 'string' && id !== '' ? toIri(`${baseUrl}/files/${id}`) : undefined;
}
