/**
 * The options with which Lambda starts Node, which no variable overrides: a tenth of the memory for two spaces of new objects, the rest
 * for old
 * ones. They decide how much V8 allocates before it collects.
 * @param memory MB that the function has
 */
export function lambdaMemory(memory: number): readonly string[] {
  const newSpace = Math.floor(memory / 10);
  return [
    `--max-semi-space-size=${Math.floor(newSpace / 2)}`,
    `--max-old-space-size=${memory - newSpace}`,
  ];
}
