/** Writes a list of features in one format. */
export type FeatureWriter = {
  /** The text before the first feature. */
  readonly start: string;
  /**
   * Writes features with their separators.
   * @param features the JSON strings that `writeFeatures` wrote
   * @param earlierCount the number of earlier features, from which numbering continues
   */
  readonly write: (features: Iterable<string>, earlierCount: number) => WrittenFeatures;
  /** The text after the last feature. @param count the number of all features */
  readonly end: (count: number) => string;
  /** Written last if the text cannot be completed, so that readers reject it. */
  readonly abortText: string;
};

/** The text of some features, and the number of all features so far. */
export type WrittenFeatures = { readonly text: string; readonly count: number };

/** The kind of feature id. */
export type FeatureIdKind = 'number' | 'uuid';

export type CollectionOptions = {
  readonly featureId: FeatureIdKind;
  /** Members of the collection other than its features, such as `_page`. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Whether the collection ends with the number of its features, as `numberReturned`. */
  readonly statesTotal?: boolean;
};

function startFeature(feature: string, number: number, featureId: FeatureIdKind): string {
  return featureId === 'number'
    ? `{"type":"Feature","id":${number}${feature}`
    : `{"type":"Feature"${feature}`;
}

/** How many features are joined into one text at a time, because the parts of a text stay in memory until they are joined. */
const featuresPerJoin = 32;

function writeInBatches(
  features: Iterable<string>,
  write: (feature: string, number: number) => string,
  earlierCount: number,
): WrittenFeatures {
  const batches: string[] = [];
  let batch: string[] = [];
  let count = earlierCount;
  for (const feature of features) {
    count += 1;
    batch.push(write(feature, count));
    if (batch.length < featuresPerJoin) continue;
    batches.push(batch.join(''));
    batch = [];
  }
  return { text: [...batches, ...batch].join(''), count };
}

/** The minimum length of the texts that are written while streaming. Longer texts make garbage collection more expensive. */
const minBatchLength = 65_536;

/** Groups features into batches that are long enough to be written. */
export function* batchFeatures(features: Iterable<string>): Generator<readonly string[]> {
  let batch: string[] = [];
  let length = 0;
  for (const feature of features) {
    batch.push(feature);
    length += feature.length;
    if (length < minBatchLength) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Writes a FeatureCollection (RFC 7946, section 3.3). */
export function createFeatureCollectionWriter({
  featureId,
  members,
  statesTotal = false,
}: CollectionOptions): FeatureWriter {
  const writeMembers = (otherMembers: CollectionOptions['members']): string =>
    Object.entries(otherMembers)
      .map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join('');
  return {
    start: '{"type":"FeatureCollection","features":[',
    write: (features, earlierCount) =>
      writeInBatches(
        features,
        (feature, number) => `${number > 1 ? ',' : ''}${startFeature(feature, number, featureId)}`,
        earlierCount,
      ),
    end: (count) => {
      const total = statesTotal ? { numberReturned: count } : {};
      return `]${writeMembers({ ...members, ...total })}}`;
    },
    // An unclosed collection is invalid JSON anyway.
    abortText: '',
  };
}

/**
 * Writes one feature per line.
 * @param recordSeparator starts each line: U+001E in a GeoJSON text sequence (RFC 8142), empty for plain lines
 */
export function createFeatureSequenceWriter(
  featureId: FeatureIdKind,
  recordSeparator: '' | '\u001e',
): FeatureWriter {
  return {
    start: '',
    write: (features, earlierCount) =>
      writeInBatches(
        features,
        (feature, number) => `${recordSeparator}${startFeature(feature, number, featureId)}\n`,
        earlierCount,
      ),
    end: () => '',
    // Otherwise a client that reads line by line would accept the features so far as complete.
    abortText: `${recordSeparator}{"type":"Feature","incomplete`,
  };
}
