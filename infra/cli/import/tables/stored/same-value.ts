import { toJsonbForm } from '../../../../../lib/json/jsonb-form.ts';
import { isEqualValue } from '../../../../../lib/model/change/compare-values.ts';
import { readResourceIds } from '../../../../../lib/model/datatypes/codecs/read-resource-references.ts';
import { datatypeOf } from '../../../../../lib/model/datatypes/registry.ts';
import {
  isNumericValue,
  isSameNumber,
  toNumber,
  type JsonNumber,
} from '../../../../../lib/model/datatypes/values/decimal.ts';
import { asList, isObject } from '../../../../../lib/model/datatypes/values/json-values.ts';
import { languageEntryText } from '../../../../../lib/model/datatypes/values/language-texts.ts';
import { flattenGeometry } from '../../../../../lib/model/tables/flat-geometry.ts';
import { combineGeometries } from '../../../../../lib/serializers/tables/combine-geometries.ts';
import type { ConceptLookup } from '../../csv/concept-lookup.ts';

/** Whether a stored value would be written into a table as a value of it is. */
export type IsSameValue = (datatype: string, value: unknown, stored: unknown) => boolean;

/**
 * Creates the comparison of values of a table with stored ones. A table has less than a value: of a concept, not which of its labels was
 * chosen; of a reference, only its target; of features, only their geometry; of texts by language, those of its columns.
 * @rule Imports and exports: When does a cell of a table leave the stored value as it is?
 * @param concepts in which those of stored values are loaded
 */
export function createComparison(concepts: ConceptLookup): IsSameValue {
  const conceptIds = (value: unknown): readonly unknown[] =>
    asList(value).map((id) =>
      typeof id === 'string' ? (concepts.findConceptByValueId(id)?.conceptId ?? id) : id,
    );
  return (datatype, value, stored) => {
    if (stored === null || stored === undefined) return false;
    switch (datatypeOf(datatype).holds) {
      case 'concept values':
        return isEqualValue(conceptIds(value), conceptIds(stored));
      case 'resource instances':
        return isEqualValue(readResourceIds(value), readResourceIds(stored));
      case 'geometry':
        return isSameGeometry([value], [stored]);
      case 'texts by language':
        return hasSameTexts(value, stored);
      default:
        return isNumericValue(value) && isNumericValue(stored)
          ? isSameNumber(value, stored) || isSameDouble(value, stored)
          : isEqualValue(toJsonbForm(value), toJsonbForm(stored));
    }
  };
}

/** Whether a number is a stored one with the digits that a format of binary numbers, such as GeoPackage, has of it. */
function isSameDouble(value: JsonNumber, stored: JsonNumber): boolean {
  const number = toNumber(value);
  return number === toNumber(stored) && String(number) === JSON.stringify(value);
}

/** Whether values of geometry nodes are the same geometry together. */
export function isSameGeometry(values: readonly unknown[], stored: readonly unknown[]): boolean {
  const [one, other] = [combineGeometries(values), combineGeometries(stored)];
  if (one === null || other === null) return one === other;
  const [flat, storedFlat] = [flattenGeometry(one.geometry), flattenGeometry(other.geometry)];
  return flat === undefined || storedFlat === undefined
    ? isEqualValue(one.geometry, other.geometry)
    : isEqualValue(flat, storedFlat);
}

/** Whether stored texts have the same text in each language of a value. A stored text without a language is one in the default language. */
function hasSameTexts(value: unknown, stored: unknown): boolean {
  if (isObject(value) && typeof stored === 'string') {
    const entries = Object.values(value);
    return entries.length === 1 && languageEntryText(entries[0]) === stored;
  }
  if (!isObject(value) || !isObject(stored)) return isEqualValue(value, stored);
  return Object.entries(value).every(
    ([language, entry]) => languageEntryText(entry) === languageEntryText(stored[language]),
  );
}

/** The value that is stored in the place of another one: texts in languages that the table does not have stay. */
export function replaceValue(datatype: string, value: unknown, stored: unknown): unknown {
  const hasLanguages = datatypeOf(datatype).holds === 'texts by language';
  return hasLanguages && isObject(value) && isObject(stored) ? { ...stored, ...value } : value;
}
