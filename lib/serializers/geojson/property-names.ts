import { shortenPropertyName } from '../../model/geojson/property-name.ts';
import type { PropertySelection } from '../../model/geojson/feature-query.ts';

/** The properties that the service itself gives: no other may hide them, and they hide no other. */
const ours: ReadonlySet<string> = new Set([
  'tileid',
  'resourceinstanceid',
  'nodeid',
  'primary_name',
  'geojson',
]);

/** The name under which a property is written that is not ours: one that has a name of ours comes with `_1` behind it. */
export function avoidReservedName(name: string): string {
  return ours.has(name) ? `${name}_1` : name;
}

/**
 * What the values of a node are called (specification, GET /geojson, rule 3).
 * @param node its id, and its field name or the name derived from its own
 */
export function nodePropertyName(
  node: { readonly nodeId: string; readonly propertyName: string },
  { useUuidNames, fieldNameLength }: PropertySelection,
): string {
  if (useUuidNames) return node.nodeId;
  // A name without any letter or digit leaves nothing to derive from.
  return avoidReservedName(shortenPropertyName(node.propertyName, fieldNameLength) || node.nodeId);
}
