import type { Place } from './place.ts';
import { centre, course } from './shapes.ts';

export const britishIsles: readonly Place[] = [
  {
    key: 'stonehenge',
    name: { 'en-US': 'Stonehenge', 'fr-FR': 'Stonehenge' },
    types: ['megalithic-monument'],
    materials: ['sandstone', 'volcanic-stone'],
    description: {
      'en-US':
        'A ring of dressed standing stones with lintels, set up within an older circular ' +
        'earthwork and aligned on the midsummer sunrise.',
      'fr-FR':
        'Un cercle de pierres dressées et taillées, coiffées de linteaux, élevé dans une ' +
        'enceinte de terre plus ancienne et tourné vers le lever du soleil au solstice d’été.',
    },
    country: 'united-kingdom',
    locality: 'Amesbury, Wiltshire',
    phases: [
      { date: '-2999~', period: 'neolithic', note: { 'en-US': 'Circular ditch and bank' } },
      { date: '-2499~', period: 'neolithic', note: { 'en-US': 'Sarsen circle and trilithons' } },
    ],
    extents: [centre(-1.8262, 51.1789)],
    dimensions: [
      {
        kind: 'diameter',
        value: 110,
        unit: 'metre',
        note: { 'en-US': 'Of the circular earthwork, about' },
      },
    ],
    worldHeritage: { number: '373', year: 1986, criteria: 'i ii iii', isPart: true },
  },
  {
    key: 'avebury',
    name: { 'en-US': 'Avebury Henge', 'fr-FR': 'Henge d’Avebury' },
    types: ['megalithic-monument'],
    materials: ['sandstone'],
    description: {
      'en-US':
        'The largest stone circle of Britain, with a village standing partly inside its great ' +
        'bank and ditch.',
    },
    country: 'united-kingdom',
    locality: 'Avebury, Wiltshire',
    phases: [{ date: '-2849~/-2199~', period: 'neolithic' }],
    extents: [centre(-1.8541, 51.4286)],
    worldHeritage: { number: '373', year: 1986, criteria: 'i ii iii', isPart: true },
  },
  {
    key: 'hadrians-wall',
    name: {
      'en-US': 'Hadrian’s Wall',
      'fr-FR': 'Mur d’Hadrien',
      'es-ES': 'Muro de Adriano',
      'de-DE': 'Hadrianswall',
    },
    types: ['fortified-wall'],
    materials: ['sandstone', 'earth'],
    description: {
      'en-US':
        'The northern frontier of Roman Britain from the Tyne to the Solway, with milecastles, ' +
        'turrets and forts along a stone wall.',
      'fr-FR':
        'La frontière nord de la Bretagne romaine, de la Tyne au Solway : un mur de pierre ' +
        'jalonné de fortins, de tours et de forts.',
    },
    country: 'united-kingdom',
    locality: 'Northumberland and Cumbria',
    phases: [
      {
        date: '0122~/0128~',
        period: 'roman',
        by: [
          {
            who: 'hadrian',
            role: 'patron',
            sources: [{ 'en-US': 'Historia Augusta, Life of Hadrian 11' }],
          },
        ],
      },
    ],
    extents: [
      course(
        [-1.5325, 54.9878],
        [-1.6126, 54.9697],
        [-1.7943, 55.0005],
        [-2.0189, 55.0279],
        [-2.1389, 55.0332],
        [-2.2229, 55.0341],
        [-2.3308, 55.0131],
        [-2.3891, 54.9982],
        [-2.4456, 54.9904],
        [-2.6032, 54.9896],
        [-2.7896, 54.9517],
        [-2.9385, 54.9038],
        [-3.0598, 54.9237],
        [-3.2126, 54.9521],
      ),
    ],
    dimensions: [{ kind: 'length', value: 118, unit: 'kilometre' }],
    worldHeritage: { number: '430', year: 1987, criteria: 'ii iii iv', isPart: true },
  },
  {
    key: 'tower-of-london',
    name: { 'en-US': 'Tower of London', 'fr-FR': 'Tour de Londres', 'es-ES': 'Torre de Londres' },
    types: ['castle', 'palace'],
    materials: ['limestone'],
    description: {
      'en-US':
        'A royal fortress on the Thames around the White Tower, the keep of the first Norman king.',
      'fr-FR':
        'Une forteresse royale au bord de la Tamise, autour de la tour Blanche, donjon du ' +
        'premier roi normand.',
    },
    country: 'united-kingdom',
    locality: { 'en-US': 'London', 'fr-FR': 'Londres' },
    phases: [
      {
        date: '1078~/1100~',
        period: 'romanesque',
        note: { 'en-US': 'White Tower' },
      },
      { date: '12XX', period: 'gothic', note: { 'en-US': 'Inner and outer curtain walls' } },
    ],
    extents: [centre(-0.0759, 51.5081)],
    worldHeritage: { number: '488', year: 1988, criteria: 'ii iv', isPart: false },
  },
  {
    key: 'durham-cathedral',
    name: { 'en-US': 'Durham Cathedral', 'fr-FR': 'Cathédrale de Durham' },
    types: ['cathedral'],
    materials: ['sandstone'],
    description: {
      'en-US':
        'A Norman church on a rock above the Wear whose nave was vaulted with stone ribs ' +
        'earlier than almost any other.',
    },
    country: 'united-kingdom',
    locality: 'Durham',
    phases: [{ date: '1093/1133', period: 'romanesque' }],
    extents: [centre(-1.5763, 54.7733)],
    worldHeritage: { number: '370', year: 1986, criteria: 'ii iv vi', isPart: true },
  },
  {
    key: 'iron-bridge',
    name: { 'en-US': 'The Iron Bridge', 'fr-FR': 'Iron Bridge' },
    types: ['bridge'],
    materials: ['iron-and-steel'],
    description: {
      'en-US': 'The first large bridge of cast iron, over the gorge of the Severn at Ironbridge.',
      'fr-FR': 'Le premier grand pont en fonte, au-dessus des gorges de la Severn à Ironbridge.',
    },
    country: 'united-kingdom',
    locality: 'Ironbridge, Shropshire',
    phases: [
      {
        date: '1777/1781',
        period: 'industrial-age',
        by: [{ who: 'abraham-darby-iii', role: 'builder' }],
      },
    ],
    extents: [centre(-2.4854, 52.6273)],
    dimensions: [{ kind: 'span', value: 30.6, unit: 'metre' }],
    worldHeritage: { number: '371', year: 1986, criteria: 'i ii iv vi', isPart: true },
  },
  {
    key: 'newgrange',
    name: { 'en-US': 'Newgrange', 'fr-FR': 'Newgrange' },
    types: ['tomb', 'megalithic-monument'],
    materials: ['stone', 'earth'],
    description: {
      'en-US':
        'A passage tomb under a great round mound. Around the winter solstice the rising sun ' +
        'shines through a box above the door into the chamber.',
      'fr-FR':
        'Une tombe à couloir sous un grand tertre rond. Vers le solstice d’hiver, le soleil ' +
        'levant éclaire la chambre par une ouverture au-dessus de l’entrée.',
    },
    country: 'ireland',
    locality: 'County Meath',
    phases: [{ date: '-3199~', period: 'neolithic' }],
    extents: [centre(-6.4755, 53.6947)],
    worldHeritage: { number: '659', year: 1993, criteria: 'i iii iv', isPart: true },
  },
];
