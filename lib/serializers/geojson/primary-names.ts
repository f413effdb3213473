import type { FeatureQuery } from '../../model/geojson/feature-query.ts';
import { primaryName } from '../../model/layer-filters/queryable.ts';
import { pickText, type PreferredLanguages } from '../../model/pick-language.ts';
import type { ParsedFeatures } from '../../queries/geojson/parse-chunk.ts';

/** Creates the function that returns the name of a resource instance of a chunk; null if it has none that the caller may read. */
export const createNamePicker =
  ({ names }: Pick<ParsedFeatures, 'names'>, languages: PreferredLanguages) =>
  (resourceId: string): string | null =>
    pickText(names.get(resourceId) ?? null, languages);

/** Whether the features of a chunk have the property `primary_name`: on request, or as those of the layer of a model. */
function showsNames(
  { layer }: Pick<ParsedFeatures, 'layer'>,
  { includePrimaryName, properties }: Pick<FeatureQuery, 'includePrimaryName' | 'properties'>,
): boolean {
  const isColumn =
    layer?.hasNames === true && (properties === null || properties.includes(primaryName));
  return includePrimaryName || isColumn;
}

/** Creates the function that writes the property `primary_name` of a resource instance with a comma after it; empty if it is not shown. */
export function createPrimaryNameWriter(
  chunk: Pick<ParsedFeatures, 'layer' | 'names'>,
  query: FeatureQuery,
): (resourceId: string) => string {
  if (!showsNames(chunk, query)) return () => '';
  const languages =
    chunk.layer === null ? query.languages : [chunk.layer.language, ...query.languages];
  const pickName = createNamePicker(chunk, languages);
  return (resourceId) => `"${primaryName}":${JSON.stringify(pickName(resourceId))},`;
}
