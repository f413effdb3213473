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

/** The bytes that a photo may have: as it is sent, and as it stands in a list. */
const imageSizes = { full: 1_500_000, thumb: 100_000 } as const;

type FieldGraph = GraphRow & { readonly cards: readonly GraphRow[] };

/**
 * Mobile projects as clients in the field know them: those of the specification, with bounds as GeoJSON, and with the resource models of their cards.
 * @param languages of texts, most wanted first; end with the project's default language
 */
export function fieldProjectDocuments(
  { projects, graphs }: FieldProjects,
  languages: readonly string[],
): readonly GraphRow[] {
  const models = graphs.map((graph) => fieldGraph(graph, languages));
  return projects.map((project) => fieldProject(project, models));
}

function fieldProject(project: MobileProject, graphs: readonly FieldGraph[]): GraphRow {
  const cards = new Set<unknown>(project.cards);
  return {
    ...mobileProjectDocument(project),
    bounds: project.bounds === null ? null : parseWellKnownText(project.bounds),
    graphs: graphs.filter((graph) => graph.cards.some(({ cardid }) => cards.has(cardid))),
    image_size_limits: imageSizes,
    // There is no server of maps here: clients show the ones that they have.
    mapboxkey: '',
    onlinebasemaps: {},
  };
}

/** A resource model as far as the caller may read it, in the rows that clients in the field read. */
function fieldGraph(stored: StoredGraph, languages: readonly string[]): FieldGraph {
  const whole = toReadableGraph(toGraphRows(stored), languages.at(-1) ?? '');
  const graph = localizeGraph(whole, languages);
  const { graphid, name, color, root, nodegroups, nodes, widgets } = graph;
  return {
    graphid,
    name,
    color,
    root,
    nodegroups,
    nodes,
    widgets,
    cards: graph.cards.map((card, place) => ({ ...card, relative_position: place })),
    functions: graph.functions.map((one) => ({ ...one, config: withTemplates(one['config']) })),
  };
}

/** The configuration of a function with its templates where older models have them: at the top. */
function withTemplates(config: unknown): GraphRow {
  if (!isObject(config)) return {};
  const { descriptor_types: templates } = config;
  return isObject(templates) ? { ...config, ...templates } : config;
}
