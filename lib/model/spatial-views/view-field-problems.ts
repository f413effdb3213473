import { datatypeOf } from '../datatypes/registry.ts';
import { lookUpLanguage } from '../pick-language.ts';
import { viewNames, type SpatialViewPatch, type SpatialView } from './spatial-view.ts';

/** What is stored of a node that a spatial view names. */
export type ViewNode = {
  readonly nodeId: string;
  readonly graphId: string;
  readonly datatype: string;
};

/** What is stored of all that a spatial view names. */
export type ViewDependencies = {
  /** The node of its geometries; null where there is none with the id, or none was named. */
  readonly geometryNode: ViewNode | null;
  /** The language tags in the texts of the graph of that node; none where its texts are plain. */
  readonly languages: readonly string[];
  /** Those of its attribute nodes that there are. */
  readonly attributeNodes: readonly ViewNode[];
  readonly isSchema: boolean;
  /** Whether another spatial view has the slug, in any letter case. */
  readonly isSlugTaken: boolean;
  /** Which names that views of the slug can have belong to relations of the schema. */
  readonly takenNames: readonly string[];
};

/** One thing that is wrong with a field of a spatial view. */
export type ViewFieldProblem = {
  /** A JSON pointer into what was sent. */
  readonly pointer: string;
  readonly code: 'invalid' | 'missing' | 'repeated';
  readonly detail: string;
};

/** What somebody wants of a spatial view, as far as each field can be read. */
export type IntendedView = {
  readonly sent: SpatialViewPatch;
  /** The ids of the attribute nodes, by their places; null where what was sent is no id. */
  readonly attributeIds: readonly (string | null)[] | undefined;
  /** What is stored; undefined of a new one. */
  readonly stored: SpatialView | undefined;
};

const invalid = (pointer: string, detail: string): ViewFieldProblem => ({
  pointer,
  code: 'invalid',
  detail,
});

/**
 * Everything in which what somebody wants of a spatial view does not go with what is stored. What is not sent, and bears upon nothing that is, is
 * not looked at: a view that has lost a node can be changed in all other ways.
 * @param defaultLanguage the language of plain texts
 */
export function viewFieldProblems(
  wanted: IntendedView,
  surroundings: ViewDependencies,
  defaultLanguage: string,
): readonly ViewFieldProblem[] {
  const { sent } = wanted;
  return [
    ...(affectsNodes(wanted) || sent.language !== undefined
      ? ofGeometryNode(wanted, surroundings)
      : []),
    ...(sent.language !== undefined || sent.geometryNodeId !== undefined
      ? ofLanguage(wanted, surroundings, defaultLanguage)
      : []),
    ...(affectsNodes(wanted) ? ofAttributes(wanted, surroundings) : []),
    ...ofPlace(wanted, surroundings),
  ];
}

/** Whether what is sent bears upon the nodes of a spatial view, which are looked at then. */
export function affectsNodes({
  sent,
  attributeIds,
}: Pick<IntendedView, 'sent' | 'attributeIds'>): boolean {
  return attributeIds !== undefined || sent.geometryNodeId !== undefined;
}

function ofGeometryNode(
  { sent, stored }: IntendedView,
  { geometryNode }: ViewDependencies,
): readonly ViewFieldProblem[] {
  const id = sent.geometryNodeId ?? stored?.geometryNodeId;
  if (id === undefined) return [];
  if (geometryNode === null) {
    return [invalid('/geometrynodeid', `There is no node with the id ${id}.`)];
  }
  if (holdsGeometry(geometryNode)) return [];
  const detail = `The node ${id} holds no geometry: its datatype is ${geometryNode.datatype}.`;
  return [invalid('/geometrynodeid', detail)];
}

