"""Writes a compiled data model with all that Core Data's models can say, as Core Data archives it.

    python3 make_model.py
"""

import pathlib
import plistlib

UID = plistlib.UID
objects = ["$null"]
known = {}


def add(value):
    """Adds a text or number once, another value always."""
    if isinstance(value, (str, int, float)) and not isinstance(value, bool):
        key = (type(value), value)
        if key not in known:
            known[key] = len(objects)
            objects.append(value)
        return UID(known[key])
    objects.append(value)
    return UID(len(objects) - 1)


def kind(*names):
    key = ("class", names)
    if key not in known:
        known[key] = len(objects)
        objects.append({"$classname": names[0], "$classes": [*names, "NSObject"]})
    return UID(known[key])


def dictionary(entries):
    keys = [add(key) for key in entries]
    return add({"NS.keys": keys, "NS.objects": list(entries.values()), "$class": kind("NSDictionary")})


def texts(entries):
    return dictionary({key: add(value) for key, value in entries.items()})


entities = {name: add({}) for name in ["Thing", "Person", "Gallery"]}


def attribute(entity, name, number, default=None, info=None, **more):
    return add({
        "NSPropertyName": add(name), "NSEntity": entities[entity], "NSAttributeType": number, "_P": 179,
        "NSDefaultValue": UID(0) if default is None else add(default), "NSUserInfo": texts(info or {}),
        "NSIsOptional": True, "NSRenamingIdentifier": add(name),
        "$class": kind("NSAttributeDescription", "NSPropertyDescription"), **more})


def fill(name, properties, info=None, parent=None, **more):
    objects[entities[name].data].update({
        "NSEntityName": add(name), "NSClassNameForEntity": add("NSManagedObject"), "NSUserInfo": texts(info or {}),
        "NSProperties": dictionary(properties), "NSSuperentity": entities[parent] if parent else UID(0),
        "NSRenamingIdentifier": add(name), "$class": kind("NSEntityDescription"), **more})


def relationship(entity, name, destination, maximum, rule, **more):
    return add({
        "NSPropertyName": add(name), "NSEntity": entities[entity], "NSDestinationEntity": entities[destination],
        "NSMinCount": 0, "NSMaxCount": maximum, "NSDeleteRule": rule, "NSIsOptional": True,
        "$class": kind("NSRelationshipDescription", "NSPropertyDescription"), **more})


moment = add({"NS.time": 551_296_800.0, "$class": kind("NSDate")})
identity = add({"NS.uuidbytes": bytes(range(16)), "$class": kind("NSUUID")})
numbers = [("small", 100, 1), ("middle", 200, -2), ("large", 300, 2**40), ("price", 400, None), ("ratio", 500, 0.5),
           ("share", 600, 0.25), ("title", 700, "None"), ("isOpen", 800, True)]
properties = {name: attribute("Thing", name, number, default) for name, number, default in numbers}
properties["when"] = attribute("Thing", "when", 900, NSDefaultValue=moment)
properties["image"] = attribute("Thing", "image", 1000, b"\x01\x02")
properties["key"] = attribute("Thing", "key", 1100, NSDefaultValue=identity)
properties["address"] = attribute("Thing", "address", 1200)
properties["colour"] = attribute("Thing", "colour", 1800, NSValueTransformerName=add("ColourTransformer"))
properties["anything"] = attribute("Thing", "anything", 0, NSIsTransient=True)
properties["place"] = attribute("Thing", "place", 2000)
properties["needed"] = attribute("Thing", "needed", 700, info={"note": "x"}, NSIsOptional=False,
                                 NSRenamingIdentifier=add("wanted"), NSValidationPredicates=dictionary({"a": add(1)}))
fill("Thing", properties, NSIsAbstract=True)

things = relationship("Gallery", "people", "Person", 0, 2, NSIsOrdered=True, NSMinCount=1)
home = relationship("Person", "gallery", "Gallery", 1, 3, NSInverseRelationship=things)
objects[things.data]["NSInverseRelationship"] = home
fill("Person", {"gallery": home}, {"isOwnerEntity": "YES"}, "Thing")
fill("Gallery", {"people": things, "best": relationship("Gallery", "best", "Person", 5, 0)}, {"identityAttribute": ""})

root = add({
    "NSEntities": dictionary(entities), "NSFetchRequestTemplates": dictionary({"newest": add("a request")}),
    "NSVersionIdentifiers": UID(0), "$class": kind("NSManagedObjectModel")})
archive = {"$archiver": "NSKeyedArchiver", "$version": 100000, "$top": {"root": root}, "$objects": objects}
pathlib.Path(__file__).with_name("Everything.mom").write_bytes(plistlib.dumps(archive, fmt=plistlib.FMT_BINARY))
