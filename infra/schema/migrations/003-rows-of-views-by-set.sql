-- The rows of spatial views are made by statements of each view, and no more collected on their way. With the type go the functions that took it:
-- those of the views are made anew with the run.
drop table spatial_layer.due;

drop type spatial_layer.wanted_row cascade;

drop function if exists spatial_layer.concept_text(uuid, text[]);

drop function if exists spatial_layer.name_text(uuid, text[], jsonb);

drop function if exists spatial_layer.own_texts(jsonb, text, jsonpath, jsonpath[], jsonb, text[]);

drop function if exists spatial_layer.find_due();

drop function if exists spatial_layer.kind_of(geometry, boolean);
