"""Bundles of widgets that show a word: as archives, and as folders."""

import json
import pathlib
import zipfile


def write_archive(path, word, version="1.0.0"):
    """Writes an archive of the widget Greeting."""
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("Greeting.widget/widget.json", json.dumps(
            {"id": "org.example.greeting", "name": "Greeting", "version": version}))
        file.writestr("Greeting.widget/screens/Main.json", json.dumps(
            {"view": {"type": "text", "id": "word", "text": word}}))
    return path


def write_bundle(folder, name="Trains", version="1.0.0", hosts=(), text="8:04"):
    """Writes a bundle with what a catalogue says of a widget."""
    bundle = pathlib.Path(folder, f"{name}.widget")
    (bundle / "screens").mkdir(parents=True, exist_ok=True)
    manifest = {
        "id": f"org.example.{name.lower()}", "name": name, "version": version, "hosts": list(hosts),
        "summary": f"What {name.lower()} do", "category": "Travel", "sizes": {"default": "2x2"},
    }
    (bundle / "widget.json").write_text(json.dumps(manifest))
    (bundle / "screens/Main.json").write_text(json.dumps({"view": {"type": "text", "id": "word", "text": text}}))
    return bundle
