import type { Steps } from './steps.ts';

/** A connection in a network, and how much flows along it. */
export type Arc = {
  readonly from: number;
  readonly to: number;
  readonly capacity: number;
  readonly cost: bigint;
  flow: number;
};

/** A network from a source to a sink. Its points are numbers: the source is 0 and the sink 1. */
export type Network = {
  readonly point: () => number;
  readonly arc: (from: number, to: number, capacity: number, cost: bigint) => Arc;
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
type FlowStep = {
  readonly arc: Arc;
  readonly to: number;
  readonly room: number;
  readonly cost: bigint;
};

function stepsFrom(point: number, { arcsAt }: Network): readonly FlowStep[] {
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
 * Sends as much as possible from the source to the sink at the lowest cost: along the cheapest path that is left, again and again
 * (successive shortest paths). Costs may be negative where there is no cycle.
 * @returns how much arrives
 * @throws TooAmbiguousError
 */
export function maximizeFlow(net: Network, steps: Steps): number {
  let arrived = 0;
  for (;;) {
    const path = cheapestPath(net, steps);
    if (path === undefined) return arrived;
    const amount = Math.min(...path.map(({ room }) => room));
    for (const { arc, to } of path) arc.flow += arc.to === to ? amount : -amount;
    arrived += amount;
  }
}

/** The cheapest path from the source to the sink. */
function cheapestPath(net: Network, steps: Steps): readonly FlowStep[] | undefined {
  const costs = net.arcsAt.map((_, point) => (point === source ? 0n : undefined));
  const before = lowerCosts(net, costs, [source], steps);
  const path: FlowStep[] = [];
  for (let point = sink; point !== source;) {
    const step = before.get(point);
    if (step === undefined) return undefined;
    path.push(step);
    point = step.arc.to === point ? step.arc.from : step.arc.to;
  }
  return path;
}

/**
 * The steps along which more or less could flow at the same cost.
 * @param net filled
 * @returns from a point, such steps
 */
export function freeSteps(net: Network, steps: Steps): (point: number) => readonly FlowStep[] {
  const costs = net.arcsAt.map((): bigint | undefined => 0n);
  lowerCosts(net, costs, [...net.arcsAt.keys()], steps);
  return (point) =>
    stepsFrom(point, net).filter(({ to, cost }) => (costs[point] ?? 0n) + cost === costs[to]);
}

/**
 * Lowers what each point costs to reach, until no step makes one cheaper (Bellman and Ford, with a queue).
 * @param costs undefined where a point was not reached yet
 * @param queue the points to begin with
 * @returns the last step to each point that was made cheaper
 */
function lowerCosts(
  net: Network,
  costs: (bigint | undefined)[],
  queue: number[],
  steps: Steps,
): ReadonlyMap<number, FlowStep> {
  const before = new Map<number, FlowStep>();
  const isQueued = new Set(queue);
  for (const point of queue) {
    isQueued.delete(point);
    const possible = stepsFrom(point, net);
    steps.take(1 + possible.length);
    for (const step of possible) {
      const reached = (costs[point] ?? 0n) + step.cost;
      const known = costs[step.to];
      if (known !== undefined && reached >= known) continue;
      costs[step.to] = reached;
      before.set(step.to, step);
      if (!isQueued.has(step.to)) queue.push(step.to);
      isQueued.add(step.to);
    }
  }
  return before;
}
