/**
 * Counts of this process, for the metrics of its requests: the calls of the Data API, and how often the Data API refused one because
 * there were too many (the client may then have repeated it).
 */
export const callCounts = { calls: 0, throttles: 0 };
