import { isUuid, parseResourceId } from '../../model/ids.ts';
import type { WrittenQuestion, WrittenRelation } from '../../model/questions/written-question.ts';
import { readNodeConditions } from './node-parameters.ts';
import { readSign, type Report } from './record-parameters.ts';
import type { SentCondition } from './sent-conditions.ts';

/** A parameter `related`, `related.NAME` or `related.^NAME`, with `.node.` and the name of a node at the other end. */
const parameterPattern =
  /^related(?:\.(?!node\.)(?<inverse>\^?)(?<name>.*?))?(?:\.node\.(?<other>.+))?$/;

type ReadParameter = SentCondition & {
  readonly relation: Pick<WrittenRelation, 'name' | 'direction' | 'parameter'>;
  /** The name of a node at the other end; undefined for the id of the other end. */
  readonly other: string | undefined;
};

function readParameter(sent: SentCondition): ReadParameter {
  const { inverse, name = '', other } = parameterPattern.exec(sent.parameter)?.groups ?? {};
  const direction = name === '' ? 'any' : inverse === '^' ? 'incoming' : 'outgoing';
  return {
    ...sent,
    other,
    relation: { parameter: sent.parameter, name: name === '' ? null : name, direction },
  };
}

/**
 * Reads the conditions on relations. `related=ID` is a relation with a resource instance in either direction, `related.NAME=ID` a reference to
 * it by a node, and `related.^NAME=ID` one from it; `related.NAME.node.OTHER=VALUE` one to a resource instance with such a value. Several
 * values of this kind are those of one resource instance.
 * @rule Searching by values: How are relations written in parameters?
 */
export function readRelations(
  sent: readonly SentCondition[],
  report: Report,
): readonly WrittenQuestion[] {
  const parameters = sent.map(readParameter);
  const byIds = parameters.flatMap((parameter) =>
    parameter.other === undefined ? (readIds(parameter, report) ?? []) : [],
  );
  const byValues = Map.groupBy(
    parameters.filter(({ other }) => other !== undefined),
    ({ relation: { name, direction } }) => `${direction} ${name}`,
  );
  return [
    ...byIds,
    ...[...byValues.values()].flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const conditions = readNodeConditions(
        group.map(({ other = '', value, parameter }) => ({ parameter, value, name: other })),
      );
      const to = {
        kind: 'written' as const,
        question: { kind: 'all' as const, parts: conditions },
      };
      return [{ kind: 'related' as const, ...first.relation, to }];
    }),
  ];
}

function readIds(
  { relation, value, parameter }: ReadParameter,
  report: Report,
): WrittenQuestion | undefined {
  const { isNegated, text } = readSign(value);
  const ids = text.split(',').map((id) => id.trim());
  if (!ids.every(isUuid)) {
    return report(parameter, 'must be the id of a resource instance, or several with commas.');
  }
  const written: WrittenQuestion = {
    kind: 'related',
    ...relation,
    to: { kind: 'ids', ids: ids.map(parseResourceId) },
  };
  return isNegated ? { kind: 'not', part: written } : written;
}
