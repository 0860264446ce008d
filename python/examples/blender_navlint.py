"""Blender add-on: imports what a navigation file describes, and marks what navlint finds in it.

Edit > Preferences > Add-ons > Install... takes this file; Blender's Python needs the package `navlint` (docs/python.md). Then
File > Import > Navigation file (navlint). Faces with findings have a material of their own, each finding is an empty with its rule,
message and console command among its custom properties, and the whole report is a text of the file.
"""

import bpy
import navlint
from bpy.props import StringProperty
from bpy_extras.io_utils import ImportHelper

bl_info = {
    "name": "navlint",
    "author": "The navlint authors",
    "version": (1, 0, 0),
    "blender": (3, 0, 0),
    "location": "File > Import > Navigation file (navlint)",
    "description": "Imports navigation meshes and paths of games, and marks what is wrong with them",
    "category": "Import-Export",
}

COLOURS = {"error": (0.8, 0.05, 0.05, 1.0), "warning": (0.9, 0.5, 0.0, 1.0), "info": (0.1, 0.3, 0.8, 1.0)}
IN_ORDER = (0.5, 0.5, 0.5, 1.0)
SEVERITIES = ["info", "warning", "error"]  # what is worse comes later


def upright(point, axes):
    """A point as Blender has it: z grows upwards."""
    x, y, z = (float(number) for number in point)
    return (x, -z, y) if axes.up == 2 else (x, y, z)


def material(name, colour):
    found = bpy.data.materials.get(name) or bpy.data.materials.new(name)
    found.diffuse_color = colour
    return found


def severities(drawing, report):
    """Of each record with findings the worst severity: its number in SEVERITIES."""
    worst = {}
    for finding in report.findings:
        record = drawing.record_of(finding.path)
        if record is not None:
            worst[record] = max(worst.get(record, 0), SEVERITIES.index(finding.severity))
    return worst


def build_mesh(name, drawing, report):
    """An object with the faces and lines of the drawing."""
    mesh = bpy.data.meshes.new(name)
    vertices = [upright(point, drawing.axes) for point in drawing.vertices]
    mesh.from_pydata(vertices, [tuple(map(int, line)) for line in drawing.lines], drawing.faces())
    mesh.materials.append(material("navlint", IN_ORDER))
    for severity in SEVERITIES:
        mesh.materials.append(material(f"navlint {severity}", COLOURS[severity]))
    worst = severities(drawing, report)
    for polygon, record in zip(mesh.polygons, drawing.face_records):
        polygon.material_index = worst.get(int(record), -1) + 1
    mesh.validate()  # damaged files have faces that Blender cannot: it takes them out
    mesh.update()
    return bpy.data.objects.new(name, mesh)


def middles(drawing):
    """Where each record is that has faces, lines or vertices: the mean of the first of them."""
    found = {}
    shapes = [(drawing.face_records, drawing.faces()), (drawing.line_records, drawing.lines),
              (drawing.vertex_records, [(index,) for index in range(len(drawing.vertices))])]
    for records, corners_of in shapes:
        for record, corners in zip(records, corners_of):
            if int(record) not in found:
                points = [drawing.vertices[int(corner)] for corner in corners]
                found[int(record)] = [sum(float(point[axis]) for point in points) / len(points) for axis in range(3)]
    return found


def build_marker(finding, point, size):
    marker = bpy.data.objects.new(finding.code, None)
    marker.empty_display_type, marker.empty_display_size = "SPHERE", size
    marker.location = point
    for key in ("severity", "message", "path", "jump"):
        marker[key] = getattr(finding, key) or ""
    return marker


def markers(drawing, report, size):
    """An empty for each finding whose place is known, by itself or by the record that it is about."""
    known = middles(drawing)
    for finding in report.findings:
        at = finding.position
        point = (at.x, at.y, at.z) if at else known.get(drawing.record_of(finding.path))
        if point:
            yield build_marker(finding, upright(point, drawing.axes), size)


def import_file(path):
    """The collection that the file became, and its report."""
    drawing, report = navlint.draw(path), navlint.check(path)
    collection = bpy.data.collections.new(bpy.path.basename(path))
    bpy.context.scene.collection.children.link(collection)
    shape = build_mesh(collection.name, drawing, report)
    collection.objects.link(shape)
    for marker in markers(drawing, report, max(shape.dimensions) / 100 or 1.0):
        collection.objects.link(marker)
    bpy.data.texts.new(f"{collection.name} report").write(str(report))
    return collection, report


class ImportNavigation(bpy.types.Operator, ImportHelper):
    """Import a navigation file and mark what is wrong with it"""

    bl_idname = "import_scene.navlint"
    bl_label = "Import navigation file"
    bl_options = {"UNDO"}

    filter_glob: StringProperty(default="*.nav;*.dat;*.path;*.nav2;*.esp;*.esm;*.esl", options={"HIDDEN"})

    def execute(self, _context):
        try:
            _, report = import_file(self.filepath)
        except (navlint.NavlintError, OSError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self.report({"INFO" if report.verdict == "valid" else "WARNING"}, f"{report.verdict}: {report.summary.errors} errors")
        return {"FINISHED"}


def menu(self, _context):
    self.layout.operator(ImportNavigation.bl_idname, text="Navigation file (navlint)")


def register():
    bpy.utils.register_class(ImportNavigation)
    bpy.types.TOPBAR_MT_file_import.append(menu)


def unregister():
    bpy.types.TOPBAR_MT_file_import.remove(menu)
    bpy.utils.unregister_class(ImportNavigation)


if __name__ == "__main__":
    register()
