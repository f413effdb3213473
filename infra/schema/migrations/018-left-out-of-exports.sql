-- How many resource instances a file of RDF lacks, because their models have no ontology.
alter table export_run add column left_out bigint not null default 0;
