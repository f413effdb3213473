import { shortenPropertyName } from '../../model/geojson/property-name.ts';
import type { PropertySelection } from '../../model/geojson/feature-query.ts';

/** The property names that are reserved for the service, and `geometry`, which map libraries take for the geometry of the feature. */
const reservedNames: ReadonlySet<string> = new Set([
  'tileid',
  'resourceinstanceid',
  'nodeid',
  'primary_name',
  'geojson',
  'geometry',
]);

const suffix = '_1';

/** Shortens a property name. A name that is reserved then gets the suffix `_1`, within the maximum length. */
function shortenAndAvoidReserved(name: string, length: number | undefined): string {
  const shortName = shortenPropertyName(name, length);
  if (!reservedNames.has(shortName)) return shortName;
  const room = length === undefined ? undefined : length - suffix.length;
  return `${shortenPropertyName(shortName, room)}${suffix}`;
}

/**
 * Returns the name of a property that is stored in a feature.
 * @rule GeoJSON and OGC API Features: How is a property named that is stored in a feature?
 */
export function storedPropertyName(
  name: string,
  { fieldNameLength }: Pick<PropertySelection, 'fieldNameLength'>,
): string {
  // The shortened name is empty if the name begins with many underscores.
  return (
    shortenAndAvoidReserved(name, fieldNameLength) ||
    Array.from(name).slice(0, fieldNameLength).join('')
  );
}

/**
 * Returns the property name of a node (specification, GET /geojson, rule 3).
 * @rule GeoJSON and OGC API Features: How is a property named?
 * @param node its id, and its field name or derived name
 */
export function nodePropertyName(
  node: { readonly nodeId: string; readonly propertyName: string },
  { useUuidNames, fieldNameLength }: PropertySelection,
): string {
  if (useUuidNames) return node.nodeId;
  // The shortened name is empty if the name has no letters or digits.
  return shortenAndAvoidReserved(node.propertyName, fieldNameLength) || node.nodeId;
}
