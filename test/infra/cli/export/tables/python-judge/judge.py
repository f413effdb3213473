"""Reads a file of tables with the libraries that people use, and prints its rows as JSON: judge.py FILE LAYER BOX"""

import json
import sys

import geopandas
import openpyxl
import pyogrio


def rows_of_workbook(file, sheet):
    headings, *rows = openpyxl.load_workbook(file, read_only=True)[sheet].values
    return [{"properties": dict(zip(headings, row)), "geometry": None} for row in rows]


def rows_of_frame(frame):
    name = frame.geometry.name
    columns = [column for column in frame.columns if column != name]
    for row, geometry in zip(frame[columns].astype(object).to_dict("records"), frame.geometry):
        properties = {key: None if value != value else value for key, value in row.items()}
        yield {
            "properties": properties,
            "geometry": None if geometry is None else geometry.__geo_interface__,
        }


_, file, layer, box = sys.argv
box = json.loads(box)
if file.endswith(".xlsx"):
    rows = rows_of_workbook(file, layer)
elif file.endswith(".parquet"):
    frame = geopandas.read_parquet(file)
    assert frame.crs == "OGC:CRS84", frame.crs
    rows = list(rows_of_frame(frame))
else:
    frame = geopandas.read_file(file, layer=layer or None, bbox=box and tuple(box), engine="pyogrio", use_arrow=True)
    assert frame.crs == "EPSG:4326", frame.crs
    rows = list(rows_of_frame(frame))
print(json.dumps({"gdal": pyogrio.__gdal_version_string__, "features": rows}))
