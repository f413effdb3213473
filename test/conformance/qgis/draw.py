"""Opens collections of OGC API Features with QGIS, as layers, and draws them.

python3 test/conformance/qgis/draw.py LANDING_PAGE [--collection ID …] [--box W,S,E,N] [--picture FILE.png] [--header VALUE]

Needs QGIS for Python (Debian: python3-qgis, qgis-providers). Prints one JSON object: of each collection what QGIS makes of it, how many
features it counts and reads, how many of them are in the box, and how many pixels have the colour of its geometries.
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
    """The symbol of a kind of geometries. Areas are often too small to be seen: their outline is wide."""
    colour = COLOURS[kind]
    if kind == 'Point':
        return QgsMarkerSymbol.createSimple({'name': 'circle', 'color': colour, 'size': '2.4', 'outline_style': 'no'})
    if kind == 'Line':
        return QgsLineSymbol.createSimple({'color': colour, 'width': '0.9'})
    return QgsFillSymbol.createSimple({'color': colour, 'outline_color': colour, 'outline_width': '2'})


def send_with_every_request(header):
    """As an authentication configuration of the kind “API Header” does: the packages of Debian have none."""
    QgsNetworkAccessManager.setRequestPreprocessor(
        lambda request: request.setRawHeader(b'Authorization', header.encode())
    )


def layer_of(landing_page, collection):
    """A collection as QGIS opens it from its address."""
    uri = QgsDataSourceUri()
    uri.setParam('url', landing_page)
    uri.setParam('typename', collection)
    return QgsVectorLayer(uri.uri(False), collection, 'OAPIF')


def label(layer):
    """Writes the name of each feature beside it."""
    settings = QgsPalLayerSettings()
    settings.fieldName = 'name'
    form = QgsTextFormat()
    form.setSize(7)
    form.setColor(QColor('#444444'))
    settings.setFormat(form)
    layer.setLabeling(QgsVectorLayerSimpleLabeling(settings))
    layer.setLabelsEnabled(True)


def told_of(layer, box):
    """What QGIS makes of a layer."""
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


def drawn(layers, box, size, is_smooth):
    """An image of layers, the first at the bottom."""
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


def pixels(image):
    """How many pixels have each colour."""
    image = image.convertToFormat(QImage.Format_RGB32)
    raw = image.constBits().asstring(image.sizeInBytes())
    return collections.Counter(memoryview(raw).cast('I'))


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument('landing_page')
    parser.add_argument('--collection', action='append', default=[])
    parser.add_argument('--box', type=lambda text: tuple(float(number) for number in text.split(',')))
    parser.add_argument('--picture')
    parser.add_argument('--header')
    return parser.parse_args()


def main():
    wanted = arguments()
    application = QgsApplication([], False, tempfile.mkdtemp())
    application.initQgis()
    if wanted.header:
        send_with_every_request(wanted.header)
    result = {}
    layers = []
    for collection in wanted.collection:
        layer = layer_of(wanted.landing_page, collection)
        result[collection] = told_of(layer, wanted.box)
        if not layer.isValid():
            continue
        kind = QgsWkbTypes.geometryDisplayString(layer.geometryType())
        if kind in COLOURS:
            layer.setRenderer(QgsSingleSymbolRenderer(symbol_of(kind)))
            counted = pixels(drawn([layer], wanted.box, (720, 360), False))
            result[collection]['pixels'] = counted[QColor(COLOURS[kind]).rgb()]
            layers.append(layer)
    if wanted.picture:
        for layer in layers:
            label(layer)
        image = drawn(layers, wanted.box, (960, 480), True)
        image.convertToFormat(QImage.Format_RGB32).save(wanted.picture)
    print(json.dumps(result), flush=True)


if __name__ == '__main__':
    main()
    # Without Python's own end, which takes layers away after what they need.
    os._exit(0)
