"""Opens collections of OGC API Features with QGIS, as layers, and draws them.

python3 test/conformance/qgis/draw.py LANDING_PAGE [--collection ID …] [--box W,S,E,N] [--picture FILE.png] [--header VALUE]

Needs QGIS for Python (Debian: python3-qgis, qgis-providers). Prints a JSON object with the layer that QGIS makes of each collection: its
geometry type, fields and extent, the numbers of features counted, read and in the box, and the number of pixels in its colour.
"""

import argparse
import collections
import json
import os
import tempfile

os.environ.setdefault('QT_QPA_PLATFORM', 'offscreen')

from qgis.core import (  # noqa: E402
    QgsApplication,
    QgsCoordinateReferenceSystem,
    QgsDataSourceUri,
    QgsFeatureRequest,
    QgsFillSymbol,
    QgsLineSymbol,
    QgsMapRendererSequentialJob,
    QgsMapSettings,
    QgsMarkerSymbol,
    QgsNetworkAccessManager,
    QgsPalLayerSettings,
    QgsRectangle,
    QgsSingleSymbolRenderer,
    QgsTextFormat,
    QgsVectorLayer,
    QgsVectorLayerSimpleLabeling,
    QgsWkbTypes,
)
from qgis.PyQt.QtCore import QEventLoop, QSize  # noqa: E402
from qgis.PyQt.QtGui import QColor, QImage  # noqa: E402

COLOURS = {'Point': '#c0392b', 'Line': '#2471a3', 'Polygon': '#1e8449'}


def symbol_of(kind):
    """The symbol of a kind of geometry. Polygons have a wide outline, because many would be too small to be seen."""
    colour = COLOURS[kind]
    if kind == 'Point':
        return QgsMarkerSymbol.createSimple({'name': 'circle', 'color': colour, 'size': '2.4', 'outline_style': 'no'})
    if kind == 'Line':
        return QgsLineSymbol.createSimple({'color': colour, 'width': '0.9'})
    return QgsFillSymbol.createSimple({'color': colour, 'outline_color': colour, 'outline_width': '2'})


def send_with_every_request(header):
    """Replaces an authentication configuration of the kind “API Header”, which the packages of Debian lack."""
    QgsNetworkAccessManager.setRequestPreprocessor(
        lambda request: request.setRawHeader(b'Authorization', header.encode())
    )


def open_layer(landing_page, collection):
    """Opens a collection as QGIS does for a user who types the landing page."""
    uri = QgsDataSourceUri()
    uri.setParam('url', landing_page)
    uri.setParam('typename', collection)
    return QgsVectorLayer(uri.uri(False), collection, 'OAPIF')


def show_names(layer):
    """Writes the name of each feature beside it."""
    settings = QgsPalLayerSettings()
    settings.fieldName = 'name'
    form = QgsTextFormat()
    form.setSize(7)
    form.setColor(QColor('#444444'))
    settings.setFormat(form)
    layer.setLabeling(QgsVectorLayerSimpleLabeling(settings))
    layer.setLabelsEnabled(True)


def describe_layer(layer, box):
    """The properties and the feature counts of a layer, or the error that QGIS reports."""
    if not layer.isValid():
        return {'isValid': False, 'error': layer.error().message()}
    extent = layer.extent()
    in_box = QgsFeatureRequest().setFilterRect(QgsRectangle(*box)) if box else QgsFeatureRequest()
    features = list(layer.getFeatures())
    return {
        'isValid': True,
        'geometry': QgsWkbTypes.displayString(layer.wkbType()),
        'fields': [field.name() for field in layer.fields()],
        'count': layer.featureCount(),
        'read': len(features),
        'drawable': sum(1 for feature in features if feature.geometry().type() == layer.geometryType()),
        'inBox': sum(1 for _ in layer.getFeatures(in_box)),
        'extent': [extent.xMinimum(), extent.yMinimum(), extent.xMaximum(), extent.yMaximum()],
    }


def draw_image(layers, box, size, is_smooth):
    """Draws an image of layers, with the first layer at the bottom."""
    settings = QgsMapSettings()
    settings.setLayers(list(reversed(layers)))
    settings.setDestinationCrs(QgsCoordinateReferenceSystem('EPSG:4326'))
    settings.setBackgroundColor(QColor('white'))
    settings.setOutputSize(QSize(*size))
    settings.setExtent(QgsRectangle(*(box or (-180, -90, 180, 90))))
    settings.setFlag(QgsMapSettings.Antialiasing, is_smooth)
    job = QgsMapRendererSequentialJob(settings)
    loop = QEventLoop()
    job.finished.connect(loop.quit)
    job.start()
    loop.exec_()
    return job.renderedImage()


def count_pixels(image):
    """The number of pixels of each colour."""
    image = image.convertToFormat(QImage.Format_RGB32)
    raw = image.constBits().asstring(image.sizeInBytes())
    return collections.Counter(memoryview(raw).cast('I'))


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument('landing_page')
    parser.add_argument('--collection', action='append', default=[])
    parser.add_argument('--box', type=lambda text: tuple(float(number) for number in text.split(',')))
    parser.add_argument('--picture')
    parser.add_argument('--header')
    return parser.parse_args()


def main():
    options = parse_arguments()
    application = QgsApplication([], False, tempfile.mkdtemp())
    application.initQgis()
    if options.header:
        send_with_every_request(options.header)
    result = {}
    layers = []
    for collection in options.collection:
        layer = open_layer(options.landing_page, collection)
        result[collection] = describe_layer(layer, options.box)
        if not layer.isValid():
            continue
        kind = QgsWkbTypes.geometryDisplayString(layer.geometryType())
        if kind in COLOURS:
            layer.setRenderer(QgsSingleSymbolRenderer(symbol_of(kind)))
            pixel_counts = count_pixels(draw_image([layer], options.box, (720, 360), False))
            result[collection]['pixels'] = pixel_counts[QColor(COLOURS[kind]).rgb()]
            layers.append(layer)
    if options.picture:
        for layer in layers:
            show_names(layer)
        image = draw_image(layers, options.box, (960, 480), True)
        image.convertToFormat(QImage.Format_RGB32).save(options.picture)
    print(json.dumps(result), flush=True)


if __name__ == '__main__':
    main()
    # Skips the shutdown of Python, which would delete layers after the objects that they need.
    os._exit(0)
