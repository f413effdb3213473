/** The reader of a streamed response is too slow. */
export class ReaderTooSlow extends Error {
  readonly code = 'reader_too_slow';
}

/**
 * Milliseconds for which a reader may take nothing. TCP reports the progress of a slow reader in steps of up to 1.4 MB, so with less
 * than two minutes a reader of 12 KB/s would be disconnected.
 */
const maxCreditMilliseconds = 120_000;

/** A reader at the lowest allowed speed takes a slice in this time, which is a small part of its credit. */
const millisecondsForSlice = 10_000;
const maxSliceBytes = 131_072;

export type ReaderPace = {
  /** Larger buffers are written in slices of this size, so that progress is noticed. */
  readonly sliceBytes: number;
  /** Counts bytes that were written. */
  readonly countWrittenBytes: (bytes: number) => void;
  /** Waits until the reader has taken all counted bytes. */
  readonly waitForReader: <Result>(pendingWrite: Promise<Result>) => Promise<Result>;
};

/**
 * Notices readers that are too slow. Each reader has a credit of time. The time in which the service waits for the reader is subtracted
 * from the credit, and time for the bytes that the reader takes is added.
 * @rule Responses: Which reader of a stream is too slow, and how is its stream ended?
 * @param kilobytesPerSecond the lowest speed that a reader can have for long; 0 accepts every speed
 * @param onTooSlow is called when the credit is used up
 */
export function watchReader(
  kilobytesPerSecond: number,
  onTooSlow: (error: ReaderTooSlow) => void,
): ReaderPace {
  if (kilobytesPerSecond === 0) {
    return {
      sliceBytes: maxSliceBytes,
      countWrittenBytes: () => undefined,
      waitForReader: async (pendingWrite) => pendingWrite,
    };
  }
  // A kilobyte a second is a byte a millisecond.
  const bytesPerMillisecond = kilobytesPerSecond;
  let credit = maxCreditMilliseconds;
  let unreadBytes = 0;
  return {
    sliceBytes: Math.min(maxSliceBytes, bytesPerMillisecond * millisecondsForSlice),
    countWrittenBytes: (bytes) => {
      unreadBytes += bytes;
    },
    waitForReader: async (pendingWrite) => {
      const startedAt = performance.now();
      const timer = setTimeout(
        () => onTooSlow(new ReaderTooSlow(`The reader takes under ${kilobytesPerSecond} KB/s.`)),
        credit,
      );
      try {
        return await pendingWrite;
      } finally {
        clearTimeout(timer);
        const earnedMilliseconds = unreadBytes / bytesPerMillisecond;
        const waitedMilliseconds = performance.now() - startedAt;
        credit = Math.min(maxCreditMilliseconds, credit - waitedMilliseconds + earnedMilliseconds);
        unreadBytes = 0;
      }
    },
  };
}
