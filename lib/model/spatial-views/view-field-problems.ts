import type { repeatedMemberCode } from '../../json/repeated-members.ts';
import { datatypeOf } from '../datatypes/registry.ts';
import { lookUpLanguage } from '../pick-language.ts';
import { viewNames, type SpatialViewPatch, type SpatialView } from './spatial-view.ts';

/** A stored node that a spatial view refers to. */
export type ViewNode = {
  readonly nodeId: string;
  readonly graphId: string;
  readonly datatype: string;
};

/** The stored data that a spatial view depends on. */
export type ViewDependencies = {
  /** The geometry node; null if it does not exist or none was sent. */
  readonly geometryNode: ViewNode | null;
  /** The language tags of the graph of the geometry node; empty if the graph has plain texts. */
  readonly languages: readonly string[];
  /** The attribute nodes that exist. */
  readonly attributeNodes: readonly ViewNode[];
  /** Whether the schema exists and is not a schema of the database itself. */
  readonly isSchema: boolean;
  /** Whether another spatial view has the slug, in any letter case. */
  readonly isSlugTaken: boolean;
  /** The possible view names that other relations of the schema already use. */
  readonly takenNames: readonly string[];
};

export type ViewFieldProblem = {
  /** JSON Pointer into the request body. */
  readonly pointer: string;
  readonly code: 'invalid' | 'missing' | 'repeated' | typeof repeatedMemberCode;
  readonly detail: string;
};

/** Whether a problem is in the member `name` of the request body, or in a part of that member. */
export function isProblemOfField({ pointer }: ViewFieldProblem, name: string): boolean {
  return `${pointer}/`.startsWith(`/${name}/`);
}

/** The requested spatial view, with the fields that could be parsed. */
export type IntendedView = {
  readonly sent: SpatialViewPatch;
  /** The ids of the attribute nodes, in order; null for an invalid id. */
  readonly attributeIds: readonly (string | null)[] | undefined;
  /** Undefined for a new spatial view. */
  readonly stored: SpatialView | undefined;
};

const createInvalidProblem = (pointer: string, detail: string): ViewFieldProblem => ({
  pointer,
  code: 'invalid',
  detail,
});

/**
 * Validates a requested spatial view against the stored data. Only fields in the request and fields that depend on
 * them are validated, so that a view with a deleted node can still be changed.
 * @rule Spatial views: What may the fields of a spatial view be?
 * @param defaultLanguage the language of plain texts
 */
export function findViewFieldProblems(
  intended: IntendedView,
  dependencies: ViewDependencies,
  defaultLanguage: string,
): readonly ViewFieldProblem[] {
  const { sent } = intended;
  return [
    ...(affectsNodes(intended) || sent.language !== undefined
      ? validateGeometryNode(intended, dependencies)
      : []),
    ...(sent.language !== undefined || sent.geometryNodeId !== undefined
      ? validateLanguage(intended, dependencies, defaultLanguage)
      : []),
    ...(affectsNodes(intended) ? validateAttributes(intended, dependencies) : []),
    ...validateSchemaAndNames(intended, dependencies),
  ];
}

/** Whether a request affects the nodes of a spatial view, which are then validated. */
export function affectsNodes({
  sent,
  attributeIds,
}: Pick<IntendedView, 'sent' | 'attributeIds'>): boolean {
  return attributeIds !== undefined || sent.geometryNodeId !== undefined;
}

function validateGeometryNode(
  { sent, stored }: IntendedView,
  { geometryNode }: ViewDependencies,
): readonly ViewFieldProblem[] {
  const id = sent.geometryNodeId ?? stored?.geometryNodeId;
  if (id === undefined) return [];
  if (geometryNode === null) {
    return [
      createInvalidProblem(
        '/geometrynodeid',
        `There is no node with the id ${id}: give the id of an existing one.`,
      ),
    ];
  }
  if (hasGeometry(geometryNode)) return [];
  const detail = `The node ${id} has no geometries, because its datatype is ${geometryNode.datatype}: choose a node with geometries.`;
  return [createInvalidProblem('/geometrynodeid', detail)];
}

