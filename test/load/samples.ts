/** The memory and handles of the process of the functions at one moment. */
export type Sample = {
  readonly seconds: number;
  /** The resident memory in MB. */
  readonly rss: number;
  /** The heap in MB, after a garbage collection. */
  readonly heap: number;
  /** The memory outside of the heap, in MB. */
  readonly external: number;
  /** The entries of process.getActiveResourcesInfo(). */
  readonly handles: number;
  readonly files: number;
};

export const sampleNames = ['rss', 'heap', 'external', 'handles', 'files'] as const;

type SampleName = (typeof sampleNames)[number];

/** The growth of one value in the second half of a soak, along a straight line fitted to its samples. */
export type Growth = {
  readonly name: SampleName;
  readonly mean: number;
  readonly growth: number;
  /** The growth that is allowed, because garbage collection and connections make values fluctuate. */
  readonly allowed: number;
};

/** The growth below which a value counts as constant, in its unit. */
const noise: Readonly<Record<SampleName, number>> = {
  rss: 24,
  heap: 4,
  external: 8,
  handles: 12,
  files: 12,
};

/** The share of its mean by which a value may grow in the second half. */
const allowedShare = 0.05;

/** Measures the growth over the second half; the first half fills caches and pools. */
export function measureGrowth(samples: readonly Sample[]): readonly Growth[] {
  const secondHalf = samples.slice(Math.floor(samples.length / 2));
  return sampleNames.map((name) => {
    const points = secondHalf.map((sample) => [sample.seconds, sample[name]] as const);
    const mean = average(points.map(([, value]) => value));
    const allowed = Math.max(noise[name], mean * allowedShare);
    return { name, mean, growth: slope(points) * timeSpan(points), allowed };
  });
}

export function isBounded({ growth, allowed }: Growth): boolean {
  return growth <= allowed;
}

type Points = readonly (readonly [number, number])[];

const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function timeSpan(points: Points): number {
  return (points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0);
}

/** The slope of the line with the least squares; 0 for fewer than two points. */
function slope(points: Points): number {
  const x = average(points.map(([seconds]) => seconds));
  const y = average(points.map(([, value]) => value));
  const spread = points.reduce((sum, [seconds]) => sum + (seconds - x) ** 2, 0);
  if (spread === 0) return 0;
  return points.reduce((sum, [seconds, value]) => sum + (seconds - x) * (value - y), 0) / spread;
}
