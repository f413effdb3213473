import type { IncomingProperty, IncomingValue } from '../incoming.ts';
import { chooseNodes } from './choice/choose-nodes.ts';
import { reportUnknown } from './choice/unknown-predicate.ts';
import { mergedBelow } from './document/merged-below.ts';
import type { Matching, Placed } from './matching.ts';
import { placeValue } from './place-value.ts';
import { placesOf } from './tiles/places.ts';
import { placeStrays } from './tiles/strays.ts';

/** Places all that values say below the instance that they stand for. */
export function placeBelow(
  matching: Matching,
  parent: Placed,
  values: readonly IncomingValue[],
): void {
  for (const property of mergedBelow(values, parent.node, matching.reader.names)) {
    placeProperty(matching, parent, property);
  }
}

function placeProperty(matching: Matching, parent: Placed, property: IncomingProperty): void {
  const rest = placeStrays(matching, parent, property);
  if (rest.length === 0) return;
  const choice = chooseNodes(matching, parent, { ...property, values: rest });
  if (choice === undefined) {
    reportUnknown(matching, parent.node, property);
    return;
  }
  for (const [node, units] of choice) {
    for (const place of placesOf(matching, parent, node, units)) {
      const values = place.units.flatMap((unit) => unit.values);
      const placed = placeValue(matching, node, place.plan, values);
      if (placed !== undefined) placeBelow(matching, placed, values);
    }
  }
}
