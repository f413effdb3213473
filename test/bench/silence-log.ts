/** Leaves the log lines of functions out of the output of this process, which has the results. Writing them is not measured. */
export function silenceLog(): void {
  const { stdout } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = (chunk: string | Uint8Array): boolean =>
    String(chunk).startsWith('{"level":') || write(chunk);
}
