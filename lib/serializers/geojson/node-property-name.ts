import { shortenPropertyName } from '../../model/geojson/property-name.ts';
import type { PropertySelection } from '../../model/geojson/feature-query.ts';

/** The property names that are reserved for the service. */
const reservedNames: ReadonlySet<string> = new Set([
  'tileid',
  'resourceinstanceid',
  'nodeid',
  'primary_name',
  'geojson',
]);

/** Appends `_1` to a reserved name. */
export function avoidReservedName(name: string): string {
  return reservedNames.has(name) ? `${name}_1` : name;
}

/**
 * Returns the property name of a node (specification, GET /geojson, rule 3).
 * @param node its id, and its field name or derived name
 */
export function nodePropertyName(
  node: { readonly nodeId: string; readonly propertyName: string },
  { useUuidNames, fieldNameLength }: PropertySelection,
): string {
  if (useUuidNames) return node.nodeId;
  // The shortened name is empty if the name has no letters or digits.
  return avoidReservedName(shortenPropertyName(node.propertyName, fieldNameLength) || node.nodeId);
}
