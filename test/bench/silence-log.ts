/** Keeps the log lines of functions out of the output of this process, which is only for the results. */
export function silenceLog(): void {
  const { stdout } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = (chunk: string | Uint8Array): boolean =>
    String(chunk).startsWith('{"level":') || write(chunk);
}
