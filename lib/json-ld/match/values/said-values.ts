import { rdf, xsd } from '../../../rdf/vocabulary.ts';
import type { IncomingLiteral, IncomingNode, IncomingValue } from '../../incoming.ts';
import { formOf } from '../document/forms.ts';
import type { Names } from '../document/names.ts';
import { isPartOfValue } from '../document/part-of-value.ts';
import type { ModelNode } from '../model/model.ts';
import { termKey } from './terms-of-value.ts';

/** What says the value: the values themselves, and those in the `rdf:value` of nodes, what is said of one node once. */
export function sayings(
  values: readonly IncomingValue[],
  to: ModelNode,
  names: Names,
): { readonly said: readonly IncomingValue[]; readonly areOwn: boolean } {
  let areOwn = false;
  const known = new Set<string>();
  const isNew = ({ id }: IncomingNode, one: IncomingValue): boolean =>
    id === '' || known.size < known.add(`${id} ${termKey(one)}`).size;
  const said = values.flatMap((value) => {
    if (value.kind === 'literal') return [value];
    if (formOf(value, to, names) !== 'own') return isNew(value, value) ? [value] : [];
    areOwn = true;
    return value.properties
      .filter(({ predicate }) => predicate === rdf.value)
      .flatMap(({ predicate, values }) =>
        values.filter((one) => isPartOfValue(predicate, one, to, names) && isNew(value, one)),
      );
  });
  return { said, areOwn };
}

/** Whether a value is a mere text, without a language or another type. */
export const isPlain = (value: IncomingValue): value is IncomingLiteral =>
  value.kind === 'literal' &&
  value.language === undefined &&
  (value.datatype === undefined || value.datatype === xsd.string);

/** What stands in the `rdf:value` of things that are no values themselves. */
export function valuesInside(values: readonly IncomingValue[]): readonly IncomingValue[] {
  return values.flatMap((value) =>
    value.kind === 'literal'
      ? []
      : value.properties
          .filter(({ predicate }) => predicate === rdf.value)
          .flatMap((property) => property.values),
  );
}
