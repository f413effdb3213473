-- What is due is given by arrays. A function keeps the type of what it returns, so it goes, and is made with the run.
drop function if exists spatial_layer.due();
