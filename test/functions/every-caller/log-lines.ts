import { vi } from 'vitest';
import * as z from 'zod';

/** The lines of log that were written while something was done. */
export type LogLines = {
  /** Takes the lines that were written since it was last asked. */
  readonly take: () => readonly string[];
  readonly end: () => void;
};

/** Keeps the lines of log of the functions, which they write to the console. */
export function keepLogLines(): LogLines {
  let kept: string[] = [];
  const spy = vi.spyOn(console, 'log').mockImplementation((line: unknown) => {
    kept.push(String(line));
  });
  return {
    take: () => {
      const taken = kept;
      kept = [];
      return taken;
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

/** A line for those who watch over the service. */
export type SecurityLine = z.output<typeof securityLine>;

/** The security lines among others. */
export function securityLines(lines: readonly string[]): readonly SecurityLine[] {
  return lines.flatMap((line) => {
    const parsed = securityLine.safeParse(JSON.parse(line));
    return parsed.success ? [parsed.data] : [];
  });
}

/** What a secret of ours looks like, whichever it is: a token, a hash of a password, a SHA-256, a header. */
const shapes = /eyJ[\w-]{10}|\$argon2|pbkdf2_|[0-9a-f]{64}|Bearer |Basic /;

/**
 * The lines that tell something secret: one of these texts, or anything that looks like a token or a hash.
 * @param secrets each of some length
 */
export function telling(lines: readonly string[], secrets: readonly string[]): readonly string[] {
  return lines.filter(
    (line) => shapes.test(line) || secrets.some((secret) => line.includes(secret)),
  );
}
