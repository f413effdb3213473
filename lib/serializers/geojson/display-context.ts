import { datatypeOf } from '../../model/datatypes/registry.ts';
import type { DisplayContext, Labels } from '../../model/datatypes/datatype.ts';
import type { LocalizedText } from '../../model/pick-language.ts';
import type { ParsedFeatures } from '../../queries/geojson/parse-feature-chunk.ts';

/**
 * What the values of some features refer to.
 * @param languages the preferred one first
 */
export function createDisplayContext(
  chunk: ParsedFeatures,
  languages: readonly string[],
): DisplayContext {
  const labels: Labels = {
    conceptValue: (valueId) => chunk.labels.get(valueId),
    resourceName: (resourceId): LocalizedText | undefined => chunk.names.get(resourceId),
  };
  // Where that value points to a further tile it ends: tiles may point to each other.
  const ofPointed = { languages, labels: { ...labels, tileText: () => null } };
  const tileText = (tileId: string, nodeId: string): string | null => {
    const pointed = chunk.pointedValues.get(`${tileId} ${nodeId}`);
    return pointed === undefined
      ? null
      : datatypeOf(pointed.datatype).display(pointed.value, pointed, ofPointed);
  };
  return { languages, labels: { ...labels, tileText } };
}
