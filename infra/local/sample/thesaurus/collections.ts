import { bilingual } from '../texts.ts';
import type { CollectionDefinition } from './definition.ts';

/** One collection for each kind of choice that the sample models offer. */
export const collections: readonly CollectionDefinition[] = [
  {
    key: 'place-types-collection',
    label: bilingual('Place types', 'Types de lieux'),
    below: 'place-types',
  },
  { key: 'materials-collection', label: bilingual('Materials', 'Matériaux'), below: 'materials' },
  { key: 'periods-collection', label: bilingual('Periods', 'Périodes'), below: 'periods' },
  { key: 'functions-collection', label: bilingual('Functions', 'Fonctions'), below: 'functions' },
  {
    key: 'name-types-collection',
    label: bilingual('Name types', 'Types de noms'),
    below: 'name-types',
  },
  {
    key: 'event-types-collection',
    label: bilingual('Event types', 'Types d’événements'),
    below: 'event-types',
  },
  {
    key: 'relation-types-collection',
    label: bilingual('Relation types', 'Types de relations'),
    below: 'relation-types',
  },
];
