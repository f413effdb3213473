/** A node on the way from a value up to the root of its model, and the property that leads to it. */
export type NodeOnPath = {
  readonly ontologyClass: string | null;
  readonly ontologyProperty: string | null;
};

/** A node that a setting names as dating: by its alias, property name or id, in one model or in all. */
export type DatingNodeName = {
  /** The slug or id of the model; null for all. */
  readonly graph: string | null;
  readonly node: string;
};

/** What a person or a program did to learn or to state something: the class of CIDOC CRM, or of its extensions CRMdig and CRMsci. */
const recordingClasses: ReadonlySet<string> = new Set([
  'E13', // Attribute Assignment
  'E14', // Condition Assessment
  'E15', // Identifier Assignment
  'E16', // Measurement
  'D7', // Digital Machine Event
  'D10', // Software Execution
  'D11', // Digital Measurement Event
  'S4', // Observation
  'S21', // Measurement
]);

/** Making a statement, a right or a document. */
const creation = 'E65';

/** P140i was attributed by: whoever attributes makes a statement, whatever the class says. */
const attribution = 'P140i';

/** `E52` of `http://www.cidoc-crm.org/cidoc-crm/E52_Time-Span`. */
const numberOf = (uri: string | null): string | undefined =>
  uri === null ? undefined : /(?:^|[/#:])([A-Z]{1,2}\d+i?)(?=_|$)/.exec(uri)?.[1];

/**
 * Whether a node of plain dates dates the resource instance by the classes of its model: something happened to it. When something was
 * recorded, assessed, attributed, or written about it dates the recording. A model without classes does not tell.
 * @rule Searching by values: Which plain dates date a resource instance?
 * @param path from the node up to the root of the model
 */
export function isDatingPath(path: readonly NodeOnPath[]): boolean {
  const numbers = path.map(({ ontologyClass }) => numberOf(ontologyClass));
  const root = numbers.length - 1;
  return (
    path.length > 0 &&
    path.every(({ ontologyClass }) => ontologyClass !== null) &&
    path.every(({ ontologyProperty }) => numberOf(ontologyProperty) !== attribution) &&
    !numbers.some(
      (number, step) =>
        number !== undefined &&
        step < root &&
        // What is right below the root is the creation of the resource instance itself.
        (recordingClasses.has(number) || (number === creation && step < root - 1)),
    )
  );
}
