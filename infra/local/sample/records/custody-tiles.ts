import { fictionalCustody } from '../fictional-custody.ts';
import { optionId } from '../model/options.ts';
import type { Place } from '../places/place.ts';
import { bilingual, stringValue } from '../texts.ts';
import type { TileDraft } from './resource-record.ts';

const RECORD_NOTE = bilingual(
  'Compiled for the sample data from general knowledge; coordinates are simplified.',
  'Établi pour les données d’exemple à partir de faits connus ; coordonnées simplifiées.',
);

/**
 * The tiles that not everybody sees: a hidden record, and of some places invented risks and
 * contacts.
 */
export function custodyTiles({ key }: Place): readonly TileDraft[] {
  return [...fictionalTiles(key), recordKeepingTile];
}

const recordKeepingTile: TileDraft = {
  group: 'record_keeping',
  values: { recorded_on: '2025-01-15', record_note: stringValue(RECORD_NOTE) },
};

function fictionalTiles(key: string): readonly TileDraft[] {
  const custody = fictionalCustody.find(({ place }) => place === key);
  if (custody === undefined) return [];
  const { risk, contact } = custody;
  return [
    {
      group: 'condition_risk',
      values: {
        risk_level: optionId('risk-level', risk.level),
        risk_statement: stringValue({ 'en-US': risk.statement }),
        risk_assessed_on: risk.assessedOn,
      },
      below: risk.measures.map((measure) => ({
        group: 'proposed_measure',
        values: { measure_statement: stringValue({ 'en-US': measure }) },
      })),
    },
    {
      group: 'custodian_contact',
      values: { custodian_name: contact.name, custodian_email: contact.email },
    },
  ];
}
