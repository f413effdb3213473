// The package has no types. These are the ones that the tests need.
declare module 'rdf-validate-shacl' {
  import type * as RDF from '@rdfjs/types';

  export type ValidationResult = {
    readonly message: readonly RDF.Term[];
    readonly path: RDF.Term | null;
    readonly focusNode: RDF.Term | null;
    readonly sourceShape: RDF.Term | null;
    readonly severity: RDF.Term | null;
  };

  export default class SHACLValidator {
    constructor(shapes: RDF.DatasetCore);
    validate(data: RDF.DatasetCore): {
      readonly conforms: boolean;
      readonly results: readonly ValidationResult[];
    };
  }
}
