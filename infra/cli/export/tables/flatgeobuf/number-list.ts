/** A list of numbers that grows, with eight bytes for each: a list of JavaScript takes several times as many. */
export type NumberList = {
  readonly add: (numbers: readonly number[]) => void;
  /** The numbers so far. */
  readonly toArray: () => Float64Array;
};

export function createNumberList(): NumberList {
  let numbers = new Float64Array(1024);
  let length = 0;
  return {
    add: (added) => {
      if (length + added.length > numbers.length) {
        const larger = new Float64Array(Math.max(numbers.length * 2, length + added.length));
        larger.set(numbers);
        numbers = larger;
      }
      numbers.set(added, length);
      length += added.length;
    },
    toArray: () => numbers.subarray(0, length),
  };
}
