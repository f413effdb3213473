import { sampleId, UnknownSampleKey } from '../sample-id.ts';
import { bilingual, type Bilingual } from '../texts.ts';

/** The lists from which domain values are chosen, by readable key. */
const LISTS = {
  'dimension-kind': {
    height: bilingual('Height', 'Hauteur'),
    length: bilingual('Length', 'Longueur'),
    span: bilingual('Span', 'Portée'),
    diameter: bilingual('Diameter', 'Diamètre'),
    side: bilingual('Side of the base', 'Côté de la base'),
  },
  unit: {
    metre: bilingual('metre', 'mètre'),
    kilometre: bilingual('kilometre', 'kilomètre'),
  },
  'geometry-kind': {
    centre: bilingual('Centre point', 'Point central'),
    outline: bilingual('Outline', 'Contour'),
    course: bilingual('Course', 'Tracé'),
    parts: bilingual('Parts', 'Parties'),
  },
  criterion: Object.fromEntries(
    ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'].map((number) => [
      number,
      bilingual(`Criterion (${number})`, `Critère (${number})`),
    ]),
  ),
  'risk-level': {
    low: bilingual('Low', 'Faible'),
    medium: bilingual('Medium', 'Moyen'),
    high: bilingual('High', 'Élevé'),
  },
  'actor-kind': {
    person: bilingual('Person', 'Personne'),
    organisation: bilingual('Organisation', 'Organisation'),
  },
} satisfies Record<string, Readonly<Record<string, Bilingual>>>;

/** The name of a list of options. */
export type OptionList = keyof typeof LISTS;

/** The configuration of a domain-value node: its options in the layout of releases 7.x. */
export function optionConfig(list: OptionList): {
  readonly options: readonly { readonly id: string; readonly text: Bilingual }[];
} {
  const options = Object.entries(optionsOf(list)).map(([key, text]) => ({
    id: sampleId('option', list, key),
    text,
    selected: false,
  }));
  return { options };
}

/**
 * The id by which tiles name an option.
 * @throws UnknownSampleKey where the list has no such option
 */
export function optionId(list: OptionList, key: string): string {
  if (!Object.hasOwn(optionsOf(list), key)) throw new UnknownSampleKey(`option of ${list}`, key);
  return sampleId('option', list, key);
}

function optionsOf(list: OptionList): Readonly<Record<string, Bilingual>> {
  return LISTS[list];
}
