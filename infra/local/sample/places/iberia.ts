import type { Place } from './place.ts';
import { centre } from './shapes.ts';

export const iberia: readonly Place[] = [
  {
    key: 'alhambra',
    name: { 'en-US': 'Alhambra', 'fr-FR': 'Alhambra', 'es-ES': 'Alhambra' },
    localName: { 'ar-EG': 'قصر الحمراء' },
    types: ['palace', 'castle'],
    materials: ['earth', 'brick', 'timber'],
    description: {
      'en-US':
        'The fortress and palaces of the last Muslim rulers of Granada, built around courts of ' +
        'water.',
      'fr-FR':
        'La forteresse et les palais des derniers souverains musulmans de Grenade, autour de ' +
        'cours d’eau.',
      'es-ES':
        'La fortaleza y los palacios de los últimos soberanos musulmanes de Granada, en torno a ' +
        'patios con agua.',
    },
    country: 'spain',
    locality: { 'en-US': 'Granada', 'fr-FR': 'Grenade' },
    phases: [{ date: '1238/1391~' }],
    extents: [centre(-3.5881, 37.1761)],
    worldHeritage: { number: '314', year: 1984, criteria: 'i iii iv', isPart: true },
  },
  {
    key: 'sagrada-familia',
    name: { 'en-US': 'Sagrada Família', 'fr-FR': 'Sagrada Família', 'es-ES': 'Sagrada Familia' },
    types: ['basilica'],
    materials: ['stone', 'concrete'],
    description: {
      'en-US':
        'A church begun in 1882 and directed by Antoni Gaudí until his death, still under ' +
        'construction; his are the crypt and the Nativity façade that are listed.',
      'es-ES':
        'Un templo comenzado en 1882 y dirigido por Antoni Gaudí hasta su muerte, todavía en ' +
        'obras.',
    },
    country: 'spain',
    locality: { 'en-US': 'Barcelona', 'fr-FR': 'Barcelone' },
    phases: [
      {
        date: '1882/..',
        period: 'modernism',
        by: [{ who: 'antoni-gaudi', role: 'architect' }],
      },
    ],
    extents: [centre(2.1744, 41.4036)],
    worldHeritage: { number: '320', year: 1984, criteria: 'i ii iv', isPart: true },
  },
  {
    key: 'jeronimos-monastery',
    name: { 'en-US': 'Jerónimos Monastery', 'fr-FR': 'Monastère des Hiéronymites' },
    types: ['monastery'],
    materials: ['limestone'],
    description: {
      'en-US':
        'A monastery near the harbour of Lisbon in the richly carved style that is named after ' +
        'its founder, King Manuel.',
      'fr-FR':
        'Un monastère près du port de Lisbonne, dans le style richement sculpté qui porte le ' +
        'nom de son fondateur, le roi Manuel.',
    },
    country: 'portugal',
    locality: { 'en-US': 'Lisbon', 'fr-FR': 'Lisbonne' },
    phases: [{ date: '1501/1601~', period: 'gothic', by: [{ who: 'manuel-i', role: 'patron' }] }],
    extents: [centre(-9.2068, 38.6979)],
    worldHeritage: { number: '263', year: 1983, criteria: 'iii vi', isPart: true },
  },
];
