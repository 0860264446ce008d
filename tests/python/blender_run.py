"""What tests/python/test_recipes.py runs in Blender: imports files with the add-on, and prints what became of each.

    blender --background --python blender_run.py -- FOLDER_OF_NAVLINT ADDON FILE...
"""

import importlib.util
import json
import sys

import bpy

modules, addon_path, *files = sys.argv[sys.argv.index("--") + 1:]
sys.path.insert(0, modules)
spec = importlib.util.spec_from_file_location("blender_navlint", addon_path)
addon = importlib.util.module_from_spec(spec)
spec.loader.exec_module(addon)
addon.register()


def described(path):
    before = set(bpy.data.collections)
    try:
        outcome = bpy.ops.import_scene.navlint(filepath=path)
    except RuntimeError as error:  # how an operator's error reaches a script
        return {"error": str(error)}
    collection, = set(bpy.data.collections) - before
    shape, = [one for one in collection.objects if one.type == "MESH"]
    marked = [polygon.index for polygon in shape.data.polygons if polygon.material_index]
    markers = [{"code": one.name, "jump": one["jump"], "at": list(one.location)}
               for one in collection.objects if one.type == "EMPTY"]
    return {"outcome": list(outcome), "vertices": len(shape.data.vertices), "faces": len(shape.data.polygons),
            "edges": len(shape.data.edges), "marked": marked, "markers": markers,
            "report": bpy.data.texts[f"{collection.name} report"].as_string()}


print("navlint:" + json.dumps([described(path) for path in files]))
addon.unregister()
