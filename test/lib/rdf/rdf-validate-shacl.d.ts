// The package tells no types. This is what the tests need of it.
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
