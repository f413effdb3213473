import type { Steps } from './steps.ts';

/** A way in a network, and how much goes that way. */
export type Arc = {
  readonly from: number;
  readonly to: number;
  readonly capacity: number;
  readonly cost: number;
  flow: number;
};

/** A network from a source to a sink. Its points are numbers; the source is 0 and the sink 1. */
export type Network = {
  readonly point: () => number;
  readonly arc: (from: number, to: number, capacity: number, cost: number) => Arc;
  /** The arcs at each point, in either direction. */
  readonly arcsAt: readonly (readonly Arc[])[];
};

export const source = 0;
export const sink = 1;

/** An empty network. */
export function network(): Network {
  const arcsAt: Arc[][] = [[], []];
  return {
    arcsAt,
    point: () => arcsAt.push([]) - 1,
    arc: (from, to, capacity, cost) => {
      const arc = { from, to, capacity, cost, flow: 0 };
      arcsAt[from]?.push(arc);
      arcsAt[to]?.push(arc);
      return arc;
    },
  };
}

/** A step along an arc, or back along one that has a flow. */
type Step = {
  readonly arc: Arc;
  readonly to: number;
  readonly room: number;
  readonly cost: number;
};

function stepsFrom(point: number, { arcsAt }: Network): readonly Step[] {
  return (arcsAt[point] ?? []).flatMap((arc) => {
    const isForward = arc.from === point;
    const room = isForward ? arc.capacity - arc.flow : arc.flow;
    if (room <= 0) return [];
    return [
      isForward
        ? { arc, to: arc.to, room, cost: arc.cost }
        : { arc, to: arc.from, room, cost: -arc.cost },
    ];
  });
}

/**
 * Sends as much as possible from the source to the sink, as cheaply as possible: along the cheapest way that is left, again and again
 * (successive shortest paths). Costs may be below 0 where no cycle is.
 * @returns how much arrives
 * @throws TooAmbiguousError
 */
export function fill(net: Network, steps: Steps): number {
  let arrived = 0;
  for (;;) {
    const way = cheapestWay(net, steps);
    if (way === undefined) return arrived;
    const amount = Math.min(...way.map(({ room }) => room));
    for (const { arc, to } of way) arc.flow += arc.to === to ? amount : -amount;
    arrived += amount;
  }
}

/** The cheapest way from the source to the sink (Bellman and Ford, with a queue). */
function cheapestWay(net: Network, steps: Steps): readonly Step[] | undefined {
  const cost = net.arcsAt.map(() => Number.POSITIVE_INFINITY);
  const before: (Step | undefined)[] = net.arcsAt.map(() => undefined);
  const queue = [source];
  const isQueued = new Set(queue);
  cost[source] = 0;
  for (let at = 0; at < queue.length; at += 1) {
    const point = queue[at] ?? source;
    isQueued.delete(point);
    const ways = stepsFrom(point, net);
    steps.take(1 + ways.length);
    for (const step of ways) {
      const reached = (cost[point] ?? 0) + step.cost;
      if (reached >= (cost[step.to] ?? 0)) continue;
      cost[step.to] = reached;
      before[step.to] = step;
      if (!isQueued.has(step.to)) queue.push(step.to);
      isQueued.add(step.to);
    }
  }
  return wayBack(before);
}

function wayBack(before: readonly (Step | undefined)[]): readonly Step[] | undefined {
  const way: Step[] = [];
  for (let point = sink; point !== source;) {
    const step = before[point];
    if (step === undefined) return undefined;
    way.push(step);
    point = step.arc.to === point ? step.arc.from : step.arc.to;
  }
  return way;
}

/**
 * The arcs along which more or less could go at the same cost, by their points.
 * @param net filled
 * @returns from a point, the points that are one such step away
 */
export function freeSteps(net: Network, steps: Steps): (point: number) => readonly Step[] {
  const level = potentials(net, steps);
  return (point) =>
    stepsFrom(point, net).filter(({ to, cost }) => (level[point] ?? 0) + cost === (level[to] ?? 0));
}

/** What each point costs to reach from anywhere, once no way is cheaper than another. */
function potentials(net: Network, steps: Steps): readonly number[] {
  const level = net.arcsAt.map(() => 0);
  const queue = net.arcsAt.map((_, point) => point);
  const isQueued = new Set(queue);
  for (let at = 0; at < queue.length; at += 1) {
    const point = queue[at] ?? source;
    isQueued.delete(point);
    const ways = stepsFrom(point, net);
    steps.take(1 + ways.length);
    for (const { to, cost } of ways) {
      const reached = (level[point] ?? 0) + cost;
      if (reached >= (level[to] ?? 0)) continue;
      level[to] = reached;
      if (!isQueued.has(to)) queue.push(to);
      isQueued.add(to);
    }
  }
  return level;
}
