/*
 * Classes by their names in Linked Art (https://linked.art/model, API 1.0). Each group of classes has its
 * own properties of CIDOC CRM that lead to the parts of a thing, and from a part to the whole.
 */

/** Classes that have the same properties for parts and members. */
export type ClassGroup = {
  readonly part?: string;
  readonly partOf?: string;
  /** The property that leads to a member; absent if such a thing has no members. */
  readonly member?: string;
  readonly memberOf: string;
  readonly classes: Readonly<Record<string, string>>;
};

const memberOf = 'la:member_of';

export const classGroups: readonly ClassGroup[] = [
  {
    part: 'crm:P9_consists_of',
    partOf: 'crm:P9i_forms_part_of',
    memberOf,
    classes: {
      Period: 'crm:E4_Period',
      Event: 'crm:E5_Event',
      Destruction: 'crm:E6_Destruction',
      Activity: 'crm:E7_Activity',
      Acquisition: 'crm:E8_Acquisition',
      Move: 'crm:E9_Move',
      TransferOfCustody: 'crm:E10_Transfer_of_Custody',
      Modification: 'crm:E11_Modification',
      Production: 'crm:E12_Production',
      AttributeAssignment: 'crm:E13_Attribute_Assignment',
      BeginningOfExistence: 'crm:E63_Beginning_of_Existence',
      EndOfExistence: 'crm:E64_End_of_Existence',
      Creation: 'crm:E65_Creation',
      Formation: 'crm:E66_Formation',
      Birth: 'crm:E67_Birth',
      Dissolution: 'crm:E68_Dissolution',
      Death: 'crm:E69_Death',
      PartAddition: 'crm:E79_Part_Addition',
      PartRemoval: 'crm:E80_Part_Removal',
      Transformation: 'crm:E81_Transformation',
      Joining: 'crm:E85_Joining',
      Leaving: 'crm:E86_Leaving',
      Purchase: 'crm:E96_Purchase',
      Payment: 'la:Payment',
    },
  },
  {
    part: 'crm:P46_is_composed_of',
    partOf: 'crm:P46i_forms_part_of',
    memberOf,
    classes: {
      PhysicalThing: 'crm:E18_Physical_Thing',
      PhysicalObject: 'crm:E19_Physical_Object',
      BiologicalObject: 'crm:E20_Biological_Object',
      HumanMadeObject: 'crm:E22_Human-Made_Object',
      PhysicalHumanMadeThing: 'crm:E24_Physical_Human-Made_Thing',
      HumanMadeFeature: 'crm:E25_Human-Made_Feature',
      PhysicalFeature: 'crm:E26_Physical_Feature',
      Site: 'crm:E27_Site',
    },
  },
  {
    part: 'crm:P106_is_composed_of',
    partOf: 'crm:P106i_forms_part_of',
    memberOf,
    classes: {
      LinguisticObject: 'crm:E33_Linguistic_Object',
      Inscription: 'crm:E34_Inscription',
      Title: 'crm:E35_Title',
      VisualItem: 'crm:E36_Visual_Item',
      Mark: 'crm:E37_Mark',
      Appellation: 'crm:E41_Appellation',
      Identifier: 'crm:E42_Identifier',
      InformationObject: 'crm:E73_Information_Object',
      SymbolicObject: 'crm:E90_Symbolic_Object',
      Name: 'crm:E33_E41_Linguistic_Appellation',
      DigitalObject: 'dig:D1_Digital_Object',
    },
  },
  {
    part: 'crm:P148_has_component',
    partOf: 'crm:P148i_is_component_of',
    memberOf,
    classes: {
      Right: 'crm:E30_Right',
      PropositionalObject: 'crm:E89_Propositional_Object',
    },
  },
  {
    part: 'crm:P86i_contains',
    partOf: 'crm:P86_falls_within',
    memberOf,
    classes: { TimeSpan: 'crm:E52_Time-Span' },
  },
  {
    part: 'crm:P89i_contains',
    partOf: 'crm:P89_falls_within',
    memberOf,
    classes: { Place: 'crm:E53_Place' },
  },
  {
    part: 'skos:narrower',
    partOf: 'skos:broader',
    memberOf,
    classes: {
      Type: 'crm:E55_Type',
      Language: 'crm:E56_Language',
      Material: 'crm:E57_Material',
      MeasurementUnit: 'crm:E58_Measurement_Unit',
      Currency: 'crm:E98_Currency',
    },
  },
  {
    member: 'crm:P107_has_current_or_former_member',
    memberOf: 'crm:P107i_is_current_or_former_member_of',
    classes: { Person: 'crm:E21_Person', Group: 'crm:E74_Group' },
  },
  { member: 'la:has_member', memberOf, classes: { Set: 'la:Set' } },
];

/** Classes of things that have no parts. */
export const otherClasses = {
  CRMEntity: 'crm:E1_CRM_Entity',
  ConditionState: 'crm:E3_Condition_State',
  ConditionAssessment: 'crm:E14_Condition_Assessment',
  IdentifierAssignment: 'crm:E15_Identifier_Assignment',
  Measurement: 'crm:E16_Measurement',
  TypeAssignment: 'crm:E17_Type_Assignment',
  ConceptualObject: 'crm:E28_Conceptual_Object',
  DesignOrProcedure: 'crm:E29_Design_or_Procedure',
  Document: 'crm:E31_Document',
  Actor: 'crm:E39_Actor',
  Dimension: 'crm:E54_Dimension',
  CuratedHolding: 'crm:E78_Curated_Holding',
  MonetaryAmount: 'crm:E97_Monetary_Amount',
  DigitalService: 'la:DigitalService',
} as const;

/** Additional terms of the earlier context of Linked Art: classes that had no context of their own yet, and old names. */
export const earlierClasses = {
  ...Object.fromEntries(
    classGroups
      .flatMap(({ classes }) => Object.entries(classes))
      .filter(([, iri]) => /^crm:E\d+_(?!E41|.*Human-Made)/.test(iri)),
  ),
  ManMadeObject: 'crm:E22_Man-Made_Object',
  PhysicalManMadeThing: 'crm:E24_Physical_Man-Made_Thing',
  ManMadeFeature: 'crm:E25_Man-Made_Feature',
} as const;
