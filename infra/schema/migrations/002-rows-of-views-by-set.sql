-- The rows of spatial views are made by statements of each view, and no more collected on their way. With the type go the functions that took it:
-- those of the views are made anew with the run.
drop table spatial_layer.due;

drop type spatial_layer.wanted_row cascade;
