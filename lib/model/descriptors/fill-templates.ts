import { datatypeOf } from '../datatypes/registry.ts';
import type { DisplayContext, LabelLookup, ValueReferences } from '../datatypes/datatype.ts';
import type { PreferredLanguages } from '../pick-language.ts';
import { joinTemplatePieces, splitTemplateText, type TemplatePiece } from './template-pieces.ts';
import { truncateDescriptor } from './truncate-descriptor.ts';
import type {
  CompiledDescriptors,
  CompiledGraph,
  CompiledNode,
  CompiledTemplate,
} from '../graphs/compiled-graph.ts';

/** A text about a resource instance, and the data that callers must be allowed to read to see the text. */
export type Descriptor = {
  readonly value: string;
  /** The ids of the nodegroups with the values in the text. */
  readonly nodegroups: readonly string[];
  /** The resource instances that its nodes refer to, whether they exist or not, and those whose names are part of their names. */
  readonly resources: readonly string[];
  /**
   * The text without the names of other resource instances, for callers who cannot see all of these; absent if this
   * text would be empty, or if the text contains no other names.
   */
  readonly own?: Pick<Descriptor, 'value' | 'nodegroups'>;
};

/** By language, then by kind: `name`, `description`, `map_popup`. */
export type Descriptors = Readonly<Record<string, Readonly<Record<string, Descriptor>>>>;

/** The data of the first tile of each nodegroup with a template, by nodegroup id. */
export type TemplateData = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/**
 * Returns what callers must be allowed to read to see a referenced name: its nodegroups, and all resource instances
 * whose names are part of it.
 */
export type NameRequirements = (resourceId: string) => Pick<Descriptor, 'nodegroups' | 'resources'>;

/** The templates of a graph, and the stored keys of their texts. */
export const descriptorKinds = [
  ['name', 'name'],
  ['description', 'description'],
  ['mapPopup', 'map_popup'],
] as const;

/** The parts of a compiled graph that descriptors need: the templates and the nodes in them. */
export type NamingModel = Pick<CompiledGraph, 'publicationId' | 'descriptors' | 'nodes'>;

/** Reduces a compiled graph to the nodes in its templates, because most models have hundreds of others. */
export function toNamingModel({ publicationId, descriptors, nodes }: NamingModel): NamingModel {
  const parts = Object.values(descriptors).flatMap((template) => template?.parts ?? []);
  const templateNodeIds = new Set(
    parts.flatMap((part) => (part.kind === 'node' ? part.nodeId : [])),
  );
  return {
    publicationId,
    descriptors,
    nodes: nodes.filter(({ nodeId }) => templateNodeIds.has(nodeId)),
  };
}

/** Returns the references in the values of a template, possibly with duplicates. */
export function findDescriptorReferences(
  { nodes, descriptors }: NamingModel,
  template: keyof CompiledDescriptors,
  source: TemplateData,
): ValueReferences {
  const { nodegroupId = null, parts = [] } = descriptors[template] ?? {};
  const data = source.get(nodegroupId ?? '') ?? {};
  const templateNodeIds = new Set<string>(
    parts.flatMap((part) => (part.kind === 'node' ? part.nodeId : [])),
  );
  const referencesByNode = nodes
    .filter(({ nodeId }) => templateNodeIds.has(nodeId))
    .map(({ nodeId, datatype }) => datatypeOf(datatype).references?.(data[nodeId]));
  return {
    conceptValues: referencesByNode.flatMap((references) => references?.conceptValues ?? []),
    resources: referencesByNode.flatMap((references) => references?.resources ?? []),
  };
}

/**
 * Fills the templates of name, description and map popup in every language. `<Node Name>` is replaced with the display text of that node in
 * the first tile of the template's nodegroup, in that language or as near to it as there is one (pick-language.ts). A text without a tile or
 * with only empty values is left out. Texts that are too long are cut.
 * @rule Names and relations: How is a name made from its template?
 * @param requirementsOf what callers must be allowed to read to see the name of a referenced resource instance
 * @param languages the languages of the texts, the project's default language first
 */
