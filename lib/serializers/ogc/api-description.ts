import { idNames, nodePrefix, primaryName } from '../../model/layer-filters/queryable.ts';
import { formatCollectionId } from '../../model/ogc/collection-id.ts';
import { geometryKinds } from '../../model/spatial-views/spatial-view.ts';
import type { NamedLayer } from '../../queries/ogc/queryable-names.ts';
import { queryableType } from './queryables-document.ts';

const itemsPath = '/collections/{collectionId}/items';

type Parameter = Readonly<Record<string, unknown>>;
type Operation = Readonly<Record<string, unknown>> & { readonly parameters: readonly Parameter[] };

/** The parts of the description that are extended. */
type Description = {
  readonly paths: Readonly<Record<string, unknown>> & {
    readonly [itemsPath]: { readonly get: Operation };
  };
};

/**
 * Adds to the description of the API a path for the features of each collection, with its queryables as parameters. GDAL reads there what it
 * can ask.
 * @rule GeoJSON and OGC API Features: Which parameters does the description list for each collection?
 */
export function describeCollections<Base extends Description>(
  description: Base,
  layers: readonly NamedLayer[],
): Base {
  const { get } = description.paths[itemsPath];
  const general = get.parameters.filter((parameter) => !isCollectionId(parameter));
  const reserved = new Set(general.flatMap(({ name }) => (typeof name === 'string' ? [name] : [])));
  const paths = layers.flatMap(({ slug, columns, hasNames }) => {
    const queryables = [
      ...columns.map((column) => ({ name: column.name, schema: queryableType(column) })),
      ...[...idNames, ...(hasNames ? [primaryName] : [])].map((name) => ({
        name,
        schema: { type: 'string' },
      })),
    ];
    const parameters = [
      ...general,
      ...queryables.map(({ name, schema }) => ({
        name: reserved.has(name) ? `${nodePrefix}${name}` : name,
        in: 'query',
        description: `Only features with this value of ${JSON.stringify(name)}.`,
        schema,
      })),
    ];
    return [null, ...geometryKinds].map((kind) => {
      const id = formatCollectionId(slug, kind);
      return [
        `/collections/${id}/items`,
        {
          get: {
            ...get,
            operationId: `${String(get['operationId'])}_${id}`,
            parameters,
          },
        },
      ] as const;
    });
  });
  return { ...description, paths: { ...description.paths, ...Object.fromEntries(paths) } };
}

const isCollectionId = (parameter: Parameter): boolean =>
  String(parameter['$ref']).endsWith('/collectionId');
