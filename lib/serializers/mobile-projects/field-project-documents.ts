import { isObject } from '../../model/datatypes/values/json-values.ts';
import type { MobileProject } from '../../model/mobile-projects/mobile-project.ts';
import { parseWellKnownText } from '../../rdf/parse-well-known-text.ts';
import type { StoredGraph } from '../../queries/graphs/graphs.ts';
import type { FieldProjects } from '../../queries/mobile-projects/field-projects.ts';
import type { GraphRow } from '../graphs/graph-columns.ts';
import { toGraphRows } from '../graphs/graph-rows.ts';
import { localizeGraph } from '../graphs/localize-graph.ts';
import { toReadableGraph } from '../graphs/readable-graph.ts';
import { mobileProjectDocument } from './mobile-project-document.ts';
import type { PreferredLanguages } from '../../model/pick-language.ts';

/** The maximum size of a photo and of its thumbnail, in bytes. A photo comes to POST /images in a request of at most 4.4 MB. */
const imageSizeLimits = { full: 4_500_000, thumb: 100_000 } as const;

type FieldGraph = GraphRow & { readonly cards: readonly GraphRow[] };

/**
 * Creates mobile projects for field clients: the document of the specification, with bounds as GeoJSON, and with
 * the resource models of the cards.
 * @param defaultLanguage the language of texts that state none
 */
export function fieldProjectDocuments(
  { projects, graphs }: FieldProjects,
  languages: PreferredLanguages,
  defaultLanguage: string,
): readonly GraphRow[] {
  const models = graphs.map((graph) => toFieldGraph(graph, languages, defaultLanguage));
  return projects.map((project) => createFieldProject(project, models));
}

function createFieldProject(project: MobileProject, graphs: readonly FieldGraph[]): GraphRow {
  const cards = new Set<unknown>(project.cards);
  return {
    ...mobileProjectDocument(project),
    bounds: project.bounds === null ? null : parseWellKnownText(project.bounds),
    graphs: graphs.filter((graph) => graph.cards.some(({ cardid }) => cards.has(cardid))),
    image_size_limits: imageSizeLimits,
    // The service has no map server: clients use their own maps.
    mapboxkey: '',
    onlinebasemaps: {},
  };
}

/** Reduces a readable resource model to the rows that field clients read. */
function toFieldGraph(
  stored: StoredGraph,
  languages: PreferredLanguages,
  defaultLanguage: string,
): FieldGraph {
  const readableGraph = toReadableGraph(toGraphRows(stored), defaultLanguage);
  const graph = localizeGraph(readableGraph, languages, defaultLanguage);
  const { graphid, name, color, root, nodegroups, nodes, widgets } = graph;
  return {
    graphid,
    name,
    color,
    root,
    nodegroups,
    nodes,
    widgets,
    cards: graph.cards.map((card, index) => ({ ...card, relative_position: index })),
    functions: graph.functions.map((row) => ({ ...row, config: flattenTemplates(row['config']) })),
  };
}

/** Copies templates to the top level of a function configuration, where older models have them. */
function flattenTemplates(config: unknown): GraphRow {
  if (!isObject(config)) return {};
  const { descriptor_types: templates } = config;
  return isObject(templates) ? { ...config, ...templates } : config;
}