function ofLanguage(
  { sent, stored }: IntendedView,
  { geometryNode, languages }: ViewDependencies,
  defaultLanguage: string,
): readonly ViewFieldProblem[] {
  const language = sent.language ?? stored?.language;
  if (language === undefined || geometryNode === null) return [];
  const tags = languages.length === 0 ? [defaultLanguage] : languages;
  if (lookUpLanguage(tags, language) !== undefined) return [];
  const detail = `The resource model of the geometry node has no texts in ${JSON.stringify(language)}. It has them in: ${tags.join(', ')}.`;
  return [invalid('/language', detail)];
}

function ofAttributes(
  { attributeIds, stored }: IntendedView,
  { geometryNode, attributeNodes }: ViewDependencies,
): readonly ViewFieldProblem[] {
  const ids = attributeIds ?? stored?.attributeNodes.map(({ nodeid }) => nodeid.toLowerCase());
  const known = new Map(attributeNodes.map((node) => [node.nodeId, node]));
  return (ids ?? []).flatMap((id, place, all) => {
    if (id === null) return [];
    const pointer = `/attributenodes/${place}/nodeid`;
    if (all.indexOf(id) < place) {
      const detail = `The node ${id} stands in attributenodes twice: name each node once.`;
      return [{ pointer, code: 'repeated' as const, detail }];
    }
    const wrong = wrongAttribute(id, known.get(id), geometryNode);
    return wrong === undefined ? [] : [invalid(pointer, wrong)];
  });
}

function wrongAttribute(
  id: string,
  node: ViewNode | undefined,
  geometryNode: ViewNode | null,
): string | undefined {
  if (node === undefined) return `There is no node with the id ${id}.`;
  if (geometryNode !== null && node.graphId !== geometryNode.graphId) {
    return `The node ${id} does not belong to the graph of the geometry node.`;
  }
  if (!canBeShown(node))
    return `The node ${id} has no value to show: its datatype is ${node.datatype}.`;
  return undefined;
}

/** The schema, and the names of its views in it. They matter as soon as there are views. */
function ofPlace(
  { sent, stored }: IntendedView,
  { isSchema, isSlugTaken, takenNames }: ViewDependencies,
): readonly ViewFieldProblem[] {
  const slug = sent.slug ?? stored?.slug;
  const schema = sent.schema ?? stored?.schema ?? 'public';
  const isActive = sent.isActive ?? stored?.isActive ?? true;
  const problems: ViewFieldProblem[] = [];
  if (sent.slug !== undefined && isSlugTaken) {
    problems.push(
      invalid(
        '/slug',
        `Another spatial view has the slug ${sent.slug}; letter case does not count.`,
      ),
    );
  }
  if ((isActive || sent.schema !== undefined) && !isSchema) {
    const detail = `The schema ${JSON.stringify(schema)} does not exist, or belongs to the database itself.`;
    problems.push(invalid('/schema', detail));
  }
  if (slug === undefined || !(isActive || sent.slug !== undefined || sent.schema !== undefined)) {
    return problems;
  }
  const isMixedGeometryTypes = sent.isMixedGeometryTypes ?? stored?.isMixedGeometryTypes ?? false;
  const own = stored !== undefined && stored.schema === schema ? ownNames(stored) : [];
  const clashing = viewNames({ slug, isMixedGeometryTypes }).filter(
    (name) => takenNames.includes(name) && !own.includes(name),
  );
  if (clashing.length > 0) {
    const detail = `The schema ${JSON.stringify(schema)} has something else of the name ${clashing.join(', ')}: choose another slug.`;
    problems.push(invalid('/slug', detail));
  }
  return problems;
}

/** The names of the views that there are of a spatial view. */
function ownNames(stored: SpatialView): readonly string[] {
  return stored.isActive ? viewNames(stored) : [];
}

function holdsGeometry({ datatype }: ViewNode): boolean {
  return datatypeOf(datatype).holds === 'geometry';
}

/** Whether values of a node can stand in a column. */
function canBeShown({ datatype }: ViewNode): boolean {
  return datatypeOf(datatype).columnText?.as !== 'nothing';
}
