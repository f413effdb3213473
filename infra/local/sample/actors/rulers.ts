import type { Actor } from './actor.ts';

/** Those who ordered great works. */
export const rulers: readonly Actor[] = [
  ruler('khufu', 'Khufu', 'Khéops', {
    description: { 'en-US': 'King of Egypt in the Fourth Dynasty.' },
  }),
  ruler('ramesses-ii', 'Ramesses II', 'Ramsès II', {
    description: {
      'en-US': 'King of Egypt for sixty-six years, in the Nineteenth Dynasty.',
      'fr-FR': 'Roi d’Égypte pendant soixante-six ans, sous la XIXe dynastie.',
    },
    begin: '-1302~',
    end: '-1212~',
  }),
  ruler('darius-i', 'Darius I', 'Darius Ier', {
    description: { 'en-US': 'King of the Achaemenid Empire from 522 BCE.' },
    begin: '-0549~',
    end: '-0485',
  }),
  ruler('pericles', 'Pericles', 'Périclès', {
    description: { 'en-US': 'Athenian statesman who led the rebuilding of the Acropolis.' },
    begin: '-0494~',
    end: '-0428',
  }),
  ruler('appius-claudius-caecus', 'Appius Claudius Caecus', 'Appius Claudius Caecus', {
    description: { 'en-US': 'Roman censor of 312 BCE, after whom the Via Appia is named.' },
  }),
  ruler('hadrian', 'Hadrian', 'Hadrien', {
    description: {
      'en-US': 'Roman emperor from 117, traveller and builder.',
      'fr-FR': 'Empereur romain à partir de 117, voyageur et bâtisseur.',
    },
    begin: '0076-01-24',
    end: '0138-07-10',
  }),
  ruler('justinian-i', 'Justinian I', 'Justinien Ier', {
    description: { 'en-US': 'Emperor at Constantinople from 527.' },
    begin: '0482~',
    end: '0565-11-14',
  }),
  ruler('charlemagne', 'Charlemagne', 'Charlemagne', {
    description: {
      'en-US': 'King of the Franks, crowned emperor in 800, buried at Aachen.',
      'fr-FR': 'Roi des Francs, couronné empereur en 800, enterré à Aix-la-Chapelle.',
    },
    begin: '0748~',
    end: '0814-01-28',
  }),
  ruler('mansa-musa', 'Mansa Musa', 'Mansa Moussa', {
    description: { 'en-US': 'Ruler of Mali whose pilgrimage to Mecca in 1324 became famous.' },
  }),
  ruler('pachacuti', 'Pachacuti', 'Pachacutec', {
    description: {
      'en-US': 'The Inca ruler under whom Cusco became the centre of an empire.',
      'es-ES': 'El soberano inca con quien el Cusco llegó a ser centro de un imperio.',
    },
    end: '1471~',
  }),
  ruler('manuel-i', 'Manuel I of Portugal', 'Manuel Ier de Portugal', {
    description: { 'en-US': 'King of Portugal from 1495, in the years of the voyages to India.' },
    begin: '1469-05-31',
    end: '1521-12-13',
  }),
  ruler('shah-jahan', 'Shah Jahan', 'Shâh Jahân', {
    description: { 'en-US': 'Mughal emperor from 1628 to 1658.' },
    begin: '1592-01-05',
    end: '1666',
  }),
  ruler('louis-xiv', 'Louis XIV', 'Louis XIV', {
    description: {
      'en-US': 'King of France, who moved the court to Versailles.',
      'fr-FR': 'Roi de France, qui fixa la cour à Versailles.',
    },
    begin: '1638-09-05',
    end: '1715-09-01',
  }),
];

function ruler(
  key: string,
  english: string,
  french: string,
  facts: Pick<Actor, 'description' | 'begin' | 'end'>,
): Actor {
  const name = { 'en-US': english, 'fr-FR': french };
  return { key, name, kind: 'person', functions: ['patron'], ...facts };
}
