import type { RdfValue } from '../../../rdf/terms.ts';
import { rdfs } from '../../../rdf/vocabulary.ts';
import { pickText } from '../../pick-language.ts';
import { resourceUri } from '../../uris.ts';
import type {
  Datatype,
  DatatypeNode,
  LinkedCodec,
  ToRdfContext,
  ValidateContext,
  ValueProblem,
} from '../datatype.ts';
import { writeLiteral } from './literals.ts';
import { writeNames } from './labels.ts';
import {
  readResourceReferences,
  readResourceId,
  readResourceIds,
} from './read-resource-references.ts';
import { emptyAsNull } from '../values/validate-list.ts';
import { asList, isObject, joinNonEmpty } from '../values/json-values.ts';

/** Displays the visible names of the referenced resource instances. */
export const displayResourceNames: Datatype['display'] = (value, _node, { labels, languages }) =>
  joinNonEmpty(
    readResourceIds(value).map((id) => pickText(labels.resourceName(id) ?? null, languages)),
  );

/** Displays the visible names, and `Undefined` for a resource instance without one. */
export const displayResourceColumn: Datatype['display'] = (value, _node, context) =>
  joinNonEmpty(
    readResourceIds(value).map(
      (id) => pickText(context.labels.resourceName(id) ?? null, context.languages) || 'Undefined',
    ),
  );

/** Collects the ids of the referenced resource instances. */
export const collectResourceReferences: NonNullable<Datatype['references']> = (value) => ({
  conceptValues: [],
  resources: readResourceIds(value),
});

/**
 * Writes references as URIs, with names and the class of the referenced model, otherwise the class of the node.
 * Unknown and invisible resource instances have only a URI, so that they cannot be distinguished. Other elements are
 * written as literals.
 */
export const resourceLinkedCodec: LinkedCodec = {
  kind: 'reference',
  ownPredicates: { [rdfs.label]: 'literal' },
  write: (value, node, context) =>
    asList(value).map((element) => writeReference(element, node, context)),
  read: readResourceReferences,
};

function writeReference(
  element: unknown,
  { ontologyClass }: DatatypeNode,
  { resource, baseUrl, language }: ToRdfContext,
): RdfValue {
  const id = readResourceId(element);
  if (id === undefined) return writeLiteral(element);
  const referencedResource = resource(id);
  const type =
    referencedResource === undefined ? null : (referencedResource.rootClass ?? ontologyClass);
  return {
    kind: 'node',
    id: resourceUri(baseUrl, id),
    types: type === null ? [] : [type],
    properties: writeNames(referencedResource?.names ?? {}, language),
    isShared: true,
  };
}

/**
 * Reports invalid ids, and resource instances of models that the node does not allow. A resource instance that does
 * not exist yet is valid.
 */
export function findResourceReferenceProblems(
  value: unknown,
  node: DatatypeNode,
  context: ValidateContext,
): readonly ValueProblem[] {
  if (emptyAsNull(value) === null) return [];
  if (!Array.isArray(value)) return validateElement(value, '', node, context);
  return value.flatMap((element, index) => validateElement(element, `/${index}`, node, context));
}

function validateElement(
  element: unknown,
  pointer: string,
  { config }: DatatypeNode,
  { resource }: ValidateContext,
): readonly ValueProblem[] {
  const elementPointer = isObject(element) ? `${pointer}/resourceId` : pointer;
  const id = readResourceId(element);
  if (id === undefined) {
    const message = 'This is not a reference: give {"resourceId": the id of a resource instance}.';
    return [{ code: 'not_resource_id', pointer: elementPointer, message }];
  }
  const graphIds = asList(config['graphs']).flatMap(readGraphIds);
  const graphId = resource(id)?.graphId.toLowerCase();
  if (graphId === undefined || graphIds.length === 0 || graphIds.includes(graphId)) return [];
  const message = `Resource instance ${id} belongs to model ${graphId}, to which this node cannot refer: give one that belongs to ${graphIds.join(' or ')}.`;
  return [{ code: 'resource_of_other_graph', pointer: elementPointer, message }];
}

function readGraphIds(entry: unknown): readonly string[] {
  const id = isObject(entry) ? entry['graphid'] : undefined;
  return typeof id === 'string' ? [id.toLowerCase()] : [];
}
