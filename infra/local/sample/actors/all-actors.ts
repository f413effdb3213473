import type { Actor } from './actor.ts';
import { makers } from './makers.ts';
import { organisations } from './organisations.ts';
import { rulers } from './rulers.ts';

/** The persons and organisations of the sample. */
export const actors: readonly Actor[] = [...rulers, ...makers, ...organisations];
