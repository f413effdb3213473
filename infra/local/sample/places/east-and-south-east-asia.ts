import type { Place } from './place.ts';
import { centre, course, outline } from './shapes.ts';

export const eastAndSouthEastAsia: readonly Place[] = [
  {
    key: 'great-wall',
    name: {
      'en-US': 'Great Wall (Ming dynasty line)',
      'fr-FR': 'Grande Muraille (tracé des Ming)',
      'es-ES': 'Gran Muralla (trazado Ming)',
      'de-DE': 'Chinesische Mauer (Verlauf der Ming-Zeit)',
    },
    types: ['fortified-wall'],
    materials: ['brick', 'stone', 'earth'],
    description: {
      'en-US':
        'The northern defences of the Ming empire from the sea at Shanhaiguan to the pass of ' +
        'Jiayuguan, drawn here through some of their best known points.',
      'fr-FR':
        'Les défenses du nord de l’empire Ming, de la mer à Shanhaiguan jusqu’à la passe de ' +
        'Jiayuguan, tracées ici par quelques points bien connus.',
    },
    country: 'china',
    locality: 'Shanhaiguan – Jiayuguan',
    phases: [{ date: '1368/1644' }],
    extents: [
      course(
        [119.796, 39.967],
        [117.24, 40.68],
        [116.565, 40.437],
        [116.017, 40.357],
        [113.2, 40.45],
        [111.43, 39.63],
        [109.74, 38.33],
        [107.4, 37.78],
        [105.9, 38.35],
        [105.2, 37.5],
        [102.65, 37.95],
        [101.1, 38.8],
        [98.227, 39.801],
      ),
    ],
    worldHeritage: { number: '438', year: 1987, criteria: 'i ii iii iv vi', isPart: true },
  },
  {
    key: 'forbidden-city',
    name: {
      'en-US': 'Forbidden City',
      'fr-FR': 'Cité interdite',
      'es-ES': 'Ciudad Prohibida',
      'de-DE': 'Verbotene Stadt',
    },
    types: ['palace'],
    materials: ['timber', 'brick', 'marble'],
    description: {
      'en-US':
        'The palace of the emperors of the Ming and Qing dynasties, court behind court on one ' +
        'axis.',
      'fr-FR': 'Le palais des empereurs Ming et Qing, cour après cour sur un même axe.',
    },
    country: 'china',
    locality: { 'en-US': 'Beijing', 'fr-FR': 'Pékin' },
    phases: [{ date: '1406/1420' }],
    extents: [
      outline([116.3925, 39.9133], [116.4015, 39.9135], [116.4011, 39.9222], [116.3921, 39.922]),
    ],
    worldHeritage: { number: '439', year: 1987, criteria: 'i ii iii iv', isPart: true },
  },
  {
    key: 'himeji-castle',
    name: { 'en-US': 'Himeji Castle', 'fr-FR': 'Château de Himeji', 'de-DE': 'Burg Himeji' },
    localName: { 'ja-JP': '姫路城' },
    types: ['castle'],
    materials: ['timber', 'stone'],
    description: {
      'en-US': 'A white-plastered castle whose keep and gates survive from the early Edo period.',
      'fr-FR':
        'Un château aux murs blancs, dont donjon et portes remontent au début de l’époque Edo.',
    },
    country: 'japan',
    locality: 'Himeji',
    phases: [{ date: '1601/1609' }],
    extents: [centre(134.6939, 34.8394)],
    worldHeritage: { number: '661', year: 1993, criteria: 'i iv', isPart: false },
  },
  {
    key: 'itsukushima-shrine',
    name: { 'en-US': 'Itsukushima Shrine', 'fr-FR': 'Sanctuaire d’Itsukushima' },
    localName: { 'ja-JP': '厳島神社' },
    types: ['shrine'],
    materials: ['timber'],
    description: {
      'en-US': 'A shrine on piles over the tide, with a great gate standing in the sea before it.',
      'fr-FR':
        'Un sanctuaire sur pilotis au-dessus de la marée, précédé d’un grand portique en mer.',
    },
    country: 'japan',
    locality: 'Hatsukaichi',
    phases: [{ date: '1168~' }, { date: '1875', note: { 'en-US': 'Present gate in the sea' } }],
    extents: [centre(132.3198, 34.2959)],
    worldHeritage: { number: '776', year: 1996, criteria: 'i ii iv vi', isPart: false },
  },
  {
    key: 'hiroshima-peace-memorial',
    name: {
      'en-US': 'Hiroshima Peace Memorial',
      'fr-FR': 'Mémorial de la paix d’Hiroshima',
      'de-DE': 'Friedensdenkmal in Hiroshima',
    },
    localName: { 'ja-JP': '原爆ドーム' },
    otherName: { 'en-US': 'Genbaku Dome' },
    types: ['exhibition-hall', 'monument'],
    materials: ['brick', 'iron-and-steel'],
    description: {
      'en-US':
        'The shell of an exhibition hall that stood almost beneath the explosion of 1945, kept ' +
        'as it was left.',
      'fr-FR':
        'Les murs d’un palais d’exposition qui se trouvait presque sous l’explosion de 1945, ' +
        'gardés en l’état.',
    },
    country: 'japan',
    locality: 'Hiroshima',
    phases: [{ date: '1915' }],
    extents: [centre(132.4536, 34.3955)],
    worldHeritage: { number: '775', year: 1996, criteria: 'vi', isPart: false },
  },
  {
    key: 'angkor-wat',
    name: { 'en-US': 'Angkor Wat', 'fr-FR': 'Angkor Vat', 'es-ES': 'Angkor Wat' },
    types: ['temple'],
    materials: ['sandstone'],
    description: {
      'en-US': 'A temple mountain of five towers behind a wide moat, with galleries of reliefs.',
      'fr-FR':
        'Un temple-montagne à cinq tours derrière de larges douves, aux galeries de bas-reliefs.',
    },
    country: 'cambodia',
    locality: 'Siem Reap',
    phases: [{ date: '1113~/1150~' }],
    extents: [
      outline([103.8588, 13.4066], [103.8743, 13.4066], [103.8743, 13.4183], [103.8588, 13.4183]),
    ],
    worldHeritage: { number: '668', year: 1992, criteria: 'i ii iii iv', isPart: true },
  },
  {
    key: 'borobudur',
    name: { 'en-US': 'Borobudur', 'fr-FR': 'Borobudur', 'de-DE': 'Borobudur' },
    types: ['stupa', 'temple'],
    materials: ['volcanic-stone'],
    description: {
      'en-US': 'A Buddhist monument of square and round terraces with latticed stupas at the top.',
      'fr-FR': 'Un monument bouddhique de terrasses carrées et rondes, coiffé de stoupas ajourés.',
    },
    country: 'indonesia',
    locality: 'Magelang, Java',
    phases: [{ date: '0780~/0833~' }],
    extents: [centre(110.2038, -7.6079)],
    worldHeritage: { number: '592', year: 1991, criteria: 'i ii vi', isPart: true },
  },
];
