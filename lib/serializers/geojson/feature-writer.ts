/** What is written around features: one for each format. */
export type FeatureWriter = {
  /** Before the first feature. */
  readonly start: string;
  /**
   * Some features, with what stands between them.
   * @param features each as `writtenFeatures` gives it
   * @param before how many features came before: the numbers go on from there
   */
  readonly write: (features: Iterable<string>, before: number) => WrittenFeatures;
  /** Behind the last feature. */
  readonly end: string;
  /** What is written last where the text cannot be finished: nobody can take it for whole. */
  readonly abortText: string;
};

/** Features as they are written, and how many were written with those before. */
export type WrittenFeatures = { readonly text: string; readonly count: number };

/** How features are told apart. */
export type FeatureIdKind = 'number' | 'uuid';

/** How the answer around the features is written. */
export type CollectionMembers = {
  readonly featureId: FeatureIdKind;
  /** Members of the collection besides its features, such as `_page`. */
  readonly members: Readonly<Record<string, unknown>>;
};

function numbered(feature: string, number: number, featureId: FeatureIdKind): string {
  return featureId === 'number'
    ? `{"type":"Feature","id":${number}${feature}`
    : `{"type":"Feature"${feature}`;
}

/** Features that are joined at once: what a text is made of is kept until then. */
const batchSize = 32;

function joined(
  features: Iterable<string>,
  write: (feature: string, number: number) => string,
  before: number,
): WrittenFeatures {
  const batches: string[] = [];
  let batch: string[] = [];
  let written = before;
  for (const feature of features) {
    written += 1;
    batch.push(write(feature, written));
    if (batch.length < batchSize) continue;
    batches.push(batch.join(''));
    batch = [];
  }
  return { text: [...batches, ...batch].join(''), count: written };
}

/** Letters that are written at once, where features are sent as they are written: larger texts outlive what is cheap to take away. */
const lettersAtOnce = 65_536;

/** Parts features into some at a time, as they are worth writing at once. */
export function* batchFeatures(features: Iterable<string>): Generator<readonly string[]> {
  let some: string[] = [];
  let letters = 0;
  for (const feature of features) {
    some.push(feature);
    letters += feature.length;
    if (letters < lettersAtOnce) continue;
    yield some;
    some = [];
    letters = 0;
  }
  if (some.length > 0) yield some;
}

/** One FeatureCollection (RFC 7946, section 3.3). */
export function featureCollectionWriter({ featureId, members }: CollectionMembers): FeatureWriter {
  const others = Object.entries(members).map(
    ([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  return {
    start: '{"type":"FeatureCollection","features":[',
    write: (features, before) =>
      joined(
        features,
        (feature, number) => `${number > 1 ? ',' : ''}${numbered(feature, number, featureId)}`,
        before,
      ),
    end: `]${others.join('')}}`,
    // A collection that is not closed cannot be read.
    abortText: '',
  };
}

/**
 * A feature a line.
 * @param mark what each line begins with: U+001E in a GeoJSON text sequence (RFC 8142), nothing where lines alone are requested
 */
export function featureSequenceWriter(
  featureId: FeatureIdKind,
  mark: '' | '\u001e',
): FeatureWriter {
  return {
    start: '',
    write: (features, before) =>
      joined(
        features,
        (feature, number) => `${mark}${numbered(feature, number, featureId)}\n`,
        before,
      ),
    end: '',
    // A reader of lines would take the features so far for all.
    abortText: `${mark}{"type":"Feature","incomplete`,
  };
}
