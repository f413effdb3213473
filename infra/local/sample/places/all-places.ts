import { britishIsles } from './british-isles.ts';
import { caribbeanAndSouthAmerica } from './caribbean-and-south-america.ts';
import { centralEurope } from './central-europe.ts';
import { eastAndSouthEastAsia } from './east-and-south-east-asia.ts';
import { france } from './france.ts';
import { iberia } from './iberia.ts';
import { italy } from './italy.ts';
import { northAfrica } from './north-africa.ts';
import { northAndCentralAmerica } from './north-and-central-america.ts';
import { oceania } from './oceania.ts';
import type { Place } from './place.ts';
import { southEastEurope } from './south-east-europe.ts';
import { subSaharanAfrica } from './sub-saharan-africa.ts';
import { westAndSouthAsia } from './west-and-south-asia.ts';

/** The heritage places of the sample, region by region. */
export const places: readonly Place[] = [
  ...britishIsles,
  ...france,
  ...centralEurope,
  ...iberia,
  ...italy,
  ...southEastEurope,
  ...northAfrica,
  ...subSaharanAfrica,
  ...westAndSouthAsia,
  ...eastAndSouthEastAsia,
  ...northAndCentralAmerica,
  ...caribbeanAndSouthAmerica,
  ...oceania,
];
