import { datatypeOf } from '../datatypes/registry.ts';
import type { DisplayContext, Labels, ValueReferences } from '../datatypes/datatype.ts';
import { joinTemplatePieces, splitTemplateText, type TemplatePiece } from './template-pieces.ts';
import type {
  CompiledDescriptors,
  CompiledGraph,
  CompiledNode,
  CompiledTemplate,
} from '../graphs/compiled-graph.ts';

/** A text about a resource instance, and what a caller must be allowed to read to see it. */
export type Descriptor = {
  readonly value: string;
  readonly nodegroups: readonly string[];
  /** Those that its nodes refer to, whether they are there or not, and those that are part of their names. */
  readonly resources: readonly string[];
  /** The text without the names of others, for callers who may not see all of them; absent where nothing is left, or named. */
  readonly own?: Pick<Descriptor, 'value' | 'nodegroups'>;
};

/** The texts of a resource instance by language, then by kind: `name`, `description`, `map_popup`. */
export type Descriptors = Readonly<Record<string, Readonly<Record<string, Descriptor>>>>;

/** The data of the first tile of each nodegroup that the templates of a graph name, by nodegroup id. */
export type DescriptorSource = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/**
 * What the name of a referenced resource instance is built from, which its readers must be allowed to see too: nodegroups, and
 * resource instances whose names are part of it, however deep.
 */
export type NameRequirements = (resourceId: string) => Pick<Descriptor, 'nodegroups' | 'resources'>;

/** The templates of a graph, and what the texts that they make are called. */
export const descriptorKinds = [
  ['name', 'name'],
  ['description', 'description'],
  ['mapPopup', 'map_popup'],
] as const;

/** What of a compiled graph texts are made by: its templates, and at least the nodes that they name. */
export type NamingModel = Pick<CompiledGraph, 'publicationId' | 'descriptors' | 'nodes'>;

/** Takes out of a compiled graph what texts are made by: naming goes through the nodes, and most models have hundreds. */
export function namingModel({ publicationId, descriptors, nodes }: NamingModel): NamingModel {
  const parts = Object.values(descriptors).flatMap((template) => template?.parts ?? []);
  const named = new Set(parts.flatMap((part) => (part.kind === 'node' ? part.nodeId : [])));
  return { publicationId, descriptors, nodes: nodes.filter(({ nodeId }) => named.has(nodeId)) };
}

/** What a template finds in the tiles that concepts and resource instances have texts for; as often as it finds it. */
export function descriptorReferences(
  { nodes, descriptors }: NamingModel,
  template: keyof CompiledDescriptors,
  source: DescriptorSource,
): ValueReferences {
  const { nodegroupId = null, parts = [] } = descriptors[template] ?? {};
  const data = source.get(nodegroupId ?? '') ?? {};
  const named = new Set<string>(parts.flatMap((part) => (part.kind === 'node' ? part.nodeId : [])));
  const found = nodes
    .filter(({ nodeId }) => named.has(nodeId))
    .map(({ nodeId, datatype }) => datatypeOf(datatype).references?.(data[nodeId]));
  return {
    conceptValues: found.flatMap((references) => references?.conceptValues ?? []),
    resources: found.flatMap((references) => references?.resources ?? []),
  };
}

/** Characters of a descriptor at most: it is there to be shown, in every language, and the tile keeps the whole text. */
export const maxDescriptorLength = 20_000;

/**
 * Computes the display name, description and map text of a resource instance for every language.
 * Each template stands for the first tile of its nodegroup; `<Node Name>` in it for that node's value in words.
 * A text without tile, or of empty values only, is left out; one of more than 20,000 characters is cut.
 * @param needs what the name of a referenced resource instance was built from
 */
export function fillTemplates(
  graph: Pick<NamingModel, 'descriptors' | 'nodes'>,
  source: DescriptorSource,
  labels: Labels,
  needs: NameRequirements,
  languages: readonly string[],
): Descriptors {
  const nodes = new Map(graph.nodes.map((node) => [node.nodeId as string, node]));
  const inLanguage = (language: string): Readonly<Record<string, Descriptor>> =>
    Object.fromEntries(
      descriptorKinds.flatMap(([kind, name]) => {
        const template = graph.descriptors[kind];
        if (!template) return [];
        const filled = fill(template, nodes, source, labels, language);
        if (filled === undefined) return [];
        const needed = withNeeds(filled, needs);
        if (filled.resources.length === 0) return [[name, needed]];
        const own = fill(template, nodes, source, withoutNames(labels), language);
        return [[name, { ...needed, ...ownOf(own) }]];
      }),
    );
  return Object.fromEntries(
    languages
      .map((language) => [language, inLanguage(language)] as const)
      .filter(([, texts]) => Object.keys(texts).length > 0),
  );
}

function fill(
  template: CompiledTemplate,
  nodes: ReadonlyMap<string, CompiledNode>,
  source: DescriptorSource,
  labels: Labels,
  language: string,
): Descriptor | undefined {
  const data = template.nodegroupId === null ? {} : source.get(template.nodegroupId);
  if (data === undefined) return undefined;
  const resources: string[] = [];
  const context = { languages: [language], labels };
  const pieces = template.parts.flatMap((part): readonly TemplatePiece[] => {
    if (part.kind === 'text') return splitTemplateText(part.text);
    const node = nodes.get(part.nodeId);
    if (node === undefined) return [{ kind: 'value', text: '' }];
    resources.push(...(datatypeOf(node.datatype).references?.(data[node.nodeId]).resources ?? []));
    return [{ kind: 'value', text: inWords(data[node.nodeId], node, context) }];
  });
  const value = joinTemplatePieces(pieces);
  if (value === '') return undefined;
  return {
    value: shortened(value),
    nodegroups: template.nodegroupId === null ? [] : [template.nodegroupId],
    resources,
  };
}

const withoutNames = (labels: Labels): Labels => ({ ...labels, resourceName: () => undefined });

function ownOf(own: Descriptor | undefined): Pick<Descriptor, 'own'> {
  return own === undefined ? {} : { own: { value: own.value, nodegroups: own.nodegroups } };
}

/** A value in words; empty where it has none, such as a place on the map or what is written as JSON alone. */
function inWords(value: unknown, node: CompiledNode, context: DisplayContext): string {
  const datatype = datatypeOf(node.datatype);
  const shown = datatype.display(value, node, context) ?? '';
  const isJson = /^[[{]/.test(shown) && shown === JSON.stringify(value);
  return isJson || datatype.isExcludedFromNames === true ? '' : shown;
}

function shortened(text: string): string {
  if (text.length <= maxDescriptorLength) return text;
  // Never between the halves of a surrogate pair.
  return `${text.slice(0, maxDescriptorLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function withNeeds(descriptor: Descriptor, needs: NameRequirements): Descriptor {
  const within = descriptor.resources.map(needs);
  const nodegroups = within.flatMap((name) => name.nodegroups);
  const resources = within.flatMap((name) => name.resources);
  return {
    ...descriptor,
    nodegroups: [...new Set([...descriptor.nodegroups, ...nodegroups])],
    resources: [...new Set([...descriptor.resources, ...resources])],
  };
}
