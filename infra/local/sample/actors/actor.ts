import type { Texts } from '../texts.ts';

/** A person or an organisation as the source files of the sample tell it. */
export type Actor = {
  readonly key: string;
  readonly name: Texts;
  readonly kind: 'person' | 'organisation';
  /** Concept keys. */
  readonly functions: readonly string[];
  readonly description: Texts;
  /** Birth or foundation, Extended Date/Time Format. */
  readonly begin?: string;
  /** Death or dissolution, Extended Date/Time Format. */
  readonly end?: string;
};
