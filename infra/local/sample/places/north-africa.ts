import type { Place } from './place.ts';
import { centre, squareRing } from './shapes.ts';

export const northAfrica: readonly Place[] = [
  {
    key: 'giza-necropolis',
    name: {
      'en-US': 'Giza Necropolis',
      'fr-FR': 'Nécropole de Gizeh',
      'es-ES': 'Necrópolis de Guiza',
    },
    localName: { 'ar-EG': 'هضبة الجيزة' },
    types: ['archaeological-site', 'tomb'],
    materials: ['limestone', 'granite'],
    description: {
      'en-US': 'The desert plateau west of Cairo with the pyramids of Khufu, Khafre and Menkaure.',
      'fr-FR': 'Le plateau désertique à l’ouest du Caire, avec les trois grandes pyramides.',
    },
    country: 'egypt',
    locality: { 'en-US': 'Giza', 'fr-FR': 'Gizeh' },
    phases: [{ date: '-2599~/-2499~', period: 'ancient-egyptian' }],
    extents: [
      {
        kind: 'parts',
        shapes: [
          {
            type: 'MultiPolygon',
            coordinates: [
              [squareRing(31.1342, 29.9792, 230.3)],
              [squareRing(31.1308, 29.9761, 215.3)],
              [squareRing(31.1283, 29.9725, 103.4)],
            ],
          },
        ],
      },
    ],
    worldHeritage: { number: '86', year: 1979, criteria: 'i iii vi', isPart: true },
  },
  {
    key: 'great-pyramid',
    name: {
      'en-US': 'Great Pyramid of Giza',
      'fr-FR': 'Grande pyramide de Gizeh',
      'es-ES': 'Gran Pirámide de Guiza',
      'de-DE': 'Cheops-Pyramide',
    },
    localName: { 'ar-EG': 'الهرم الأكبر' },
    otherName: { 'en-US': 'Pyramid of Khufu', 'fr-FR': 'Pyramide de Khéops' },
    types: ['pyramid', 'tomb'],
    materials: ['limestone', 'granite'],
    description: {
      'en-US':
        'The tomb of Khufu, for well over three thousand years the tallest thing ever built.',
      'fr-FR':
        'Le tombeau de Khéops, pendant bien plus de trois mille ans l’ouvrage le plus haut du ' +
        'monde.',
    },
    country: 'egypt',
    locality: { 'en-US': 'Giza', 'fr-FR': 'Gizeh' },
    phases: [
      { date: '-2559~', period: 'ancient-egyptian', by: [{ who: 'khufu', role: 'patron' }] },
    ],
    extents: [
      centre(31.1342, 29.9792),
      {
        kind: 'outline',
        shapes: [{ type: 'Polygon', coordinates: [squareRing(31.1342, 29.9792, 230.3)] }],
      },
    ],
    dimensions: [
      { kind: 'height', value: 146.6, unit: 'metre', note: { 'en-US': 'As first built' } },
      { kind: 'side', value: 230.3, unit: 'metre' },
    ],
    worldHeritage: { number: '86', year: 1979, criteria: 'i iii vi', isPart: true },
    partOf: 'giza-necropolis',
  },
  {
    key: 'abu-simbel',
    name: { 'en-US': 'Abu Simbel Temples', 'fr-FR': 'Temples d’Abou Simbel' },
    localName: { 'ar-EG': 'أبو سمبل' },
    types: ['temple'],
    materials: ['sandstone'],
    description: {
      'en-US':
        'Two temples cut into a cliff under Ramesses II, sawn into blocks and moved uphill ' +
        'before the Nile rose behind the dam at Aswan.',
      'fr-FR':
        'Deux temples taillés dans la falaise sous Ramsès II, sciés en blocs et remontés avant ' +
        'que le Nil ne monte derrière le barrage d’Assouan.',
    },
    country: 'egypt',
    locality: { 'en-US': 'Abu Simbel', 'fr-FR': 'Abou Simbel' },
    phases: [
      {
        date: '-1263~/-1243~',
        period: 'ancient-egyptian',
        by: [{ who: 'ramesses-ii', role: 'patron' }],
      },
    ],
    extents: [centre(31.6256, 22.3372)],
    worldHeritage: { number: '88', year: 1979, criteria: 'i iii vi', isPart: true },
  },
  {
    key: 'ait-benhaddou',
    name: { 'en-US': 'Ksar of Aït Benhaddou', 'fr-FR': 'Ksar d’Aït-ben-Haddou' },
    localName: { 'ar-EG': 'آيت بن حدو' },
    types: ['fortified-village'],
    materials: ['earth'],
    description: {
      'en-US': 'A walled village of rammed earth on an old caravan way south of the High Atlas.',
      'fr-FR':
        'Un village fortifié en pisé, sur une ancienne route caravanière au sud du Haut Atlas.',
    },
    country: 'morocco',
    locality: 'Ouarzazate',
    phases: [{ date: '16XX/..' }],
    extents: [centre(-7.1319, 31.047)],
    worldHeritage: { number: '444', year: 1987, criteria: 'iv v', isPart: false },
  },
];
