// The log writes to the output of the process, which Vitest shows at once. This setup file sends it to the console, which Vitest shows only
// if a test fails.

process.stdout.write = (chunk: string | Uint8Array): boolean => {
  console.log(String(chunk).trimEnd());
  return true;
};
