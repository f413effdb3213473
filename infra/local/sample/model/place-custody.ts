import { bilingual } from '../texts.ts';
import { LITERAL } from './crm.ts';
import type { NodeDefinition } from './definition.ts';
import { optionConfig } from './options.ts';
import { knownDate } from './time-span.ts';

const proposedMeasure: NodeDefinition = {
  key: 'proposed_measure',
  name: 'Proposed measure',
  property: 'P17i_motivated',
  class: 'E7_Activity',
  group: { cardinality: 'n', card: bilingual('Proposed measures', 'Mesures proposées') },
  children: [
    {
      key: 'measure_statement',
      name: 'Measure statement',
      property: 'P3_has_note',
      class: LITERAL,
      datatype: 'string',
    },
  ],
};

/**
 * What could go wrong with the place. Not for the public; the values of the sample are invented.
 */
export const condition: NodeDefinition = {
  key: 'condition_risk',
  name: 'Condition risk assessment',
  property: 'P34i_was_assessed_by',
  class: 'E14_Condition_Assessment',
  group: { cardinality: 'n', card: bilingual('Condition risk', 'Risques pour l’état') },
  children: [
    {
      key: 'risk_level',
      name: 'Risk level',
      property: 'P2_has_type',
      class: 'E55_Type',
      datatype: 'domain-value',
      config: optionConfig('risk-level'),
    },
    {
      key: 'risk_statement',
      name: 'Risk statement',
      property: 'P3_has_note',
      class: LITERAL,
      datatype: 'string',
    },
    knownDate({ key: 'risk_assessed_on', name: 'Assessed on' }, 'YYYY-MM-DD'),
    proposedMeasure,
  ],
};

/** Whom the owner's staff calls. Not for the public; the values of the sample are invented. */
export const custodian: NodeDefinition = {
  key: 'custodian_contact',
  name: 'Custodian contact',
  property: 'P50_has_current_keeper',
  class: 'E39_Actor',
  group: { cardinality: '1', card: bilingual('Custodian contact', 'Contact du gardien') },
  children: [
    {
      key: 'custodian_name',
      name: 'Custodian name',
      property: 'P3_has_note',
      class: LITERAL,
      datatype: 'non-localized-string',
    },
    {
      key: 'custodian_email',
      name: 'Custodian e-mail',
      property: 'P76_has_contact_point',
      class: 'E51_Contact_Point',
      datatype: 'non-localized-string',
    },
  ],
};

/** Notes of those who keep the record: public, but on a card that is not shown. */
export const recordKeeping: NodeDefinition = {
  key: 'record_keeping',
  name: 'Record keeping',
  property: 'P140i_was_attributed_by',
  class: 'E13_Attribute_Assignment',
  group: {
    cardinality: '1',
    card: bilingual('Record keeping', 'Tenue de la fiche'),
    isHidden: true,
  },
  children: [
    knownDate({ key: 'recorded_on', name: 'Recorded on' }, 'YYYY-MM-DD'),
    {
      key: 'record_note',
      name: 'Record note',
      property: 'P3_has_note',
      class: LITERAL,
      datatype: 'string',
    },
  ],
};
