import type { IncomingValue } from '../incoming.ts';
import type { ActiveContext } from './active-context.ts';
import type { ContextProcessor } from './context-processing.ts';
import type { Problems } from './problems.ts';

/** Where a value stands, and what words mean there. */
export type Place = {
  readonly active: ActiveContext;
  /** The key under which the value stands, as it is written; null for the nodes of the document itself. */
  readonly property: string | null;
  readonly pointer: string;
  /** Whether the value stands in an object whose keys are ids, classes or an index: its context is for that value, too. */
  readonly isInMap: boolean;
  /** Whether a `@graph` here is that of the document. */
  readonly isRoot: boolean;
};

/** What reads the values of a document, for the parts that read one kind of them. */
export type Reader = {
  readonly problems: Problems;
  readonly contexts: ContextProcessor;
  /** Adds what a value says to `into`: nothing for null, several values for a list. */
  readonly read: (place: Place, value: unknown, into: IncomingValue[]) => void;
};
