import type { ResourceId } from '../../model/ids.ts';
import type { DisplayContext } from '../../model/datatypes/datatype.ts';
import { datatypeOf } from '../../model/datatypes/registry.ts';
import { labelOfNode } from '../../model/graphs/node-widget.ts';
import { truncateText } from '../../model/descriptors/truncate-descriptor.ts';
import type { FoundRecords, MetNode, MetValue } from '../../queries/questions/found-records.ts';
import { toResultPictures } from '../iiif/result-picture.ts';
import { toNamedResource } from '../resources/named-resource.ts';

/** The longest displayed text, in characters. */
const maxCharacters = 1000;

type FoundOptions = {
  /** The base URL of the service, without a slash at the end. */
  readonly baseUrl: string;
  /** Language tags, preferred first. */
  readonly languages: readonly string[];
};

/**
 * Converts resource instances that a question finds into results of the format `results`, each with the values that meet the conditions.
 * Texts are in the language of the reader. One that is not visible any more is left out.
 */
export function toFoundResults(
  ids: readonly ResourceId[],
  found: FoundRecords,
  { baseUrl, languages }: FoundOptions,
) {
  const resources = new Map(found.resources.map((resource) => [resource.resourceId, resource]));
  const places = new Map(found.places.map(({ resourceId, place }) => [resourceId, place]));
  const values = Map.groupBy(found.values, ({ resourceId }) => resourceId);
  const nodes = new Map(found.nodes.map((node) => [node.nodeId, node]));
  const pictures = toResultPictures(found.pictures, { baseUrl, languages });
  const context = displayContext(found, languages);
  return ids.flatMap((id) => {
    const resource = resources.get(id);
    if (resource === undefined) return [];
    return {
      ...toNamedResource(resource, { baseUrl, models: found.models, languages }),
      place: places.get(id) ?? null,
      ...pictures.get(id),
      values: (values.get(id) ?? []).flatMap((value) => {
        const node = nodes.get(value.nodeId);
        return node === undefined ? [] : [toMetValue(value, node, context)];
      }),
    };
  });
}

function displayContext(
  { resources, concepts }: FoundRecords,
  languages: readonly string[],
): DisplayContext {
  const labels = new Map(concepts.map((concept) => [concept.valueId, concept]));
  const names = new Map(resources.map((resource) => [resource.resourceId, resource.names]));
  return {
    languages,
    labels: {
      conceptValue: (id) => labels.get(id.toLowerCase()),
      resourceName: (id) => names.get(id.toLowerCase()),
    },
  };
}

function toMetValue({ tileId, value }: MetValue, node: MetNode, context: DisplayContext) {
  const text = datatypeOf(node.datatype).display(value, node, context);
  return {
    node: {
      id: node.nodeId,
      alias: node.alias,
      label: labelOfNode(node, context.languages),
    },
    tile: tileId,
    display: text === null ? null : truncateText(text, maxCharacters),
  };
}
