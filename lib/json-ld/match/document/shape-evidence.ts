import { isJsonObjectOrList } from '../../../model/datatypes/codecs/text-codecs.ts';
import type { IncomingNode, IncomingProperty } from '../../incoming-value.ts';
import { isValuePredicate } from '../../resource-shape.ts';
import type { MatchInput } from '../match-input.ts';
import { prepareMatchModel, type MatchModel, type ModelNode } from '../match-model.ts';
import { termKeysOf, textKey } from '../values/terms.ts';
import { isPlainText, collectValueSources } from '../values/value-sources.ts';
import { valueFormOf } from './value-form.ts';
import { listNestedProperties } from './nested-properties.ts';
import { createServiceUris, type ServiceUris } from './service-uris.ts';

/** Evidence of either shape in a document. Missing parts are no evidence, because a document can leave out any part. */
export type ShapeEvidence = {
  /** Whether `@type` has the URI of a model, or `rdf:value` has a text that the linked shape would write in another way. */
  readonly hasSpecificationEvidence: boolean;
  /** Whether a literal or reference is directly under a node's property, or an `rdf:value` is a URI or a literal with type or language. */
  readonly hasLinkedEvidence: boolean;
  /** Whether any `rdf:value` has a plain text that is a JSON object or list. */
  readonly hasJsonStrings: boolean;
};

type EvidenceContext = {
  readonly readContext: MatchInput['readContext'];
  readonly validation: MatchInput['validation'];
  readonly baseUrl: string;
  readonly model: MatchModel;
  readonly uris: ServiceUris;
};

/** A node of a document that stands for a node of the model, and the property that leads to it. */
type PendingInstance = {
  readonly value: IncomingNode;
  readonly node: ModelNode;
  readonly property: IncomingProperty | undefined;
};

/** Finds evidence of either shape in the parts of a document for which the model has nodes, in one pass. */
export function findShapeEvidence(
  document: IncomingNode,
  { graph, baseUrls, readContext, validation }: MatchInput,
): ShapeEvidence {
  const [baseUrl = ''] = baseUrls;
  const model = prepareMatchModel(graph, baseUrl);
  const uris = createServiceUris(baseUrls);
  const context: EvidenceContext = { readContext, validation, baseUrl, model, uris };
  let hasSpecificationEvidence = document.types.some(
    (type) => uris.parseGraphId(type) !== undefined,
  );
  let hasLinkedEvidence = false;
  let hasJsonStrings = false;
  const pending: PendingInstance[] = [{ value: document, node: model.root, property: undefined }];
  for (let instance = pending.pop(); instance !== undefined; instance = pending.pop()) {
    const { value, node } = instance;
    const isRoot = node.parent === null;
    if (!isRoot && valueFormOf(value, node, uris) === 'direct value') hasLinkedEvidence = true;
    const { sources } = isRoot ? { sources: [] } : collectValueSources([value], node, uris);
    for (const source of sources) {
      if (!isPlainText(source)) hasLinkedEvidence = true;
      else if (isJsonObjectOrList(source.value)) hasJsonStrings = true;
      hasSpecificationEvidence ||=
        isPlainText(source) &&
        (isDifferentInLinkedShape(source.value, node, context) ||
          hasNeedlessUri(instance, context));
    }
    for (const property of listNestedProperties(value, node, uris)) {
      const children = node.children.get(uris.withPresentAddress(property.predicate)) ?? [];
      for (const nested of property.values) {
        if (nested.kind === 'literal') hasLinkedEvidence ||= children.length > 0;
        else {
          const child = findOnlyFittingNode(nested, children, uris);
          if (child !== undefined) pending.push({ value: nested, node: child, property });
        }
      }
    }
  }
  return { hasSpecificationEvidence, hasLinkedEvidence, hasJsonStrings };
}

/** Returns the node for which a value can stand, if there is exactly one. */
function findOnlyFittingNode(
  value: IncomingNode,
  nodes: readonly ModelNode[],
  uris: ServiceUris,
): ModelNode | undefined {
  const fittingNodes = nodes.filter((node) => valueFormOf(value, node, uris) !== undefined);
  return fittingNodes.length === 1 ? fittingNodes[0] : undefined;
}

/** Whether the linked shape would write the value of this plain text as a different literal or as a reference. */
function isDifferentInLinkedShape(
  text: string,
  node: ModelNode,
  { readContext, validation, baseUrl }: EvidenceContext,
): boolean {
  const { datatype, datatypeNode } = node;
  const context = { ...readContext, stored: null };
  const isValid = (value: unknown): boolean =>
    datatype.validate(value, datatypeNode, validation).length === 0;
  const textResult = datatype.textCodec.read([text], datatypeNode, context);
  if (textResult.kind === 'problem' || !isValid(textResult.value)) return false;
  const linkedResult = datatype.linkedCodec.read(
    [{ kind: 'literal', value: text }],
    datatypeNode,
    context,
  );
  if (linkedResult.kind === 'problem' || !isValid(linkedResult.value)) return true;
  return !termKeysOf(linkedResult.value, node, { validation, baseUrl, readContext }).includes(
    textKey(text),
  );
}

/** Whether a node object has only the URI of a node and a text, although the linked shape writes the text without a node object. */
function hasNeedlessUri(
  { value, node, property }: PendingInstance,
  { model, uris }: EvidenceContext,
): boolean {
  const { datatype, parent } = node;
  const uri = uris.parseNodeUri(value.id);
  const needsUri =
    model.indistinguishableNodeIds.has(node.nodeId) ||
    parent === null ||
    isValuePredicate(parent.datatype, node.predicate) ||
    (parent.children.get(node.predicate)?.length ?? 0) > 1;
  return (
    uri?.nodeId === node.nodeId &&
    uri.tileId !== null &&
    datatype.linkedCodec.kind === 'literal' &&
    !needsUri &&
    node.maxInstances === 1 &&
    property?.values.length === 1 &&
    node.children.size === 0 &&
    value.properties.length === 1
  );
}
