/** The namespace of all metrics in CloudWatch. */
export const metricsNamespace = 'HeritageDataService';

/** The metrics by name, with their units. docs/observability.md explains them. */
export const metricUnits = {
  Latency: 'Milliseconds',
  DataApiCalls: 'Count',
  Throttles: 'Count',
  Refusals: 'Count',
  ServerErrors: 'Count',
} as const;

export type MetricName = keyof typeof metricUnits;

/** A log line that also carries its metrics, for which CloudWatch needs no call (ADR 073). */
export type LineWithMetrics = Readonly<Record<string, unknown>>;

function isMetric(name: string): name is MetricName {
  return Object.hasOwn(metricUnits, name);
}

/**
 * Declares the fields of a line that are metrics, in the embedded metric format of CloudWatch Logs. The stage is the only dimension:
 * each combination of values costs as a metric of its own.
 */
export function withMetrics(
  stage: string,
  line: Readonly<Record<string, number | string>>,
): LineWithMetrics {
  const names = Object.keys(line).filter(isMetric);
  return {
    ...line,
    stage,
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        {
          Namespace: metricsNamespace,
          Dimensions: [['stage']],
          Metrics: names.map((name) => ({ Name: name, Unit: metricUnits[name] })),
        },
      ],
    },
  };
}
