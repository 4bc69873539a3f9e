"""Reads the index that a build leaves: which file defines a symbol, and which refer to it. For .ci/rooms and .ci/public."""
import ctypes, os, shutil, sys

DECLARATION, DEFINITION, REFERENCE, OVERRIDE, RECORD = 1 << 0, 1 << 1, 1 << 2, 1 << 11, 2


class Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode("utf8", "replace") if self.data else ""


UNIT = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, Text)
ENTRY = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)


def library():
    swift = os.path.realpath(shutil.which("swift") or sys.exit("error: there is no swift on the path."))
    folder = os.path.join(os.path.dirname(swift), "..", "lib")
    found = [os.path.join(folder, name) for name in ("libIndexStore.so", "libIndexStore.dylib")]
    lib = ctypes.CDLL(next((path for path in found if os.path.exists(path)), found[0]))
    pointer = ctypes.c_void_p
    for name, result, arguments in [
        ("store_create", pointer, [ctypes.c_char_p, pointer]),
        ("unit_reader_create", pointer, [pointer, ctypes.c_char_p, pointer]),
        ("record_reader_create", pointer, [pointer, ctypes.c_char_p, pointer]),
        ("unit_reader_get_main_file", Text, [pointer]),
        ("unit_dependency_get_kind", ctypes.c_int, [pointer]),
        ("unit_dependency_get_name", Text, [pointer]),
        ("unit_dependency_get_filepath", Text, [pointer]),
        ("occurrence_get_symbol", pointer, [pointer]),
        ("occurrence_get_roles", ctypes.c_uint64, [pointer]),
        ("symbol_get_usr", Text, [pointer]),
        ("symbol_get_name", Text, [pointer]),
        ("symbol_relation_get_symbol", pointer, [pointer]),
        ("symbol_relation_get_roles", ctypes.c_uint64, [pointer]),
    ]:
        function = getattr(lib, "indexstore_" + name)
        function.restype, function.argtypes = result, arguments
    lib.indexstore_occurrence_get_line_col.argtypes = [pointer, ctypes.POINTER(ctypes.c_uint), ctypes.POINTER(ctypes.c_uint)]
    lib.indexstore_store_units_apply_f.argtypes = [pointer, ctypes.c_uint, pointer, UNIT]
    for name in ("unit_reader_dependencies", "record_reader_occurrences", "occurrence_relations"):
        getattr(lib, f"indexstore_{name}_apply_f").argtypes = [pointer, pointer, ENTRY]
    return lib


class Index:
    """The index of a build, by the newest unit of each file below a folder that is still there."""

    def __init__(self, build, root):
        self.lib, path = library(), os.path.join(build, "index", "store")
        if not os.path.isdir(path):
            sys.exit(f"error: {path} is not there. To fix: run `swift build --build-tests` first.")
        self.store, units, self.records = self.lib.indexstore_store_create(path.encode(), None), [], {}
        self.lib.indexstore_store_units_apply_f(
            self.store, 0, None, UNIT(lambda _, name: (units.append(str(name)), True)[1])
        )
        for unit in units:
            reader = self.lib.indexstore_unit_reader_create(self.store, unit.encode(), None)
            main = str(self.lib.indexstore_unit_reader_get_main_file(reader)) if reader else ""
            if not main.startswith(root + os.sep) or not os.path.exists(main):
                continue
            stamp = os.path.getmtime(os.path.join(path, "v5", "units", unit))

            def dependency(_, entry):
                if self.lib.indexstore_unit_dependency_get_kind(entry) == RECORD:
                    if str(self.lib.indexstore_unit_dependency_get_filepath(entry)) == main:
                        if self.records.get(main, (0, ""))[0] < stamp:
                            name = str(self.lib.indexstore_unit_dependency_get_name(entry))
                            self.records[main] = (stamp, name)
                return True

            self.lib.indexstore_unit_reader_dependencies_apply_f(reader, None, ENTRY(dependency))

    def occurrences(self, path, body):
        """Calls `body` with the symbol, the roles and the entry of each occurrence in a file."""
        reader = self.lib.indexstore_record_reader_create(self.store, self.records[path][1].encode(), None)
        if not reader:
            return

        def occurrence(_, entry):
            body(self.lib.indexstore_occurrence_get_symbol(entry), self.lib.indexstore_occurrence_get_roles(entry), entry)
            return True

        self.lib.indexstore_record_reader_occurrences_apply_f(reader, None, ENTRY(occurrence))

    def usr(self, symbol):
        return str(self.lib.indexstore_symbol_get_usr(symbol))

    def name(self, symbol):
        return str(self.lib.indexstore_symbol_get_name(symbol))

    def line(self, entry):
        """The line of an occurrence, from 1."""
        line, column = ctypes.c_uint(), ctypes.c_uint()
        self.lib.indexstore_occurrence_get_line_col(entry, line, column)
        return line.value

    def overridden(self, entry):
        """The USRs of what the declaration at an occurrence overrides, or whose requirement it meets."""
        found = []

        def relation(_, related):
            if self.lib.indexstore_symbol_relation_get_roles(related) & OVERRIDE:
                found.append(self.usr(self.lib.indexstore_symbol_relation_get_symbol(related)))
            return True

        self.lib.indexstore_occurrence_relations_apply_f(entry, None, ENTRY(relation))
        return found