function validateLanguage(
  { sent, stored }: IntendedView,
  { geometryNode, languages }: ViewDependencies,
  defaultLanguage: string,
): readonly ViewFieldProblem[] {
  const language = sent.language ?? stored?.language;
  if (language === undefined || geometryNode === null) return [];
  const tags = languages.length === 0 ? [defaultLanguage] : languages;
  if (lookUpLanguage(tags, language) !== undefined) return [];
  const detail = `The resource model of the geometry node has no texts in ${JSON.stringify(language)}: choose one of ${tags.join(', ')}.`;
  return [createInvalidProblem('/language', detail)];
}

function validateAttributes(
  { attributeIds, stored }: IntendedView,
  { geometryNode, attributeNodes }: ViewDependencies,
): readonly ViewFieldProblem[] {
  const ids = attributeIds ?? stored?.attributeNodes.map(({ nodeid }) => nodeid.toLowerCase());
  const nodesById = new Map(attributeNodes.map((node) => [node.nodeId, node]));
  return (ids ?? []).flatMap((id, index, allIds) => {
    if (id === null) return [];
    const pointer = `/attributenodes/${index}/nodeid`;
    if (allIds.indexOf(id) < index) {
      const detail = `The node ${id} occurs twice in attributenodes: name each node once.`;
      return [{ pointer, code: 'repeated' as const, detail }];
    }
    const detail = describeAttributeProblem(id, nodesById.get(id), geometryNode);
    return detail === undefined ? [] : [createInvalidProblem(pointer, detail)];
  });
}

function describeAttributeProblem(
  id: string,
  node: ViewNode | undefined,
  geometryNode: ViewNode | null,
): string | undefined {
  if (node === undefined)
    return `There is no node with the id ${id}: give the id of an existing one.`;
  if (geometryNode !== null && node.graphId !== geometryNode.graphId) {
    return `The node ${id} does not belong to the graph of the geometry node: choose one that does.`;
  }
  if (!canBeColumn(node))
    return `The node ${id} has no value to show, because its datatype is ${node.datatype}: leave it out.`;
  return undefined;
}

/** Validates the schema and the view names, which are needed only while the spatial view is active. */
function validateSchemaAndNames(
  { sent, stored }: IntendedView,
  { isSchema, isSlugTaken, takenNames }: ViewDependencies,
): readonly ViewFieldProblem[] {
  const slug = sent.slug ?? stored?.slug;
  const schema = sent.schema ?? stored?.schema ?? 'public';
  const isActive = sent.isActive ?? stored?.isActive ?? true;
  const problems: ViewFieldProblem[] = [];
  if (sent.slug !== undefined && isSlugTaken) {
    problems.push(
      createInvalidProblem(
        '/slug',
        `Another spatial view has the slug ${sent.slug} (letter case is ignored): choose another slug.`,
      ),
    );
  }
  if ((isActive || sent.schema !== undefined) && !isSchema) {
    const detail = `The schema ${JSON.stringify(schema)} does not exist, or belongs to the database itself: choose another schema.`;
    problems.push(createInvalidProblem('/schema', detail));
  }
  if (slug === undefined || !(isActive || sent.slug !== undefined || sent.schema !== undefined)) {
    return problems;
  }
  const isMixedGeometryTypes = sent.isMixedGeometryTypes ?? stored?.isMixedGeometryTypes ?? false;
  const storedViewNames =
    stored !== undefined && stored.schema === schema ? listCurrentViewNames(stored) : [];
  const takenViewNames = viewNames({ slug, isMixedGeometryTypes }).filter(
    (name) => takenNames.includes(name) && !storedViewNames.includes(name),
  );
  if (takenViewNames.length > 0) {
    const detail = `The schema ${JSON.stringify(schema)} already has a relation named ${takenViewNames.join(', ')}: choose another slug.`;
    problems.push(createInvalidProblem('/slug', detail));
  }
  return problems;
}

/** Returns the names of the database views that exist now. */
function listCurrentViewNames(stored: SpatialView): readonly string[] {
  return stored.isActive ? viewNames(stored) : [];
}

function hasGeometry({ datatype }: ViewNode): boolean {
  return datatypeOf(datatype).holds === 'geometry';
}

function canBeColumn({ datatype }: ViewNode): boolean {
  return datatypeOf(datatype).columnText?.as !== 'nothing';
}
