const uuid = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Turtle with every feature of SKOS, and statements of other vocabularies about concepts. */
export const everyFeature = String.raw`
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix dc: <http://purl.org/dc/elements/1.1/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix ex: <http://example.org/> .

ex:buildings a skos:ConceptScheme, owl:NamedIndividual ;
  dcterms:title "Buildings"@en, "Bâtiments"@fr ;
  skos:prefLabel "Buildings"@en ;
  dcterms:description "What people built."@en ;
  dcterms:creator <http://example.org/people/1> ;
  dcterms:modified "2026-01-31"^^xsd:date ;
  skos:hasTopConcept ex:building .

ex:building a skos:Concept ;
  skos:topConceptOf ex:buildings ;
  skos:inScheme ex:buildings ;
  skos:prefLabel "building"@en, "bâtiment"@fr, "建築物"@zh-hant ;
  skos:altLabel "edifice"@en, "construction"@en ;
  skos:hiddenLabel "bilding"@en ;
  rdfs:label "building"@en ;
  dc:title "building"@en ;
  skos:notation "1"^^ex:code, "1"^^ex:other-code, "1" ;
  skos:note "A note without a language." ;
  skos:scopeNote "Anything with a roof."@en ;
  skos:definition "A thing,\nof two lines & <signs>, \"quoted\"."@en ;
  skos:definition <http://example.org/documents/7> ;
  skos:example "a mill"@en ;
  skos:historyNote "Added early."@en ;
  skos:editorialNote "Check."@en ;
  skos:changeNote "Changed."@en ;
  dcterms:identifier "b1" ;
  dc:identifier "b1" ;
  ex:sortorder 3 ;
  ex:height "12.5"^^xsd:decimal ;
  foaf:depiction <http://example.org/pictures/1.jpg> ;
  skos:narrower ex:mill ;
  skos:narrowerTransitive ex:windmill ;
  skos:related ex:tower .

<http://example.org/concepts/${uuid(1)}> a skos:Concept ;
  skos:prefLabel "{\"id\": \"${uuid(11)}\", \"value\": \"barn\"}"@en ;
  skos:altLabel "{\"id\": \"${uuid(12)}\", \"value\": \"grange\"}"@en ;
  skos:notation "{\"id\": \"${uuid(13)}\", \"value\": \"7\"}"^^ex:code ;
  skos:note "{ no JSON" ;
  skos:broader ex:building .

ex:mill a skos:Concept ;
  skos:prefLabel "mill"@en ;
  skos:broader ex:building ;
  skos:inScheme ex:buildings .

ex:windmill a skos:Concept ;
  skos:prefLabel "windmill"@en ;
  skos:broader ex:mill, ex:tower ;
  skos:broaderTransitive ex:building ;
  skos:semanticRelation ex:tower .

ex:tower a skos:Concept ;
  skos:inScheme ex:buildings, ex:elsewhere ;
  skos:exactMatch <http://vocab.example/tower> ;
  skos:closeMatch <http://vocab.example/turret> ;
  skos:broadMatch <http://vocab.example/structure> ;
  skos:narrowMatch <http://vocab.example/belfry> ;
  skos:relatedMatch <http://vocab.example/bell> ;
  skos:mappingRelation <http://vocab.example/thing> .

ex:untyped skos:prefLabel "untyped"@en ; skos:broader ex:tower .
ex:circle a skos:Concept ; skos:broader ex:circle-2 .
ex:circle-2 a skos:Concept ; skos:broader ex:circle .

ex:mills a skos:Collection ;
  skos:prefLabel "mills"@en ;
  skos:inScheme ex:buildings ;
  skos:member ex:mill, ex:windmill, ex:by-height .

ex:by-height a skos:OrderedCollection ;
  skos:prefLabel "by height"@en ;
  skos:memberList ( ex:windmill ex:tower ex:mill ) .
ex:told-twice a skos:OrderedCollection, skos:Collection ;
  skos:member ex:tower, ex:mill ;
  skos:memberList ( ex:mill ex:tower ) .
ex:empty a skos:OrderedCollection ; skos:memberList () .
ex:plain-list a skos:Collection ; skos:memberList ( ex:mill ) .
ex:unlisted a skos:OrderedCollection ; skos:member ex:mill .
`;
