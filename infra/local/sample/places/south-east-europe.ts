import type { Place } from './place.ts';
import { centre, outline } from './shapes.ts';

export const southEastEurope: readonly Place[] = [
  {
    key: 'acropolis',
    name: { 'en-US': 'Acropolis of Athens', 'fr-FR': 'Acropole d’Athènes' },
    types: ['archaeological-site', 'temple'],
    materials: ['marble', 'limestone'],
    description: {
      'en-US': 'The rock above Athens with the temples and the gateway of the age of Pericles.',
      'fr-FR': 'Le rocher d’Athènes avec les temples et les propylées du temps de Périclès.',
    },
    country: 'greece',
    locality: { 'en-US': 'Athens', 'fr-FR': 'Athènes' },
    phases: [{ date: '-0446/-0405', period: 'classical-greek' }],
    extents: [
      outline(
        [23.7243, 37.9716],
        [23.7246, 37.9711],
        [23.7258, 37.9707],
        [23.7276, 37.9709],
        [23.7288, 37.9714],
        [23.7285, 37.9721],
        [23.7266, 37.9724],
        [23.725, 37.9722],
      ),
    ],
    worldHeritage: { number: '404', year: 1987, criteria: 'i ii iii iv vi', isPart: false },
  },
  {
    key: 'parthenon',
    name: { 'en-US': 'Parthenon', 'fr-FR': 'Parthénon', 'es-ES': 'Partenón' },
    types: ['temple'],
    materials: ['marble'],
    description: {
      'en-US': 'The Doric temple of Athena, with sculpture made under the direction of Phidias.',
      'fr-FR': 'Le temple dorique d’Athéna, dont les sculptures furent dirigées par Phidias.',
    },
    country: 'greece',
    locality: { 'en-US': 'Athens', 'fr-FR': 'Athènes' },
    phases: [
      {
        date: '-0446/-0431',
        period: 'classical-greek',
        by: [
          {
            who: 'pericles',
            role: 'patron',
            sources: [{ 'en-US': 'Plutarch, Life of Pericles 12–13' }],
          },
          { who: 'phidias', role: 'sculptor' },
        ],
      },
    ],
    extents: [centre(23.7266, 37.9715)],
    worldHeritage: { number: '404', year: 1987, criteria: 'i ii iii iv vi', isPart: true },
    partOf: 'acropolis',
  },
  {
    key: 'hagia-sophia',
    name: { 'en-US': 'Hagia Sophia', 'fr-FR': 'Sainte-Sophie', 'es-ES': 'Santa Sofía' },
    types: ['mosque', 'basilica'],
    materials: ['brick', 'marble'],
    description: {
      'en-US':
        'A great domed church of the sixth century, afterwards a mosque, a museum, and a mosque ' +
        'again.',
      'fr-FR':
        'Une grande église à coupole du VIe siècle, devenue mosquée, musée, puis mosquée à ' +
        'nouveau.',
    },
    country: 'turkey',
    locality: 'Istanbul',
    phases: [
      {
        date: '0532/0537',
        by: [
          {
            who: 'justinian-i',
            role: 'patron',
            sources: [{ 'en-US': 'Procopius, On Buildings 1.1' }],
          },
        ],
      },
    ],
    extents: [centre(28.98, 41.0086)],
    worldHeritage: { number: '356', year: 1985, criteria: 'i ii iii iv', isPart: true },
  },
  {
    key: 'gobekli-tepe',
    name: { 'en-US': 'Göbekli Tepe', 'fr-FR': 'Göbekli Tepe' },
    types: ['archaeological-site', 'megalithic-monument'],
    materials: ['limestone'],
    description: {
      'en-US':
        'Round enclosures with carved T-shaped pillars, raised by people who did not yet farm.',
      'fr-FR':
        'Des enceintes rondes aux piliers en T sculptés, dressés par des gens qui ne ' +
        'cultivaient pas encore.',
    },
    country: 'turkey',
    locality: 'Şanlıurfa',
    phases: [{ date: '-9599~/-8199~', period: 'neolithic' }],
    extents: [centre(38.9224, 37.2232)],
    worldHeritage: { number: '1572', year: 2018, criteria: 'i ii iv', isPart: false },
  },
  {
    key: 'old-bridge-mostar',
    name: { 'en-US': 'Old Bridge of Mostar', 'fr-FR': 'Vieux pont de Mostar' },
    types: ['bridge'],
    materials: ['limestone'],
    description: {
      'en-US':
        'A single Ottoman arch over the Neretva, shot down in 1993 and built anew as it was.',
      'fr-FR':
        'Une arche ottomane unique sur la Neretva, abattue en 1993 et rebâtie comme elle était.',
    },
    country: 'bosnia-and-herzegovina',
    locality: 'Mostar',
    phases: [
      { date: '1557/1566' },
      { date: '2001/2004', note: { 'en-US': 'Reconstruction', 'fr-FR': 'Reconstruction' } },
    ],
    extents: [centre(17.815, 43.3373)],
    worldHeritage: { number: '946', year: 2005, criteria: 'vi', isPart: true },
  },
  {
    key: 'diocletians-palace',
    name: { 'en-US': 'Diocletian’s Palace', 'fr-FR': 'Palais de Dioclétien' },
    types: ['palace', 'ancient-city'],
    materials: ['limestone'],
    description: {
      'en-US':
        'The walled palace to which an emperor retired; its halls and streets became a living ' +
        'town.',
    },
    country: 'croatia',
    locality: 'Split',
    phases: [{ date: '0295~/0305~', period: 'roman' }],
    extents: [
      outline([16.439, 43.5074], [16.4413, 43.5074], [16.4413, 43.5092], [16.439, 43.5092]),
    ],
    worldHeritage: { number: '97', year: 1979, criteria: 'ii iii iv', isPart: true },
  },
];
