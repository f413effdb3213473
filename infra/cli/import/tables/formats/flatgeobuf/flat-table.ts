/** A table of a FlatBuffer (https://flatbuffers.dev/internals): fields at distances that its vtable states. @throws RangeError if cut off */
export class FlatTable {
  readonly #view: DataView;
  readonly #position: number;
  readonly #vtable: number;
  readonly #vtableSize: number;

  private constructor(view: DataView, position: number) {
    this.#view = view;
    this.#position = position;
    this.#vtable = position - view.getInt32(position, true);
    this.#vtableSize = view.getUint16(this.#vtable, true);
  }

  /** Opens the table of a buffer without its size. */
  static open(bytes: Uint8Array): FlatTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new FlatTable(view, view.getUint32(0, true));
  }

  uint8(field: number, absent = 0): number {
    return this.#read(field, absent, (position) => this.#view.getUint8(position));
  }

  uint16(field: number, absent = 0): number {
    return this.#read(field, absent, (position) => this.#view.getUint16(position, true));
  }

  int32(field: number, absent = 0): number {
    return this.#read(field, absent, (position) => this.#view.getInt32(position, true));
  }

  uint64(field: number): bigint {
    return this.#read(field, 0n, (position) => this.#view.getBigUint64(position, true));
  }

  text(field: number): string | undefined {
    const bytes = this.bytes(field);
    return bytes && new TextDecoder().decode(bytes);
  }

  bytes(field: number): Uint8Array | undefined {
    return this.#vector(field, 1, (start, length) => {
      const { buffer, byteOffset } = this.#view;
      return new Uint8Array(buffer, byteOffset + start, length);
    });
  }

  uint32s(field: number): readonly number[] {
    return this.#numbers(field, 4, (position) => this.#view.getUint32(position, true));
  }

  doubles(field: number): readonly number[] {
    return this.#numbers(field, 8, (position) => this.#view.getFloat64(position, true));
  }

  table(field: number): FlatTable | undefined {
    return this.#read(field, undefined, (position) => this.#follow(position));
  }

  tables(field: number): readonly FlatTable[] {
    return this.#numbers(field, 4, (position) => position).map((position) =>
      this.#follow(position),
    );
  }

  #follow(position: number): FlatTable {
    return new FlatTable(this.#view, position + this.#view.getUint32(position, true));
  }

  #read<Value>(field: number, absent: Value, read: (position: number) => Value): Value {
    const entry = 4 + 2 * field;
    const distance =
      entry < this.#vtableSize ? this.#view.getUint16(this.#vtable + entry, true) : 0;
    return distance === 0 ? absent : read(this.#position + distance);
  }

  #numbers(field: number, size: number, read: (position: number) => number): readonly number[] {
    const readAll = (start: number, length: number): readonly number[] =>
      Array.from({ length }, (_, index) => read(start + index * size));
    return this.#vector(field, size, readAll) ?? [];
  }

  #vector<Value>(
    field: number,
    size: number,
    read: (start: number, length: number) => Value,
  ): Value | undefined {
    return this.#read<Value | undefined>(field, undefined, (position) => {
      const start = position + this.#view.getUint32(position, true);
      const length = this.#view.getUint32(start, true);
      // A damaged length must not allocate memory.
      if (start + 4 + length * size > this.#view.byteLength) throw new RangeError('cut off');
      return read(start + 4, length);
    });
  }
}
