/** Writes numbers as bytes, the least significant first. */
export type ByteWriter = {
  readonly uint8: (value: number) => void;
  readonly uint16: (value: number) => void;
  readonly uint32: (value: number) => void;
  readonly uint64: (value: bigint) => void;
  readonly float64: (value: number) => void;
  readonly bytes: (value: Uint8Array) => void;
  /** Replaces four bytes that are written already. */
  readonly replaceUint32: (position: number, value: number) => void;
  /** Writes zeros until the number of bytes is a multiple of the alignment less the lead. */
  readonly align: (alignment: number, lead?: number) => void;
  /** The number of bytes so far. */
  readonly length: () => number;
  /** The bytes so far. The next call of another function can change them. */
  readonly written: () => Uint8Array;
};

/** Creates a writer whose memory grows as needed. */
export function createByteWriter(): ByteWriter {
  let view = new DataView(new ArrayBuffer(256));
  let length = 0;
  const reserve = (size: number): number => {
    const start = length;
    length += size;
    if (length > view.byteLength) {
      const larger = new Uint8Array(Math.max(length, view.byteLength * 2));
      larger.set(new Uint8Array(view.buffer));
      view = new DataView(larger.buffer);
    }
    return start;
  };
  return {
    uint8: (value) => {
      const start = reserve(1);
      view.setUint8(start, value);
    },
    uint16: (value) => {
      const start = reserve(2);
      view.setUint16(start, value, true);
    },
    uint32: (value) => {
      const start = reserve(4);
      view.setUint32(start, value, true);
    },
    uint64: (value) => {
      const start = reserve(8);
      view.setBigUint64(start, value, true);
    },
    float64: (value) => {
      const start = reserve(8);
      view.setFloat64(start, value, true);
    },
    bytes: (value) => {
      const start = reserve(value.length);
      new Uint8Array(view.buffer).set(value, start);
    },
    replaceUint32: (position, value) => view.setUint32(position, value, true),
    align: (alignment, lead = 0) => {
      const rest = (length + lead) % alignment;
      if (rest > 0) reserve(alignment - rest);
    },
    length: () => length,
    written: () => new Uint8Array(view.buffer, 0, length),
  };
}
