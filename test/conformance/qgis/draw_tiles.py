"""Draws vector tiles with QGIS.

python3 test/conformance/qgis/draw_tiles.py TEMPLATE LAYER [FILTER …]

TEMPLATE is an address with {z}, {x} and {y}, as TileJSON lists it. Needs QGIS for Python (Debian: python3-qgis, qgis-providers). Prints a JSON list:
the number of pixels that the points of the layer have on a map of the world, for each filter, which is an expression of QGIS.
"""

import json
import os
import sys
import tempfile
from urllib.parse import quote

os.environ.setdefault('QT_QPA_PLATFORM', 'offscreen')

from qgis.core import (  # noqa: E402
    QgsApplication,
    QgsCoordinateReferenceSystem,
    QgsMapRendererSequentialJob,
    QgsMapSettings,
    QgsMarkerSymbol,
    QgsRectangle,
    QgsVectorTileBasicRenderer,
    QgsVectorTileBasicRendererStyle,
    QgsVectorTileLayer,
    QgsWkbTypes,
)
from qgis.PyQt.QtCore import QEventLoop, QSize  # noqa: E402
from qgis.PyQt.QtGui import QColor  # noqa: E402

COLOUR = '#c0392b'
WORLD = 20037508
SIZE = 512


def open_tiles(template):
    """Opens vector tiles as QGIS does for a generic connection."""
    return QgsVectorTileLayer(f'type=xyz&url={quote(template, safe="")}&zmin=0&zmax=18', 'tiles')


def show_points(layer, name, expression):
    """Shows the points of one layer of the tiles for which an expression is true."""
    style = QgsVectorTileBasicRendererStyle('points', name, QgsWkbTypes.PointGeometry)
    style.setSymbol(
        QgsMarkerSymbol.createSimple({'name': 'circle', 'color': COLOUR, 'size': '2', 'outline_style': 'no'})
    )
    style.setFilterExpression(expression)
    renderer = QgsVectorTileBasicRenderer()
    renderer.setStyles([style])
    layer.setRenderer(renderer)


def count_drawn_pixels(layer):
    settings = QgsMapSettings()
    settings.setLayers([layer])
    settings.setDestinationCrs(QgsCoordinateReferenceSystem('EPSG:3857'))
    settings.setBackgroundColor(QColor('white'))
    settings.setOutputSize(QSize(SIZE, SIZE))
    settings.setExtent(QgsRectangle(-WORLD, -WORLD, WORLD, WORLD))
    settings.setFlag(QgsMapSettings.Antialiasing, False)
    job = QgsMapRendererSequentialJob(settings)
    loop = QEventLoop()
    job.finished.connect(loop.quit)
    job.start()
    loop.exec_()
    image = job.renderedImage()
    colour = QColor(COLOUR).rgb()
    return sum(1 for x in range(SIZE) for y in range(SIZE) if image.pixel(x, y) == colour)


def main():
    template, name, *expressions = sys.argv[1:]
    application = QgsApplication([], False, tempfile.mkdtemp())
    application.initQgis()
    layer = open_tiles(template)
    if not layer.isValid():
        raise SystemExit(layer.error().message())
    counts = []
    for expression in expressions:
        show_points(layer, name, expression)
        counts.append(count_drawn_pixels(layer))
    print('\n' + json.dumps(counts), flush=True)


if __name__ == '__main__':
    main()
    # Skips the shutdown of Python, which would delete layers after the objects that they need.
    os._exit(0)
