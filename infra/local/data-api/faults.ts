import * as z from 'zod';

/** A failure that a test injects: either before a call is executed, or after it, so that only the response is affected. */
export const faultSchema = z.object({
  when: z.enum(['before', 'after']),
  kind: z.enum([
    'resuming',
    'throttling',
    'unavailable',
    'internal',
    'secrets',
    'forbidden',
    'password',
    'reset',
    'html',
    'delay',
    'kill-transaction',
  ]),
  /** The number of affected calls. */
  times: z.number().int().min(1).default(1),
  /** Affects only calls whose operation and request contain one of these texts. */
  match: z.union([z.string(), z.array(z.string()).readonly()]).optional(),
  /** The length of a `delay`. */
  milliseconds: z.number().min(0).default(0),
});

export type Fault = z.output<typeof faultSchema>;
export type FaultInput = z.input<typeof faultSchema>;

export type Faults = {
  readonly add: (fault: FaultInput) => void;
  readonly clear: () => void;
  /** Takes the next fault for a call from the queue. @param call the operation and the request */
  readonly take: (when: Fault['when'], call: string) => Fault | undefined;
};

function isMatch({ match = '' }: Fault, call: string): boolean {
  return [match].flat().some((text) => call.includes(text));
}

export function createFaults(): Faults {
  let queue: { fault: Fault; remaining: number }[] = [];
  return {
    add: (input) => {
      const parsed = faultSchema.parse(input);
      queue.push({ fault: parsed, remaining: parsed.times });
    },
    clear: () => {
      queue = [];
    },
    take: (when, call) => {
      const entry = queue.find(
        (queued) => queued.fault.when === when && isMatch(queued.fault, call),
      );
      if (entry === undefined) return undefined;
      entry.remaining -= 1;
      if (entry.remaining === 0) queue = queue.filter((queued) => queued !== entry);
      return entry.fault;
    },
  };
}
