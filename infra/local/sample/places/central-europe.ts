import type { Place } from './place.ts';
import { centre, course } from './shapes.ts';

export const centralEurope: readonly Place[] = [
  {
    key: 'cologne-cathedral',
    name: {
      'en-US': 'Cologne Cathedral',
      'fr-FR': 'Cathédrale de Cologne',
      'de-DE': 'Kölner Dom',
    },
    types: ['cathedral'],
    materials: ['volcanic-stone', 'sandstone'],
    description: {
      'en-US':
        'A Gothic cathedral that stood half built for three centuries and was finished after ' +
        'the medieval drawings.',
      'fr-FR':
        'Une cathédrale gothique restée à demi bâtie pendant trois siècles, puis achevée ' +
        'd’après les dessins médiévaux.',
      'de-DE':
        'Eine gotische Kathedrale, die drei Jahrhunderte lang halb fertig stand und nach den ' +
        'mittelalterlichen Plänen vollendet wurde.',
    },
    country: 'germany',
    locality: { 'en-US': 'Cologne', 'fr-FR': 'Cologne' },
    phases: [
      { date: '1248/1560~', period: 'gothic' },
      { date: '1842/1880', period: 'gothic', note: { 'en-US': 'Completion with both towers' } },
    ],
    extents: [centre(6.9583, 50.9413)],
    dimensions: [{ kind: 'height', value: 157, unit: 'metre' }],
    worldHeritage: { number: '292', year: 1996, criteria: 'i ii iv', isPart: false },
  },
  {
    key: 'aachen-cathedral',
    name: {
      'en-US': 'Aachen Cathedral',
      'fr-FR': 'Cathédrale d’Aix-la-Chapelle',
      'de-DE': 'Aachener Dom',
    },
    types: ['cathedral'],
    materials: ['stone', 'marble'],
    description: {
      'en-US':
        'Charlemagne’s palace chapel, an octagon under a dome, with a Gothic choir added to it.',
      'de-DE': 'Die Pfalzkapelle Karls des Großen, ein Achteck unter einer Kuppel.',
    },
    country: 'germany',
    locality: { 'en-US': 'Aachen', 'fr-FR': 'Aix-la-Chapelle' },
    phases: [{ date: '0793~/0805~', by: [{ who: 'charlemagne', role: 'patron' }] }],
    extents: [centre(6.0839, 50.7747)],
    worldHeritage: { number: '3', year: 1978, criteria: 'i ii iv vi', isPart: false },
  },
  {
    key: 'bauhaus-dessau',
    name: {
      'en-US': 'Bauhaus Building, Dessau',
      'fr-FR': 'Bâtiment du Bauhaus à Dessau',
      'de-DE': 'Bauhausgebäude Dessau',
    },
    types: ['school'],
    materials: ['concrete', 'iron-and-steel'],
    description: {
      'en-US': 'The school of design in its own design: glass curtain walls, flat roofs, no front.',
    },
    country: 'germany',
    locality: 'Dessau-Roßlau',
    phases: [
      {
        date: '1925/1926',
        period: 'modernism',
        by: [{ who: 'walter-gropius', role: 'architect' }],
      },
    ],
    extents: [centre(12.2272, 51.8392)],
    worldHeritage: { number: '729', year: 1996, criteria: 'ii iv vi', isPart: true },
  },
  {
    key: 'charles-bridge',
    name: {
      'en-US': 'Charles Bridge',
      'fr-FR': 'Pont Charles',
      'es-ES': 'Puente de Carlos',
      'de-DE': 'Karlsbrücke',
    },
    types: ['bridge'],
    materials: ['sandstone'],
    description: {
      'en-US':
        'The stone bridge between the Old Town of Prague and the Lesser Town, lined with statues.',
      'fr-FR':
        'Le pont de pierre entre la vieille ville de Prague et Malá Strana, bordé de statues.',
    },
    country: 'czechia',
    locality: 'Prague',
    phases: [{ date: '1357/1402~', period: 'gothic' }],
    extents: [course([14.4137, 50.0862], [14.4114, 50.0865], [14.4072, 50.0871])],
    dimensions: [{ kind: 'length', value: 516, unit: 'metre' }],
    worldHeritage: { number: '616', year: 1992, criteria: 'ii iv vi', isPart: true },
  },
  {
    key: 'wieliczka-salt-mine',
    name: { 'en-US': 'Wieliczka Salt Mine', 'fr-FR': 'Mine de sel de Wieliczka' },
    types: ['mine'],
    description: {
      'en-US':
        'A rock salt mine worked from the thirteenth century, with chapels and statues that the ' +
        'miners carved in the salt.',
      'fr-FR':
        'Une mine de sel gemme exploitée depuis le XIIIe siècle, avec des chapelles et des ' +
        'statues que les mineurs ont taillées dans le sel.',
    },
    country: 'poland',
    locality: 'Wieliczka',
    phases: [{ date: '12XX/..' }],
    extents: [centre(20.0555, 49.9834)],
    worldHeritage: { number: '32', year: 1978, criteria: 'iv', isPart: true },
  },
];
