import type { Place } from './place.ts';
import { centre, course, line, point } from './shapes.ts';

export const france: readonly Place[] = [
  {
    key: 'mont-saint-michel',
    name: { 'en-US': 'Mont-Saint-Michel Abbey', 'fr-FR': 'Abbaye du Mont-Saint-Michel' },
    types: ['monastery'],
    materials: ['granite'],
    description: {
      'en-US': 'An abbey stacked on a rock in a bay where the tide runs out for kilometres.',
      'fr-FR':
        'Une abbaye étagée sur un rocher, dans une baie que la mer quitte sur des kilomètres.',
    },
    country: 'france',
    locality: 'Le Mont-Saint-Michel',
    phases: [
      { date: '1023~', period: 'romanesque', note: { 'en-US': 'Abbey church begun' } },
      { date: '1211/1228', period: 'gothic', note: { 'en-US': 'The northern buildings' } },
    ],
    extents: [centre(-1.5114, 48.6361)],
    worldHeritage: { number: '80', year: 1979, criteria: 'i iii vi', isPart: true },
  },
  {
    key: 'notre-dame-de-paris',
    name: {
      'en-US': 'Notre-Dame Cathedral',
      'fr-FR': 'Cathédrale Notre-Dame de Paris',
      'es-ES': 'Catedral de Notre Dame',
    },
    types: ['cathedral'],
    materials: ['limestone', 'timber'],
    description: {
      'en-US':
        'The cathedral of Paris on an island in the Seine, an early work of Gothic building. ' +
        'Its roof and spire burned in 2019; it opened again in 2024.',
      'fr-FR':
        'La cathédrale de Paris, sur une île de la Seine, œuvre précoce de l’art gothique. Son ' +
        'toit et sa flèche ont brûlé en 2019 ; elle a rouvert en 2024.',
    },
    country: 'france',
    locality: 'Paris',
    phases: [
      {
        date: '1163/1345',
        period: 'gothic',
      },
      {
        date: '1844/1864',
        period: 'gothic',
        note: { 'en-US': 'Restoration with a new spire', 'fr-FR': 'Restauration, nouvelle flèche' },
        by: [{ who: 'eugene-viollet-le-duc', role: 'restorer' }],
      },
    ],
    extents: [centre(2.3499, 48.853)],
    worldHeritage: { number: '600', year: 1991, criteria: 'i ii iv', isPart: true },
  },
  {
    key: 'chartres-cathedral',
    name: { 'en-US': 'Chartres Cathedral', 'fr-FR': 'Cathédrale Notre-Dame de Chartres' },
    types: ['cathedral'],
    materials: ['limestone'],
    description: {
      'en-US':
        'A Gothic cathedral built within a generation after a fire, which has kept most of its ' +
        'stained glass.',
      'fr-FR':
        'Une cathédrale gothique bâtie en une génération après un incendie, qui a gardé presque ' +
        'tous ses vitraux.',
    },
    country: 'france',
    locality: 'Chartres',
    phases: [{ date: '1194/1220~', period: 'gothic' }],
    extents: [centre(1.4878, 48.4476)],
    worldHeritage: { number: '81', year: 1979, criteria: 'i ii iv', isPart: false },
  },
  {
    key: 'versailles',
    name: {
      'en-US': 'Palace of Versailles',
      'fr-FR': 'Château de Versailles',
      'de-DE': 'Schloss Versailles',
    },
    types: ['palace'],
    materials: ['limestone', 'brick'],
    description: {
      'en-US':
        'A hunting lodge enlarged into the seat of the French kings, with gardens on a long axis.',
      'fr-FR':
        'Un pavillon de chasse devenu le siège des rois de France, avec des jardins le long ' +
        'd’un grand axe.',
    },
    country: 'france',
    locality: 'Versailles',
    phases: [
      {
        date: '1661/1715~',
        period: 'baroque',
        by: [
          { who: 'louis-xiv', role: 'patron' },
          { who: 'jules-hardouin-mansart', role: 'architect' },
        ],
      },
    ],
    extents: [centre(2.1204, 48.8049)],
    worldHeritage: { number: '83', year: 1979, criteria: 'i ii vi', isPart: true },
  },
  {
    key: 'pont-du-gard',
    name: { 'en-US': 'Pont du Gard', 'fr-FR': 'Pont du Gard' },
    types: ['aqueduct', 'bridge'],
    materials: ['limestone'],
    description: {
      'en-US': 'Three tiers of arches that carried the water of Nîmes across the Gardon.',
      'fr-FR': 'Trois étages d’arches qui portaient l’eau de Nîmes par-dessus le Gardon.',
    },
    country: 'france',
    locality: 'Vers-Pont-du-Gard',
    phases: [{ date: '0040~/0060~', period: 'roman' }],
    extents: [
      {
        kind: 'parts',
        shapes: [
          point(4.5354, 43.9475),
          line([
            [4.5358, 43.9463],
            [4.5354, 43.9475],
            [4.5351, 43.9487],
          ]),
        ],
      },
    ],
    dimensions: [
      { kind: 'height', value: 48.8, unit: 'metre' },
      { kind: 'length', value: 275, unit: 'metre', note: { 'en-US': 'Upper tier, about' } },
    ],
    worldHeritage: { number: '344', year: 1985, criteria: 'i iii iv', isPart: false },
  },
  {
    key: 'canal-du-midi',
    name: { 'en-US': 'Canal du Midi', 'fr-FR': 'Canal du Midi' },
    types: ['canal'],
    description: {
      'en-US':
        'A waterway from the Garonne at Toulouse to the Mediterranean, fed by a reservoir in ' +
        'the mountains.',
      'fr-FR':
        'Une voie d’eau de la Garonne, à Toulouse, jusqu’à la Méditerranée, nourrie par un ' +
        'réservoir dans la montagne.',
    },
    country: 'france',
    locality: 'Toulouse – Étang de Thau',
    phases: [
      {
        date: '1666/1681',
        period: 'baroque',
        by: [{ who: 'pierre-paul-riquet', role: 'engineer' }],
      },
    ],
    extents: [
      course(
        [1.4187, 43.6113],
        [1.456, 43.5975],
        [1.5305, 43.5145],
        [1.6555, 43.4147],
        [1.8237, 43.352],
        [1.955, 43.315],
        [2.115, 43.25],
        [2.353, 43.218],
        [2.442, 43.21],
        [2.714, 43.265],
        [2.899, 43.266],
        [3.044, 43.327],
        [3.126, 43.313],
        [3.2, 43.331],
        [3.219, 43.336],
        [3.468, 43.319],
        [3.538, 43.34],
      ),
    ],
    dimensions: [{ kind: 'length', value: 240, unit: 'kilometre' }],
    worldHeritage: { number: '770', year: 1996, criteria: 'i ii iv vi', isPart: false },
  },
  {
    key: 'eiffel-tower',
    name: {
      'en-US': 'Eiffel Tower',
      'fr-FR': 'Tour Eiffel',
      'es-ES': 'Torre Eiffel',
      'de-DE': 'Eiffelturm',
    },
    types: ['tower', 'monument'],
    materials: ['iron-and-steel'],
    description: {
      'en-US':
        'A tower of wrought iron for the World’s Fair of 1889, meant to stand for twenty years.',
      'fr-FR':
        'Une tour de fer puddlé pour l’Exposition universelle de 1889, prévue pour durer vingt ' +
        'ans.',
    },
    country: 'france',
    locality: 'Paris',
    phases: [
      {
        date: '1887-01-28/1889-03-31',
        period: 'industrial-age',
        by: [{ who: 'gustave-eiffel', role: 'engineer' }],
      },
    ],
    extents: [centre(2.2945, 48.8584)],
    dimensions: [{ kind: 'height', value: 330, unit: 'metre', note: { 'en-US': 'With aerials' } }],
    worldHeritage: { number: '600', year: 1991, criteria: 'i ii iv', isPart: true },
  },
];
