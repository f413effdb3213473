import type { Place } from './place.ts';
import { centre } from './shapes.ts';

export const oceania: readonly Place[] = [
  {
    key: 'sydney-opera-house',
    name: {
      'en-US': 'Sydney Opera House',
      'fr-FR': 'Opéra de Sydney',
      'es-ES': 'Ópera de Sídney',
      'de-DE': 'Opernhaus Sydney',
    },
    types: ['performing-arts-building'],
    materials: ['concrete', 'granite'],
    description: {
      'en-US': 'Tiled concrete shells on a podium at the harbour, all cut from one sphere.',
      'fr-FR':
        'Des coques de béton carrelées sur un socle au bord du port, tirées d’une même sphère.',
    },
    country: 'australia',
    locality: 'Sydney',
    phases: [
      { date: '1959/1973', period: 'modernism', by: [{ who: 'jorn-utzon', role: 'architect' }] },
    ],
    extents: [centre(151.2153, -33.8568)],
    worldHeritage: { number: '166', year: 2007, criteria: 'i', isPart: false },
  },
  {
    key: 'royal-exhibition-building',
    name: { 'en-US': 'Royal Exhibition Building', 'fr-FR': 'Palais royal des expositions' },
    types: ['exhibition-hall'],
    materials: ['brick', 'timber'],
    description: {
      'en-US':
        'A great hall built for the international exhibition of 1880, in its garden in Melbourne.',
    },
    country: 'australia',
    locality: 'Melbourne',
    phases: [{ date: '1879/1880', period: 'industrial-age' }],
    extents: [centre(144.9717, -37.8047)],
    worldHeritage: { number: '1131', year: 2004, criteria: 'ii', isPart: true },
  },
  {
    key: 'nan-madol',
    name: { 'en-US': 'Nan Madol', 'fr-FR': 'Nan Madol' },
    types: ['ancient-city', 'megalithic-monument'],
    materials: ['volcanic-stone'],
    description: {
      'en-US':
        'About a hundred islets walled with basalt columns, the ceremonial centre of a Pacific ' +
        'dynasty.',
      'fr-FR':
        'Une centaine d’îlots murés de colonnes de basalte, centre cérémoniel d’une dynastie du ' +
        'Pacifique.',
    },
    country: 'micronesia',
    locality: 'Pohnpei',
    phases: [{ date: '1200~/1500~' }],
    extents: [centre(158.335, 6.8447)],
    worldHeritage: { number: '1503', year: 2016, criteria: 'i iii iv vi', isPart: false },
  },
  {
    key: 'waitangi-treaty-house',
    name: { 'en-US': 'Waitangi Treaty House', 'fr-FR': 'Maison du traité de Waitangi' },
    types: ['civil-building'],
    materials: ['timber'],
    description: {
      'en-US':
        'The house of the British Resident, on whose lawn the Treaty of Waitangi was first signed.',
      'fr-FR':
        'La maison du résident britannique, devant laquelle fut d’abord signé le traité de ' +
        'Waitangi.',
    },
    country: 'new-zealand',
    locality: 'Waitangi',
    phases: [{ date: '1833/1834' }],
    extents: [centre(174.0795, -35.2665)],
  },
];
