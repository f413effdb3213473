"""Opens collections of OGC API Features with QGIS, as layers, and draws them.

python3 test/conformance/qgis/draw.py LANDING_PAGE [--collection ID …] [--box W,S,E,N] [--picture FILE.png] [--header VALUE | --oauth2 CONFIG]

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
    QgsAuthMethodConfig,
    QgsCoordinateReferenceSystem,
    QgsDataSourceUri,
    QgsFeatureRequest,
    QgsFillSymbol,
    QgsLineSymbol,
    QgsMapRendererSequentialJob,
    QgsMapSettings,
    QgsMarkerSymbol,
    QgsRectangle,
    QgsSingleSymbolRenderer,
    QgsVectorLayer,
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
    return QgsFillSymbol.createSimple({'color': colour, 'outline_color': colour, 'outline_width': '0.9'})


def authentication(header):
    """The id of an authentication configuration of the kind “API Header”, as a user makes it by hand."""
    manager = QgsApplication.authManager()
    manager.setMasterPassword('for this run', True)
    config = QgsAuthMethodConfig('APIHeader')
    config.setName('token')
    config.setConfig('Authorization', header)
    manager.storeAuthenticationConfig(config)
    return config.id()


def layer_of(landing_page, collection, authcfg):
    """A collection as QGIS opens it from its address."""
    uri = QgsDataSourceUri()
    uri.setParam('url', landing_page)
    uri.setParam('typename', collection)
    if authcfg:
        uri.setAuthConfigId(authcfg)
    return QgsVectorLayer(uri.uri(False), collection, 'OAPIF')


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
        'drawable': sum(1 for feature in features if feature.hasGeometry()),
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
    with tempfile.TemporaryDirectory() as folder:
        os.environ['QGIS_AUTH_DB_DIR_PATH'] = folder
        application = QgsApplication([], False, folder)
        application.initQgis()
        authcfg = authentication(wanted.header) if wanted.header else None
        result = {}
        layers = []
        for collection in wanted.collection:
            layer = layer_of(wanted.landing_page, collection, authcfg)
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
            image = drawn(layers, wanted.box, (960, 480), True).convertToFormat(QImage.Format_RGB32)
            image.save(wanted.picture)
        print(json.dumps(result))
        layers.clear()
        application.exitQgis()


if __name__ == '__main__':
    main()
