import type { Identity } from '../document/identity.ts';
import type { MatchWorld } from '../match-world.ts';
import type { RequiredBelow } from '../model/required.ts';
import type { StoredTerms } from '../stored/stored-terms.ts';
import type { ValueReader } from '../values/read-value.ts';
import type { Steps } from './steps.ts';

/** What is needed to try nodes of the model for values of a document. */
export type FitWorld = {
  readonly reader: ValueReader;
  /** The service's address, without a slash at the end. */
  readonly baseUrl: string;
  readonly unknown: MatchWorld['unknown'];
  readonly hidden: MatchWorld['hidden'];
  /** Nodes whose values documents of the service name, since they are like those of a sibling. */
  readonly indistinguishable: ReadonlySet<string>;
  readonly storedTerms: StoredTerms;
  readonly identity: Identity;
  readonly required: RequiredBelow;
  readonly steps: Steps;
};
