import {
  connectedChoosers,
  type Assignment,
  type PlaceChoice,
  type Chooser,
  type Room,
} from './choices.ts';
import { maximizeFlow, freeSteps, network, sink, source, type Arc, type Network } from './flow.ts';
import type { Steps } from './steps.ts';

/** Items that have the same choices. They are one point of the network. */
type SameChoices<Item, Place> = {
  readonly items: readonly Item[];
  readonly point: number;
  /** From that point to the places. */
  readonly ways: readonly { readonly place: Place; readonly arc: Arc }[];
};

/**
 * Assigns items to places: as many as there is room for, at the lowest cost. The result is exact: it is a minimum-cost flow from the
 * items to the places.
 * @param isSame whether two items are interchangeable
 * @throws TooAmbiguousError
 */
export function assign<Item, Place>(
  choosers: readonly Chooser<Item, Place>[],
  roomOf: (place: Place) => Room,
  isSame: (one: Item, other: Item) => boolean,
  steps: Steps,
): Assignment<Item, Place> {
  const chosen = new Map<Item, Place>();
  const open = new Map<Item, readonly Place[]>();
  let cost = 0n;
  for (const some of connectedChoosers(choosers)) {
    const found = assignConnected(some, roomOf, isSame, steps);
    cost += found.cost;
    for (const [item, place] of found.chosen) chosen.set(item, place);
    for (const [item, places] of found.open) open.set(item, places);
  }
  return { chosen, open, cost };
}

function assignConnected<Item, Place>(
  choosers: readonly Chooser<Item, Place>[],
  roomOf: (place: Place) => Room,
  isSame: (one: Item, other: Item) => boolean,
  steps: Steps,
): Assignment<Item, Place> {
  steps.take(choosers.length);
  const net = network();
  const points = new Map<Place, number>();
  let cost = 0n;
  for (const { choices } of choosers) {
    for (const { place } of choices) {
      if (points.has(place)) continue;
      const room = roomOf(place);
      cost += room.emptyCost;
      points.set(place, placePoint(net, room));
    }
  }
  const groups = bySameChoices(choosers, net, points);
  maximizeFlow(net, steps);
  for (const [point, arcs] of net.arcsAt.entries()) {
    for (const arc of arcs) if (arc.from === point) cost += arc.cost * BigInt(arc.flow);
  }
  return { ...readFlows(groups, net, isSame, steps), cost };
}

/** Adds a place. The first item in it saves the cost of leaving it empty. */
function placePoint(net: Network, { capacity, emptyCost }: Room): number {
  const point = net.point();
  if (emptyCost > 0n && capacity > 0) {
    net.arc(point, sink, 1, -emptyCost);
    net.arc(point, sink, capacity - 1, 0n);
  } else {
    net.arc(point, sink, capacity, 0n);
  }
  return point;
}

/** Adds the items, and connects them with the places that they could take. */
function bySameChoices<Item, Place>(
  choosers: readonly Chooser<Item, Place>[],
  net: Network,
  points: ReadonlyMap<Place, number>,
): readonly SameChoices<Item, Place>[] {
  const slots = new Map<string, number>();
  const pointOf = ({ place }: PlaceChoice<Place>): number => points.get(place) ?? sink;
  const entrance = (choice: PlaceChoice<Place>): number => {
    const point = pointOf(choice);
    if (choice.slot === undefined) return point;
    const key = `${point} ${choice.slot}`;
    const known = slots.get(key);
    if (known !== undefined) return known;
    const made = net.point();
    net.arc(made, point, 1, 0n);
    slots.set(key, made);
    return made;
  };
  const sets = Map.groupBy(choosers, ({ choices }) =>
    choices.map((choice) => `${pointOf(choice)} ${choice.cost} ${choice.slot ?? ''}`).join('\n'),
  );
  return Array.from(sets.values(), (members) => {
    const point = net.point();
    net.arc(source, point, members.length, 0n);
    const ways = (members[0]?.choices ?? []).map((choice) => ({
      place: choice.place,
      arc: net.arc(point, entrance(choice), members.length, choice.cost),
    }));
    return { items: members.map(({ item }) => item), point, ways };
  });
}

/** Reads from the flow which place each item takes, and where another place would cost the same. */
function readFlows<Item, Place>(
  groups: readonly SameChoices<Item, Place>[],
  net: Network,
  isSame: (one: Item, other: Item) => boolean,
  steps: Steps,
): Pick<Assignment<Item, Place>, 'chosen' | 'open'> {
  const free = freeSteps(net, steps);
  const chosen = new Map<Item, Place>();
  const open = new Map<Item, readonly Place[]>();
  for (const { items, point, ways } of groups) {
    const pending = items.values();
    for (const { place, arc } of ways) {
      for (let count = 0; count < arc.flow; count += 1) {
        const { value } = pending.next();
        if (value !== undefined) chosen.set(value, place);
      }
    }
    const used = ways.filter(({ arc }) => arc.flow > 0);
    const others = ways.filter(({ arc }) => isFree(point, arc, used, free, steps));
    const [first] = items;
    const areSame = items.every((item) => first !== undefined && isSame(item, first));
    if (others.length === 0 && (used.length < 2 || areSame)) continue;
    const possible = Array.from(new Set([...used, ...others]), ({ place }) => place);
    for (const item of items) open.set(item, possible);
  }
  return { chosen, open };
}

/** Whether flow along another arc could go along this one at the same cost. */
function isFree(
  point: number,
  wanted: Arc,
  used: readonly { readonly arc: Arc }[],
  free: ReturnType<typeof freeSteps>,
  steps: Steps,
): boolean {
  if (!free(point).some(({ arc }) => arc === wanted)) return false;
  const reached = new Set([point, wanted.to]);
  const pending = [wanted.to];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const ways = free(at);
    steps.take(1 + ways.length);
    for (const { arc, to } of ways) {
      if (arc === wanted) continue;
      if (to === point && used.some((way) => way.arc === arc)) return true;
      if (!reached.has(to)) {
        reached.add(to);
        pending.push(to);
      }
    }
  }
  return false;
}
