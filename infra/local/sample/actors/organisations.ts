import type { Actor } from './actor.ts';

/** Orders and bodies that built or kept places together. */
export const organisations: readonly Actor[] = [
  {
    key: 'knights-hospitaller',
    name: { 'en-US': 'Knights Hospitaller', 'fr-FR': 'Hospitaliers de Saint-Jean' },
    kind: 'organisation',
    functions: ['builder', 'patron'],
    description: {
      'en-US': 'A military religious order founded in Jerusalem to care for pilgrims.',
      'fr-FR': 'Un ordre religieux et militaire fondé à Jérusalem pour soigner les pèlerins.',
    },
    begin: '1099~',
  },
  {
    key: 'unesco',
    name: { 'en-US': 'UNESCO', 'fr-FR': 'UNESCO', 'es-ES': 'Unesco', 'de-DE': 'UNESCO' },
    kind: 'organisation',
    functions: ['patron', 'restorer'],
    description: {
      'en-US': 'The organisation of the United Nations for education, science and culture.',
      'fr-FR': 'L’organisation des Nations unies pour l’éducation, la science et la culture.',
    },
    begin: '1945-11-16',
  },
];
