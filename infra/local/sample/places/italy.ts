import type { Place } from './place.ts';
import { centre, course, outline } from './shapes.ts';

export const italy: readonly Place[] = [
  {
    key: 'colosseum',
    name: {
      'en-US': 'Colosseum',
      'fr-FR': 'Colisée',
      'es-ES': 'Coliseo',
      'de-DE': 'Kolosseum',
    },
    otherName: { 'en-US': 'Flavian Amphitheatre', 'fr-FR': 'Amphithéâtre flavien' },
    types: ['amphitheatre'],
    materials: ['limestone', 'concrete', 'brick'],
    description: {
      'en-US': 'The largest amphitheatre of the Roman world, given to the city by its new dynasty.',
      'fr-FR':
        'Le plus grand amphithéâtre du monde romain, offert à la ville par sa nouvelle dynastie.',
    },
    country: 'italy',
    locality: 'Rome',
    phases: [{ date: '0070~/0080', period: 'roman' }],
    extents: [centre(12.4922, 41.8902)],
    dimensions: [
      { kind: 'height', value: 48, unit: 'metre' },
      { kind: 'length', value: 189, unit: 'metre', note: { 'en-US': 'Longer axis, about' } },
    ],
    worldHeritage: { number: '91', year: 1980, criteria: 'i ii iii iv vi', isPart: true },
  },
  {
    key: 'pantheon',
    name: { 'en-US': 'Pantheon', 'fr-FR': 'Panthéon', 'es-ES': 'Panteón de Agripa' },
    types: ['temple', 'church'],
    materials: ['concrete', 'brick', 'granite'],
    description: {
      'en-US':
        'A round temple under a dome of unreinforced concrete with an open eye, used as a ' +
        'church since 609.',
      'fr-FR':
        'Un temple rond sous une coupole de béton non armé, ouverte en son sommet, devenu ' +
        'église en 609.',
    },
    country: 'italy',
    locality: 'Rome',
    phases: [{ date: '0114~/0126~', period: 'roman', by: [{ who: 'hadrian', role: 'patron' }] }],
    extents: [centre(12.4769, 41.8986)],
    dimensions: [
      { kind: 'diameter', value: 43.3, unit: 'metre', note: { 'en-US': 'Of the dome, inside' } },
    ],
    worldHeritage: { number: '91', year: 1980, criteria: 'i ii iii iv vi', isPart: true },
  },
  {
    key: 'via-appia',
    name: { 'en-US': 'Via Appia', 'fr-FR': 'Voie Appienne', 'es-ES': 'Vía Apia' },
    otherName: { 'en-US': 'Appian Way' },
    types: ['road'],
    materials: ['volcanic-stone'],
    description: {
      'en-US': 'The road from Rome to the harbour of Brindisi, first laid for the war in Campania.',
      'fr-FR': 'La route de Rome au port de Brindisi, tracée d’abord pour la guerre en Campanie.',
    },
    country: 'italy',
    locality: 'Rome – Brindisi',
    phases: [
      {
        date: '-0311',
        period: 'roman',
        by: [
          {
            who: 'appius-claudius-caecus',
            role: 'patron',
            sources: [{ 'en-US': 'Livy, From the Founding of the City 9.29' }],
          },
        ],
      },
    ],
    extents: [
      course(
        [12.5018, 41.8736],
        [12.5207, 41.8523],
        [12.673, 41.721],
        [13.248, 41.291],
        [13.605, 41.256],
        [13.768, 41.242],
        [14.256, 41.085],
        [14.777, 41.131],
        [15.815, 40.961],
        [17.229, 40.476],
        [17.945, 40.642],
      ),
    ],
    worldHeritage: { number: '1708', year: 2024, criteria: 'iii iv vi', isPart: false },
  },
  {
    key: 'pompeii',
    name: { 'en-US': 'Pompeii', 'fr-FR': 'Pompéi', 'es-ES': 'Pompeya', 'de-DE': 'Pompeji' },
    types: ['ancient-city'],
    materials: ['volcanic-stone', 'brick'],
    description: {
      'en-US': 'A Roman town that the eruption of Vesuvius in the year 79 buried as it stood.',
      'fr-FR': 'Une ville romaine que l’éruption du Vésuve ensevelit telle quelle en l’an 79.',
      'es-ES': 'Una ciudad romana que la erupción del Vesubio del año 79 sepultó tal como estaba.',
    },
    country: 'italy',
    locality: 'Pompei',
    phases: [{ date: '-0599~/0079', period: 'antiquity' }],
    extents: [
      outline(
        [14.4787, 40.749],
        [14.484, 40.7468],
        [14.4885, 40.747],
        [14.4935, 40.749],
        [14.4955, 40.752],
        [14.4925, 40.754],
        [14.486, 40.7545],
        [14.4808, 40.7527],
      ),
    ],
    worldHeritage: { number: '829', year: 1997, criteria: 'iii iv v', isPart: true },
  },
  {
    key: 'florence-cathedral',
    name: {
      'en-US': 'Florence Cathedral',
      'fr-FR': 'Cathédrale Santa Maria del Fiore',
      'es-ES': 'Catedral de Florencia',
    },
    types: ['cathedral'],
    materials: ['marble', 'brick'],
    description: {
      'en-US':
        'A cathedral whose crossing stayed open for decades until a double brick shell closed ' +
        'it without centering from the ground.',
      'fr-FR':
        'Une cathédrale dont la croisée resta ouverte des décennies, jusqu’à ce qu’une double ' +
        'coque de brique la ferme sans cintre posé au sol.',
    },
    country: 'italy',
    locality: 'Florence',
    phases: [
      { date: '1296/1418~', period: 'gothic' },
      {
        date: '1420/1436',
        period: 'renaissance',
        note: { 'en-US': 'The dome', 'fr-FR': 'La coupole' },
        by: [
          {
            who: 'filippo-brunelleschi',
            role: 'architect',
            sources: [
              { 'en-US': 'Giorgio Vasari, Lives of the Artists (1550)' },
              { 'en-US': 'Antonio Manetti, Life of Brunelleschi (about 1480)' },
            ],
          },
        ],
      },
    ],
    extents: [centre(11.256, 43.7731)],
    worldHeritage: { number: '174', year: 1982, criteria: 'i ii iii iv vi', isPart: true },
  },
];
