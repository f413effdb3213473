import { isJsonText } from '../../../model/datatypes/codecs/text-codecs.ts';
import type { IncomingNode, IncomingProperty } from '../../incoming-value.ts';
import { isValuePredicate } from '../../shape.ts';
import type { MatchInput } from '../match-input.ts';
import { matchModel, type Model, type ModelNode } from '../model.ts';
import { termsOf, textKey } from '../values/terms.ts';
import { isPlainText, valueSources } from '../values/value-sources.ts';
import { formOf } from './forms.ts';
import { nestedProperties } from './nested-properties.ts';
import { serviceUris, type ServiceUris } from './service-uris.ts';

/** Evidence of either shape in a document. Missing parts are no evidence, because a document can leave out any part. */
export type ShapeEvidence = {
  /** The URI of a model in `@type`; or a text in `rdf:value` for which the linked shape has another value or no node object. */
  readonly isSpecification: boolean;
  /** A literal or a thing directly under the property of a node, or in `rdf:value` with a type, a language or a URI. */
  readonly isLinked: boolean;
  /** Whether any `rdf:value` has a plain text that is a JSON object or list. */
  readonly hasJsonTexts: boolean;
};

type EvidenceContext = {
  readonly reading: MatchInput['reading'];
  readonly validation: MatchInput['validation'];
  readonly baseUrl: string;
  readonly model: Model;
  readonly uris: ServiceUris;
};

/** A node of a document that stands for a node of the model, and the property that leads to it. */
type Instance = {
  readonly value: IncomingNode;
  readonly node: ModelNode;
  readonly property: IncomingProperty | undefined;
};

/** Finds evidence of either shape in the parts of a document for which the model has nodes, in one pass. */
export function shapeEvidence(
  document: IncomingNode,
  { graph, baseUrls, reading, validation }: MatchInput,
): ShapeEvidence {
  const [baseUrl = ''] = baseUrls;
  const model = matchModel(graph, baseUrl);
  const uris = serviceUris(baseUrls);
  const context: EvidenceContext = { reading, validation, baseUrl, model, uris };
  let isSpecification = document.types.some((type) => uris.graphId(type) !== undefined);
  let isLinked = false;
  let hasJsonTexts = false;
  const pending: Instance[] = [{ value: document, node: model.root, property: undefined }];
  for (let instance = pending.pop(); instance !== undefined; instance = pending.pop()) {
    const { value, node } = instance;
    const isRoot = node.parent === null;
    if (!isRoot && formOf(value, node, uris) === 'direct value') isLinked = true;
    const { sources } = isRoot ? { sources: [] } : valueSources([value], node, uris);
    for (const source of sources) {
      if (!isPlainText(source)) isLinked = true;
      else if (isJsonText(source.value)) hasJsonTexts = true;
      isSpecification ||=
        isPlainText(source) &&
        (isNeverLinked(source.value, node, context) || hasNeedlessUri(instance, context));
    }
    for (const property of nestedProperties(value, node, uris)) {
      const children = node.children.get(uris.present(property.predicate)) ?? [];
      for (const nested of property.values) {
        if (nested.kind === 'literal') isLinked ||= children.length > 0;
        else {
          const child = onlyNode(nested, children, uris);
          if (child !== undefined) pending.push({ value: nested, node: child, property });
        }
      }
    }
  }
  return { isSpecification, isLinked, hasJsonTexts };
}

/** Returns the node for which a value can stand, if there is exactly one. */
function onlyNode(
  value: IncomingNode,
  nodes: readonly ModelNode[],
  uris: ServiceUris,
): ModelNode | undefined {
  const fitting = nodes.filter((node) => formOf(value, node, uris) !== undefined);
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Whether the linked shape writes the value of a plain text as another literal or as a thing. */
function isNeverLinked(
  text: string,
  node: ModelNode,
  { reading, validation, baseUrl }: EvidenceContext,
): boolean {
  const { datatype, datatypeNode } = node;
  const context = { ...reading, stored: null };
  const isGood = (value: unknown): boolean =>
    datatype.validate(value, datatypeNode, validation).length === 0;
  const asText = datatype.textCodec.read([text], datatypeNode, context);
  if (asText.kind === 'problem' || !isGood(asText.value)) return false;
  const asLinked = datatype.linkedCodec.read(
    [{ kind: 'literal', value: text }],
    datatypeNode,
    context,
  );
  if (asLinked.kind === 'problem' || !isGood(asLinked.value)) return true;
  return !termsOf(asLinked.value, node, { validation, baseUrl }).includes(textKey(text));
}

/** Whether a node object has only the URI of a node and a text, although the linked shape writes the text without a node object. */
function hasNeedlessUri(
  { value, node, property }: Instance,
  { model, uris }: EvidenceContext,
): boolean {
  const { datatype, parent } = node;
  const uri = uris.node(value.id);
  const couldBeTaken =
    model.indistinguishable.has(node.nodeId) ||
    parent === null ||
    isValuePredicate(parent.datatype, node.predicate) ||
    (parent.children.get(node.predicate)?.length ?? 0) > 1;
  return (
    uri?.nodeId === node.nodeId &&
    uri.tileId !== null &&
    datatype.linkedCodec.kind === 'literal' &&
    !couldBeTaken &&
    node.mostInstances === 1 &&
    property?.values.length === 1 &&
    node.children.size === 0 &&
    value.properties.length === 1
  );
}
