/**
 * The options with which Lambda starts Node, which no environment variable can override: a tenth of the memory for the two spaces of
 * new objects, the rest for old objects. They decide how much V8 allocates before it collects garbage.
 * @param megabytes the memory of the function
 */
export function lambdaMemoryOptions(megabytes: number): readonly string[] {
  const newSpace = Math.floor(megabytes / 10);
  return [
    `--max-semi-space-size=${Math.floor(newSpace / 2)}`,
    `--max-old-space-size=${megabytes - newSpace}`,
  ];
}
