import { vi } from 'vitest';
import * as z from 'zod';

/** The log lines of some requests. */
export type LogLines = {
  /** Returns the lines since the last call. */
  readonly take: () => readonly string[];
  readonly end: () => void;
};

/** Captures the log lines that functions write to the console. */
export function captureLogLines(): LogLines {
  let lines: string[] = [];
  const spy = vi.spyOn(console, 'log').mockImplementation((line: unknown) => {
    lines.push(String(line));
  });
  return {
    take: () => {
      const captured = lines;
      lines = [];
      return captured;
    },
    end: () => spy.mockRestore(),
  };
}

const securityLine = z.looseObject({
  level: z.literal('security'),
  event: z.string(),
  request: z.string(),
  operation: z.string(),
  address: z.string(),
});

export type SecurityLine = z.output<typeof securityLine>;

export function parseSecurityLines(lines: readonly string[]): readonly SecurityLine[] {
  return lines.flatMap((line) => {
    const parsed = securityLine.safeParse(JSON.parse(line));
    return parsed.success ? [parsed.data] : [];
  });
}

/** Matches tokens, hashes of passwords, SHA-256 hashes, and authorization headers. */
const secretPattern = /eyJ[\w-]{10}|\$argon2|pbkdf2_|[0-9a-f]{64}|Bearer |Basic /;

/**
 * The lines that contain a secret, or anything that looks like a token or a hash.
 * @param secrets each too long to be in a line by chance
 */
export function findLinesWithSecrets(
  lines: readonly string[],
  secrets: readonly string[],
): readonly string[] {
  return lines.filter(
    (line) => secretPattern.test(line) || secrets.some((secret) => line.includes(secret)),
  );
}
