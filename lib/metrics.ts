/** The namespace of all metrics in CloudWatch. */
export const metricsNamespace = 'HeritageDataService';

/**
 * The metrics by name, with their units. docs/observability.md explains them.
 * @rule Database and local stack: What does the line of a request contain, and what of it is a metric?
 */
export const metricUnits = {
  Latency: 'Milliseconds',
  DataApiCalls: 'Count',
  Throttles: 'Count',
  Refusals: 'Count',
  ServerErrors: 'Count',
  Truncations: 'Count',
} as const;

export type MetricName = keyof typeof metricUnits;

/** A log line with its metrics. CloudWatch reads them from the log, so no call is needed to publish them (ADR 073). */
export type LineWithMetrics = Readonly<Record<string, unknown>>;

function isMetric(name: string): name is MetricName {
  return Object.hasOwn(metricUnits, name);
}

/**
 * Declares which fields of a line are metrics, in the embedded metric format of CloudWatch Logs. The stage is the only dimension,
 * because CloudWatch charges for each combination of dimension values as a separate metric.
 */
export function withMetrics(
  stage: string,
  line: Readonly<Record<string, number | string>>,
): LineWithMetrics {
  const metricNames = Object.keys(line).filter(isMetric);
  return {
    ...line,
    stage,
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        {
          Namespace: metricsNamespace,
          Dimensions: [['stage']],
          Metrics: metricNames.map((name) => ({ Name: name, Unit: metricUnits[name] })),
        },
      ],
    },
  };
}
