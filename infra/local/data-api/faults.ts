import * as z from 'zod';

/** A failure that is to happen. Before execution nothing was done; after commit everything was, and only the answer is lost. */
export const faultSchema = z.object({
  when: z.enum(['before', 'after']),
  kind: z.enum([
    'resuming',
    'throttling',
    'unavailable',
    'internal',
    'secrets',
    'reset',
    'html',
    'delay',
    'kill-transaction',
  ]),
  /** How many calls it hits. */
  times: z.number().int().min(1).default(1),
  /** Only calls whose statement has this text or one of these, or, for calls without one, whose operation has such a name. */
  match: z.union([z.string(), z.array(z.string()).readonly()]).optional(),
  /** For `delay`. */
  milliseconds: z.number().min(0).default(0),
});

export type Fault = z.output<typeof faultSchema>;
export type FaultInput = z.input<typeof faultSchema>;

export type Faults = {
  readonly add: (fault: FaultInput) => void;
  readonly clear: () => void;
  /** The next fault for a call, which is used up by this. */
  readonly take: (when: Fault['when'], subject: string) => Fault | undefined;
};

function isMet({ match = '' }: Fault, subject: string): boolean {
  return [match].flat().some((text) => subject.includes(text));
}

export function createFaults(): Faults {
  let queue: { fault: Fault; left: number }[] = [];
  return {
    add: (input) => {
      const parsed = faultSchema.parse(input);
      queue.push({ fault: parsed, left: parsed.times });
    },
    clear: () => {
      queue = [];
    },
    take: (when, subject) => {
      const found = queue.find((entry) => entry.fault.when === when && isMet(entry.fault, subject));
      if (found === undefined) return undefined;
      found.left -= 1;
      if (found.left === 0) queue = queue.filter((entry) => entry !== found);
      return found.fault;
    },
  };
}
