import type { Place } from './place.ts';
import { centre } from './shapes.ts';

export const caribbeanAndSouthAmerica: readonly Place[] = [
  {
    key: 'citadelle-laferriere',
    name: { 'en-US': 'Citadelle Laferrière', 'fr-FR': 'Citadelle Laferrière' },
    types: ['castle'],
    materials: ['stone', 'brick'],
    description: {
      'en-US':
        'A mountain fortress of the first years of free Haiti, raised against a French return.',
      'fr-FR':
        'Une forteresse de montagne des premières années d’Haïti libre, contre un retour des ' +
        'Français.',
    },
    country: 'haiti',
    locality: 'Milot',
    phases: [{ date: '1805~/1820~' }],
    extents: [centre(-72.2445, 19.5736)],
    worldHeritage: { number: '180', year: 1982, criteria: 'iv vi', isPart: true },
  },
  {
    key: 'machu-picchu',
    name: { 'en-US': 'Machu Picchu', 'fr-FR': 'Machu Picchu', 'es-ES': 'Machu Picchu' },
    types: ['ancient-city'],
    materials: ['granite'],
    description: {
      'en-US':
        'An Inca estate on a mountain saddle above the Urubamba, terraced and finely walled.',
      'fr-FR':
        'Un domaine inca sur une crête au-dessus de l’Urubamba, en terrasses finement murées.',
      'es-ES': 'Una hacienda inca sobre el Urubamba, con andenes y muros de fina cantería.',
    },
    country: 'peru',
    locality: 'Cusco',
    phases: [{ date: '1450~', by: [{ who: 'pachacuti', role: 'patron' }] }],
    extents: [centre(-72.545, -13.1631)],
    worldHeritage: { number: '274', year: 1983, criteria: 'i iii vii ix', isPart: true },
  },
  {
    key: 'brasilia-cathedral',
    name: {
      'en-US': 'Cathedral of Brasília',
      'fr-FR': 'Cathédrale de Brasilia',
      'es-ES': 'Catedral de Brasilia',
    },
    types: ['cathedral'],
    materials: ['concrete'],
    description: {
      'en-US': 'Sixteen curved concrete ribs around a sunken nave with glass between them.',
      'fr-FR':
        'Seize nervures courbes de béton autour d’une nef enterrée, avec du verre entre elles.',
    },
    country: 'brazil',
    locality: 'Brasília',
    phases: [
      {
        date: '1958/1970',
        period: 'modernism',
        by: [{ who: 'oscar-niemeyer', role: 'architect' }],
      },
    ],
    extents: [centre(-47.8756, -15.7983)],
    worldHeritage: { number: '445', year: 1987, criteria: 'i iv', isPart: true },
  },
  {
    key: 'ahu-tongariki',
    name: { 'en-US': 'Ahu Tongariki', 'fr-FR': 'Ahu Tongariki', 'es-ES': 'Ahu Tongariki' },
    types: ['monument', 'archaeological-site'],
    materials: ['volcanic-stone'],
    description: {
      'en-US': 'The largest platform of Rapa Nui with fifteen moai, set up again in the 1990s.',
      'es-ES':
        'La mayor plataforma de Rapa Nui, con quince moáis, levantados de nuevo en los años 1990.',
    },
    country: 'chile',
    locality: 'Rapa Nui',
    phases: [{ date: '10XX/16XX' }],
    extents: [centre(-109.2769, -27.1258)],
    worldHeritage: { number: '715', year: 1995, criteria: 'i iii v', isPart: true },
  },
];
