import type { Geometry } from 'geojson';

import type { Bilingual, Texts } from '../texts.ts';
import type { CountryKey } from './countries.ts';

/**
 * A heritage place as the source files of the sample tell it. Names, dates, coordinates and numbers
 * are facts; what is said of them is in words of this project.
 */
export type Place = {
  readonly key: string;
  readonly name: Texts;
  /** As the people of the place call it, in the script of their language. */
  readonly localName?: Texts;
  readonly otherName?: Texts;
  /** Concept keys. */
  readonly types: readonly string[];
  readonly materials?: readonly string[];
  readonly description: Texts;
  readonly country: CountryKey;
  readonly locality: string | Bilingual;
  readonly phases: readonly Phase[];
  readonly extents: readonly Extent[];
  readonly dimensions?: readonly Dimension[];
  readonly worldHeritage?: WorldHeritage;
  /** Key of the place that this one is a part of. */
  readonly partOf?: string;
};

/** A phase of building. */
export type Phase = {
  /** Extended Date/Time Format (ISO 8601-2); years count through 0, so that -2559 is 2560 BCE. */
  readonly date: string;
  /** Concept key. */
  readonly period?: string;
  readonly note?: Texts;
  readonly by?: readonly Contribution[];
};

export type Contribution = {
  /** Key of a person or organisation. */
  readonly who: string;
  /** Concept key of a function. */
  readonly role: string;
  readonly sources?: readonly Texts[];
};

/**
 * One tile of geometry: a feature for each geometry. Coordinates are longitude and latitude (WGS
 * 84).
 */
export type Extent = {
  readonly kind: 'centre' | 'outline' | 'course' | 'parts';
  readonly shapes: readonly Geometry[];
};

export type Dimension = {
  readonly kind: 'height' | 'length' | 'span' | 'diameter' | 'side';
  readonly value: number;
  readonly unit: 'metre' | 'kilometre';
  readonly note?: Texts;
};

export type WorldHeritage = {
  /** Number on the World Heritage List. */
  readonly number: string;
  /** Year of inscription. */
  readonly year: number;
  /** Roman numerals, parted by spaces. */
  readonly criteria: string;
  /** Whether the listed property is more than this place. */
  readonly isPart: boolean;
};
