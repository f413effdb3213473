import type { PropertySelection } from '../../model/geojson/feature-query.ts';
import { idNames, primaryName } from '../../model/layer-filters/queryable.ts';
import { nodePropertyName } from './node-property-name.ts';

/**
 * Lists the names of the properties that features of a query can have, each once: those that the query names, otherwise those of nodes, then the
 * name, the link and the ids. Properties that are stored in features have to be named.
 * @param nodes whose values become properties
 */
export function listFeatureColumns(
  nodes: readonly { readonly nodeId: string; readonly propertyName: string }[],
  query: PropertySelection,
): readonly string[] {
  return [
    ...new Set([
      ...(query.properties ?? nodes.map((node) => nodePropertyName(node, query))),
      ...(query.includePrimaryName ? [primaryName] : []),
      ...(query.includeGeojsonLink ? ['geojson'] : []),
      ...idNames,
    ]),
  ];
}
