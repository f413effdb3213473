import { crm } from '../model/crm.ts';
import { sampleId } from '../sample-id.ts';
import { resourceId } from './resource-record.ts';

/** A sense in which one resource instance refers to others. */
export type ReferenceSense = {
  /** Slug of the model of the resource instances that are referred to. */
  readonly model: string;
  readonly property: string;
  readonly inverse: string;
};

/**
 * The value of a node that refers to resource instances, in the layout of releases 5.1 and later.
 * @param from names the tile, so that each reference has an id of its own
 * @param keys the resource instances that are referred to
 */
export function references(
  { model, property, inverse }: ReferenceSense,
  from: string,
  keys: readonly string[],
): readonly object[] {
  return keys.map((key) => ({
    resourceId: resourceId(model, key),
    ontologyProperty: crm(property),
    inverseOntologyProperty: crm(inverse),
    resourceXresourceId: sampleId('reference', from, property, key),
  }));
}
