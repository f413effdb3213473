import type { Place } from './place.ts';
import { centre, outline } from './shapes.ts';

export const subSaharanAfrica: readonly Place[] = [
  {
    key: 'great-mosque-djenne',
    name: { 'en-US': 'Great Mosque of Djenné', 'fr-FR': 'Grande Mosquée de Djenné' },
    types: ['mosque'],
    materials: ['earth', 'timber'],
    description: {
      'en-US': 'A mosque of mud brick whose walls the townspeople plaster anew every year.',
      'fr-FR': 'Une mosquée de brique crue, dont les habitants refont l’enduit chaque année.',
    },
    country: 'mali',
    locality: 'Djenné',
    phases: [{ date: '1906~/1907', note: { 'en-US': 'Present building' } }],
    extents: [centre(-4.5552, 13.9053)],
    worldHeritage: { number: '116', year: 1988, criteria: 'iii iv', isPart: true },
  },
  {
    key: 'djinguereber-mosque',
    name: { 'en-US': 'Djinguereber Mosque', 'fr-FR': 'Mosquée Djingareyber' },
    types: ['mosque', 'school'],
    materials: ['earth', 'timber', 'limestone'],
    description: {
      'en-US':
        'The oldest of the three great mosques of Timbuktu, begun after the pilgrimage of its ' +
        'ruler.',
      'fr-FR':
        'La plus ancienne des trois grandes mosquées de Tombouctou, commencée après le ' +
        'pèlerinage de son souverain.',
    },
    country: 'mali',
    locality: { 'en-US': 'Timbuktu', 'fr-FR': 'Tombouctou' },
    phases: [{ date: '1327~', by: [{ who: 'mansa-musa', role: 'patron' }] }],
    extents: [centre(-3.0099, 16.7714)],
    worldHeritage: { number: '119', year: 1988, criteria: 'ii iv v', isPart: true },
  },
  {
    key: 'great-zimbabwe',
    name: { 'en-US': 'Great Zimbabwe', 'fr-FR': 'Grand Zimbabwe', 'es-ES': 'Gran Zimbabue' },
    types: ['ancient-city'],
    materials: ['granite'],
    description: {
      'en-US': 'The dry stone capital of a Shona kingdom that traded gold with the coast.',
      'fr-FR': 'La capitale en pierre sèche d’un royaume shona qui échangeait l’or avec la côte.',
    },
    country: 'zimbabwe',
    locality: 'Masvingo',
    phases: [{ date: '10XX/14XX' }],
    extents: [centre(30.9338, -20.2674)],
    worldHeritage: { number: '364', year: 1986, criteria: 'i iii vi', isPart: false },
  },
  {
    key: 'bete-giyorgis',
    name: {
      'en-US': 'Church of Saint George, Lalibela',
      'fr-FR': 'Église Saint-Georges de Lalibela',
    },
    otherName: { 'en-US': 'Bete Giyorgis' },
    types: ['rock-hewn-church'],
    materials: ['volcanic-stone'],
    description: {
      'en-US': 'A church in the shape of a cross, cut downwards out of the rock as one piece.',
      'fr-FR': 'Une église en forme de croix, taillée d’un seul bloc vers le bas dans le rocher.',
    },
    country: 'ethiopia',
    locality: 'Lalibela',
    phases: [{ date: '12XX?' }],
    extents: [centre(39.0412, 12.0316)],
    worldHeritage: { number: '18', year: 1978, criteria: 'i ii iii', isPart: true },
  },
  {
    key: 'robben-island',
    name: { 'en-US': 'Robben Island', 'fr-FR': 'Robben Island', 'de-DE': 'Robben Island' },
    types: ['civil-building', 'monument'],
    description: {
      'en-US':
        'An island off Cape Town, long a prison, where leaders of the struggle against ' +
        'apartheid were held.',
      'fr-FR':
        'Une île au large du Cap, longtemps prison, où furent détenus des chefs de la lutte ' +
        'contre l’apartheid.',
    },
    country: 'south-africa',
    locality: { 'en-US': 'Cape Town', 'fr-FR': 'Le Cap' },
    phases: [
      {
        date: '1961/1996',
        note: { 'en-US': 'Last use as a prison', 'fr-FR': 'Dernier usage comme prison' },
      },
    ],
    extents: [
      outline(
        [18.361, -33.7915],
        [18.3575, -33.797],
        [18.3545, -33.804],
        [18.357, -33.813],
        [18.364, -33.82],
        [18.371, -33.819],
        [18.379, -33.812],
        [18.381, -33.804],
        [18.377, -33.796],
        [18.37, -33.79],
      ),
    ],
    worldHeritage: { number: '916', year: 1999, criteria: 'iii vi', isPart: false },
  },
];
