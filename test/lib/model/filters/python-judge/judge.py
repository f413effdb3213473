"""Parses the filters of standard input with the library cql2. Each line is a JSON object with "text" or "json"."""

import json
import sys

import cql2

for line in sys.stdin:
    given = json.loads(line)
    try:
        parsed = cql2.parse_text(given["text"]) if "text" in given else cql2.parse_json(json.dumps(given["json"]))
        verdict = {"json": parsed.to_json(), "text": parsed.to_text()}
    except Exception as error:
        verdict = {"error": str(error)}
    print(json.dumps(verdict))
