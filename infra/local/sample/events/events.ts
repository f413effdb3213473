import type { Texts } from '../texts.ts';

/** An event as the source file of the sample tells it. */
export type PlaceEvent = {
  readonly key: string;
  readonly name: Texts;
  readonly description: Texts;
  /** Concept key. */
  readonly type: string;
  /** First and last day, or month, or year. */
  readonly begin: string;
  readonly end: string;
  /** Keys of heritage places. */
  readonly places: readonly string[];
  /** Keys of persons and organisations. */
  readonly participants?: readonly string[];
};

/** What happened to places of the sample after they were built. */
export const events: readonly PlaceEvent[] = [
  {
    key: 'eruption-of-vesuvius',
    name: { 'en-US': 'Eruption of Vesuvius', 'fr-FR': 'Éruption du Vésuve' },
    description: { 'en-US': 'Ash and hot flows buried Pompeii and the towns around the gulf.' },
    type: 'destruction',
    begin: '0079',
    end: '0079',
    places: ['pompeii'],
  },
  {
    key: 'treaty-of-waitangi',
    name: { 'en-US': 'Signing of the Treaty of Waitangi', 'fr-FR': 'Traité de Waitangi' },
    description: { 'en-US': 'Māori chiefs and the British Crown signed the treaty.' },
    type: 'agreement',
    begin: '1840-02-06',
    end: '1840-02-06',
    places: ['waitangi-treaty-house'],
  },
  {
    key: 'dedication-of-the-statue-of-liberty',
    name: { 'en-US': 'Dedication of the Statue of Liberty' },
    description: { 'en-US': 'The statue was unveiled in the harbour of New York.' },
    type: 'opening',
    begin: '1886-10-28',
    end: '1886-10-28',
    places: ['statue-of-liberty'],
    participants: ['auguste-bartholdi'],
  },
  {
    key: 'universal-exhibition-1889',
    name: { 'en-US': 'World’s Fair of 1889', 'fr-FR': 'Exposition universelle de 1889' },
    description: {
      'en-US': 'The fair for which the Eiffel Tower was the entrance.',
      'fr-FR': 'L’exposition dont la tour Eiffel était l’entrée.',
    },
    type: 'opening',
    begin: '1889-05-06',
    end: '1889-10-31',
    places: ['eiffel-tower'],
    participants: ['gustave-eiffel'],
  },
  {
    key: 'atomic-bombing-of-hiroshima',
    name: { 'en-US': 'Atomic bombing of Hiroshima', 'fr-FR': 'Bombardement d’Hiroshima' },
    description: { 'en-US': 'The first use of an atomic bomb in war destroyed the city.' },
    type: 'destruction',
    begin: '1945-08-06',
    end: '1945-08-06',
    places: ['hiroshima-peace-memorial'],
  },
  {
    key: 'relocation-of-abu-simbel',
    name: {
      'en-US': 'Relocation of the temples of Abu Simbel',
      'fr-FR': 'Déplacement des temples d’Abou Simbel',
    },
    description: {
      'en-US': 'The temples were sawn into blocks and set up again above the rising water.',
      'fr-FR': 'Les temples furent sciés en blocs et remontés au-dessus des eaux.',
    },
    type: 'relocation',
    begin: '1964',
    end: '1968',
    places: ['abu-simbel'],
    participants: ['unesco'],
  },
  {
    key: 'opening-of-the-sydney-opera-house',
    name: { 'en-US': 'Opening of the Sydney Opera House' },
    description: { 'en-US': 'The building was opened fourteen years after work began.' },
    type: 'opening',
    begin: '1973-10-20',
    end: '1973-10-20',
    places: ['sydney-opera-house'],
  },
  {
    key: 'restoration-of-borobudur',
    name: { 'en-US': 'Restoration of Borobudur', 'fr-FR': 'Restauration de Borobudur' },
    description: { 'en-US': 'The terraces were taken down, drained and built up again.' },
    type: 'restoration',
    begin: '1973',
    end: '1983',
    places: ['borobudur'],
    participants: ['unesco'],
  },
  {
    key: 'destruction-of-the-old-bridge',
    name: { 'en-US': 'Destruction of the Old Bridge of Mostar' },
    description: { 'en-US': 'The arch fell into the Neretva under tank fire.' },
    type: 'destruction',
    begin: '1993-11-09',
    end: '1993-11-09',
    places: ['old-bridge-mostar'],
  },
  {
    key: 'fire-of-notre-dame',
    name: { 'en-US': 'Fire of Notre-Dame', 'fr-FR': 'Incendie de Notre-Dame' },
    description: {
      'en-US': 'The roof timbers and the spire burned; towers and vaults for the most part stood.',
      'fr-FR': 'La charpente et la flèche ont brûlé ; tours et voûtes ont pour l’essentiel tenu.',
    },
    type: 'destruction',
    begin: '2019-04-15',
    end: '2019-04-16',
    places: ['notre-dame-de-paris'],
  },
];
