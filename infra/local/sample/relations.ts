/** A relation between two resource instances beside those that their tiles tell. */
export type SampleRelation = {
  /** Keys of heritage places. */
  readonly from: string;
  readonly to: string;
  /** Concept key. */
  readonly type: string;
  readonly notes?: string;
};

/** Places that belong together in one way or another. */
export const relations: readonly SampleRelation[] = [
  {
    from: 'stonehenge',
    to: 'avebury',
    type: 'same-listing',
    notes: 'Stonehenge, Avebury and Associated Sites',
  },
  {
    from: 'notre-dame-de-paris',
    to: 'eiffel-tower',
    type: 'same-listing',
    notes: 'Paris, Banks of the Seine',
  },
  {
    from: 'colosseum',
    to: 'pantheon',
    type: 'same-listing',
    notes: 'Historic Centre of Rome',
  },
  { from: 'colosseum', to: 'via-appia', type: 'neighbour' },
  { from: 'acropolis', to: 'parthenon', type: 'same-listing' },
  { from: 'giza-necropolis', to: 'great-pyramid', type: 'same-listing' },
  { from: 'hadrians-wall', to: 'pantheon', type: 'same-creator', notes: 'Emperor Hadrian' },
  { from: 'eiffel-tower', to: 'statue-of-liberty', type: 'same-creator', notes: 'Gustave Eiffel' },
];
