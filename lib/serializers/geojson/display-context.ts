import { datatypeOf } from '../../model/datatypes/registry.ts';
import type { DisplayContext, LabelLookup } from '../../model/datatypes/datatype.ts';
import type { LocalizedText } from '../../model/pick-language.ts';
import type { ParsedFeatures } from '../../queries/geojson/parse-chunk.ts';

/**
 * Creates the lookups for the display of values in a chunk of features.
 * @param languages preferred first
 */
export function createDisplayContext(
  chunk: ParsedFeatures,
  languages: readonly string[],
): DisplayContext {
  const labels: LabelLookup = {
    conceptValue: (valueId) => chunk.labels.get(valueId),
    resourceName: (resourceId): LocalizedText | undefined => chunk.names.get(resourceId),
  };
  // Tiles can refer to each other, so a referenced tile is displayed without the tiles that it refers to.
  const targetContext = { languages, labels: { ...labels, tileText: () => null } };
  const tileText = (tileId: string, nodeId: string): string | null => {
    const targetNode = chunk.pointedValues.get(`${tileId} ${nodeId}`);
    return targetNode === undefined
      ? null
      : datatypeOf(targetNode.datatype).display(targetNode.value, targetNode, targetContext);
  };
  return { languages, labels: { ...labels, tileText } };
}
