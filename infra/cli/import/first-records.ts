import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import type { DisplayContext } from '../../../lib/model/datatypes/datatype.ts';
import { datatypeOf } from '../../../lib/model/datatypes/registry.ts';
import type { CompiledGraph, CompiledNode } from '../../../lib/model/graphs/compiled-graph.ts';
import { labelOfNode } from '../../../lib/model/graphs/node-widget.ts';
import type { ResourceRecord } from '../../../lib/model/resources/resource-record.ts';
import { writeWellKnownText } from '../../../lib/rdf/write-well-known-text.ts';
import { combineGeometries } from '../../../lib/serializers/tables/combine-geometries.ts';
import { pluralize } from '../text.ts';
import type { ConceptLookup } from './csv/concept-lookup.ts';
import { readNames } from './queries/names.ts';

const shownRecords = 3;
const shownValues = 8;
const shownCharacters = 60;

/** The first records of an import, which a dry run shows as pages would. */
export class FirstRecords {
  readonly #records: ResourceRecord[] = [];

  add(record: ResourceRecord): void {
    if (this.#records.length < shownRecords) this.#records.push(record);
  }

  /**
   * Describes the records: each with the labels and the texts of its first values.
   * @param concepts in which those of the records are loaded
   * @param language the project's default language
   */
  async describe(
    graphs: ReadonlyMap<string, CompiledGraph>,
    concepts: ConceptLookup,
    dataApi: DataApi,
    language: string,
  ): Promise<readonly string[]> {
    const values = this.#records.map((record) => listValues(record, graphs));
    const resourceIds = values.flat().flatMap(({ node, value }) => {
      const { references } = datatypeOf(node.datatype);
      return references?.(value).resources ?? [];
    });
    const names = await runQuery(dataApi.read, readNames(resourceIds));
    const namesById = new Map(names.map(({ resourceId, texts }) => [resourceId, texts]));
    const display: DisplayContext = {
      languages: [language],
      labels: {
        conceptValue: (id) => concepts.findConceptByValueId(id),
        resourceName: (id) => namesById.get(id.toLowerCase()),
      },
    };
    return this.#records.flatMap((record, index) =>
      describeRecord(record, values[index] ?? [], display),
    );
  }
}

type NodeValue = { readonly node: CompiledNode; readonly value: unknown };

function listValues(
  { resource, tiles }: ResourceRecord,
  graphs: ReadonlyMap<string, CompiledGraph>,
): readonly NodeValue[] {
  const nodes = new Map<string, CompiledNode>(
    graphs.get(resource.graph_id)?.nodes.map((node) => [node.nodeId, node]),
  );
  return tiles
    .flatMap(({ data }) => Object.entries(data))
    .flatMap(([nodeId, value]) => {
      const node = nodes.get(nodeId);
      return node === undefined || value === null ? [] : [{ node, value }];
    });
}

function describeRecord(
  { resource, tiles }: ResourceRecord,
  values: readonly NodeValue[],
  display: DisplayContext,
): readonly string[] {
  const lines = values.slice(0, shownValues).map(({ node, value }) => {
    const text = displayValue(node, value, display);
    const shortText = text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
    return `    ${labelOfNode(node, display.languages)}: ${shortText}`;
  });
  const rest = values.length - shownValues;
  return [
    `  ${resource.resource_id}: ${pluralize(tiles.length, 'tile')}`,
    ...lines,
    ...(rest > 0 ? [`    … and ${pluralize(rest, 'value')} more`] : []),
  ];
}

/** The text that pages have of a value; of a geometry, which they draw, its well-known text. */
function displayValue(node: CompiledNode, value: unknown, display: DisplayContext): string {
  const datatype = datatypeOf(node.datatype);
  const geometry = datatype.holds === 'geometry' ? combineGeometries([value])?.geometry : undefined;
  const text = geometry ? writeWellKnownText(geometry) : datatype.display(value, node, display);
  return text ?? JSON.stringify(value);
}