export function fillTemplates(
  graph: Pick<NamingModel, 'descriptors' | 'nodes'>,
  source: TemplateData,
  labels: LabelLookup,
  requirementsOf: NameRequirements,
  languages: readonly string[],
): Descriptors {
  const nodes = new Map(graph.nodes.map((node) => [node.nodeId as string, node]));
  const [defaultLanguage = ''] = languages;
  const fillInLanguage = (language: string): Readonly<Record<string, Descriptor>> => {
    const preferred = [language, defaultLanguage];
    return Object.fromEntries(
      descriptorKinds.flatMap(([templateKey, kind]) => {
        const template = graph.descriptors[templateKey];
        if (!template) return [];
        const filledDescriptor = fillTemplate(template, nodes, source, labels, preferred);
        if (filledDescriptor === undefined) return [];
        const completeDescriptor = withRequirements(filledDescriptor, requirementsOf);
        if (filledDescriptor.resources.length === 0) return [[kind, completeDescriptor]];
        const ownDescriptor = fillTemplate(
          template,
          nodes,
          source,
          withoutResourceNames(labels),
          preferred,
        );
        return [[kind, { ...completeDescriptor, ...toOwnText(ownDescriptor) }]];
      }),
    );
  };
  return Object.fromEntries(
    languages
      .map((language) => [language, fillInLanguage(language)] as const)
      .filter(([, texts]) => Object.keys(texts).length > 0),
  );
}

function fillTemplate(
  template: CompiledTemplate,
  nodes: ReadonlyMap<string, CompiledNode>,
  source: TemplateData,
  labels: LabelLookup,
  languages: PreferredLanguages,
): Descriptor | undefined {
  const data = template.nodegroupId === null ? {} : source.get(template.nodegroupId);
  if (data === undefined) return undefined;
  const resources: string[] = [];
  const context = { languages, labels };
  const pieces = template.parts.flatMap((part): readonly TemplatePiece[] => {
    if (part.kind === 'text') return splitTemplateText(part.text);
    const node = nodes.get(part.nodeId);
    if (node === undefined) return [{ kind: 'value', text: '' }];
    resources.push(...(datatypeOf(node.datatype).references?.(data[node.nodeId]).resources ?? []));
    return [{ kind: 'value', text: displayValue(data[node.nodeId], node, context) }];
  });
  const value = joinTemplatePieces(pieces);
  if (value === '') return undefined;
  return {
    value: truncateDescriptor(value),
    nodegroups: template.nodegroupId === null ? [] : [template.nodegroupId],
    resources,
  };
}

const withoutResourceNames = (labels: LabelLookup): LabelLookup => ({
  ...labels,
  resourceName: () => undefined,
});

function toOwnText(descriptor: Descriptor | undefined): Pick<Descriptor, 'own'> {
  if (descriptor === undefined) return {};
  return { own: { value: descriptor.value, nodegroups: descriptor.nodegroups } };
}

/** Displays a value; empty if it can only be displayed as JSON, or is excluded from names. */
function displayValue(value: unknown, node: CompiledNode, context: DisplayContext): string {
  const datatype = datatypeOf(node.datatype);
  const displayText = datatype.display(value, node, context) ?? '';
  const isJson = /^[[{]/.test(displayText) && displayText === JSON.stringify(value);
  return isJson || datatype.isExcludedFromNames === true ? '' : displayText;
}

function withRequirements(descriptor: Descriptor, requirementsOf: NameRequirements): Descriptor {
  const requirementsOfNames = descriptor.resources.map(requirementsOf);
  const nodegroups = requirementsOfNames.flatMap(({ nodegroups }) => nodegroups);
  const resources = requirementsOfNames.flatMap(({ resources }) => resources);
  return {
    ...descriptor,
    nodegroups: [...new Set([...descriptor.nodegroups, ...nodegroups])],
    resources: [...new Set([...descriptor.resources, ...resources])],
  };
}
