import { africa } from './africa.ts';
import { americas } from './americas.ts';
import { britishIsles } from './british-isles.ts';
import { centralEurope } from './central-europe.ts';
import { eastAndSouthEastAsia } from './east-and-south-east-asia.ts';
import { france } from './france.ts';
import { iberia } from './iberia.ts';
import { italy } from './italy.ts';
import { oceania } from './oceania.ts';
import type { Place } from './place.ts';
import { southEastEurope } from './south-east-europe.ts';
import { westAndSouthAsia } from './west-and-south-asia.ts';

/** The heritage places of the sample, region by region. */
export const places: readonly Place[] = [
  ...britishIsles,
  ...france,
  ...centralEurope,
  ...iberia,
  ...italy,
  ...southEastEurope,
  ...africa,
  ...westAndSouthAsia,
  ...eastAndSouthEastAsia,
  ...americas,
  ...oceania,
];
