import { asList, isLocalizedText, isObject } from '../../model/datatypes/values/json-values.ts';
import { datatypeOf } from '../../model/datatypes/registry.ts';
import {
  geometryName,
  idNames,
  primaryName,
  type Column,
} from '../../model/layer-filters/queryable.ts';
import { pickText, type LocalizedText } from '../../model/pick-language.ts';
import type { DescribedLayer } from '../../queries/ogc/queryable-layer.ts';
import { collectionUri } from './link.ts';

/** The most values that a queryable lists. */
export const maxListedValues = 200;

/** The labels of the concepts of a collection of the thesaurus, by language. */
export type CollectionLabels = (collectionId: string) => readonly LocalizedText[];

/** The type of a queryable (JSON Schema). */
export type QueryableType = { readonly type: string; readonly format?: string };

/** The type of the values of a column, as a filter compares them. */
export function queryableType({ datatype }: Pick<Column, 'datatype'>): QueryableType {
  const { searchedBy, datesPeriod = false } = datatypeOf(datatype);
  if (searchedBy === 'numbers') return { type: 'number' };
  if (searchedBy === 'truth') return { type: 'boolean' };
  // Extended dates are no dates of JSON Schema.
  return searchedBy === 'days' && !datesPeriod
    ? { type: 'string', format: 'date' }
    : { type: 'string' };
}

/** The id of the collection of the concepts of a column. */
export function collectionOf({ datatype, config }: Column): string | undefined {
  const collection = config['rdmCollection'];
  const hasConcepts = datatypeOf(datatype).searchedBy === 'concepts';
  return hasConcepts && typeof collection === 'string' ? collection.toLowerCase() : undefined;
}

function textsOfOptions({ config }: Column): readonly LocalizedText[] {
  return asList(config['options'])
    .filter(isObject)
    .flatMap(({ text }) => (isLocalizedText(text) ? [text] : []));
}

/** The texts that a column can show, if they are few: of the model or the thesaurus, never of the records. */
function valuesOf(
  column: Column,
  languages: readonly string[],
  labelsOf: CollectionLabels,
): readonly string[] {
  const { searchedBy } = datatypeOf(column.datatype);
  const collection = collectionOf(column);
  const texts =
    searchedBy === 'options'
      ? textsOfOptions(column)
      : collection === undefined
        ? []
        : labelsOf(collection);
  const shown = texts.flatMap((text) => pickText(text, languages) ?? []);
  const distinct = [...new Set(shown)].filter((text) => text !== '');
  return distinct.length > maxListedValues ? [] : distinct;
}

const geometryFormats = {
  point: 'geometry-point-or-multipoint',
  linestring: 'geometry-linestring-or-multilinestring',
  polygon: 'geometry-polygon-or-multipolygon',
} as const;

/**
 * Creates the queryables of a collection: a JSON schema of its properties (OGC API Features part 3, section 6.2).
 * @rule GeoJSON and OGC API Features: Which properties of a collection are queryables, and which values do they list?
 * @param languages the default language; that of the layer has precedence
 */
export function queryablesDocument(
  id: string,
  layer: DescribedLayer,
  labelsOf: CollectionLabels,
  { baseUrl, language }: { readonly baseUrl: string; readonly language: string },
) {
  const languages = [layer.language, language];
  const columns = layer.columns.map((column) => {
    const values = valuesOf(column, languages, labelsOf);
    const schema = {
      title: column.name,
      ...queryableType(column),
      ...(values.length === 0 ? {} : { enum: values }),
    };
    return [column.name, schema] as const;
  });
  const ids = idNames.map(
    (name) => [name, { title: name, type: 'string', format: 'uuid' }] as const,
  );
  const { geometryKind } = layer;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${collectionUri(baseUrl, id)}/queryables`,
    title: id,
    type: 'object',
    properties: Object.fromEntries([
      [
        geometryName,
        {
          title: geometryName,
          'x-ogc-role': 'primary-geometry',
          format: geometryKind === null ? 'geometry-any' : geometryFormats[geometryKind],
        },
      ],
      ...ids,
      ...(layer.hasNames ? [[primaryName, { title: primaryName, type: 'string' }] as const] : []),
      ...columns,
    ]),
    additionalProperties: false,
  } as const;
}
