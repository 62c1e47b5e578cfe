"""Prices of machine types and offers of new machines: price lists of clouds, and CSV files.

The lists of AWS, Azure and Google Cloud are read as the clouds' own tools print them.
"""

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from optgap.faults import Fault, InputError, input_error
from optgap.files import read_json, read_text

from .quantities import VALUE_RULE, as_scheduled, is_value, quantity
from .records import KubernetesNode, Metadata, NodeStatus

_Rows = dict[tuple[str, str, str], float]
_Part = tuple[float, str]  # the price of a core or a gibibyte, and its currency
_FORMS = (
    "an AWS offer file, get-products or describe-spot-price-history, Azure's retail prices, or "
    "skus and machineTypes of Google Cloud"
)
_GOOGLE_PART = re.compile(
    r"(?:(?:Spot )?Preemptible )?(?:([A-Z]\d\w*)(?: Predefined)?(?: AMD| Arm)?|Compute optimized)"
    r"(?: Instance)? (Core|Ram) running in .+"
)
_GOOGLE_UNITS = {"Core": "h", "Ram": "GiBy.h"}
_GOOGLE_PAID = {"OnDemand": "on-demand", "Preemptible": "spot"}


class _Price(NamedTuple):
    """An entry of a price list: type, capacity type, zone (none: all), region, price, currency.

    Prices are for an hour of Linux.
    """

    type: str
    paid: str
    zone: str
    region: str
    price: float
    currency: str


def read_cloud_prices(path: Path) -> tuple[_Rows, str | None]:
    """Return the prices in a cloud's list by (type, capacity type, zone), and the currency.

    The list must contain one region, one currency, and one price per type, capacity type and zone.
    If a zone has several spot prices, the latest is used.
    """
    document = read_json(path)
    if not isinstance(document, dict):
        raise input_error(str(path), f"must be {_FORMS}")
    try:
        prices = list(_prices(document))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise input_error(str(path), f"cannot be read as {_FORMS} ({error!r})") from None
    if not prices:
        raise input_error(str(path), f"contains no price of a Linux machine; it must be {_FORMS}")
    faults = [
        Fault.of(what, "must be the same in the whole file: filter the query", ", ".join(found))
        for what, found in (
            ("region", sorted({price.region for price in prices if price.region})),
            ("currency", sorted({price.currency for price in prices})),
        )
        if len(found) > 1
    ]
    rows: _Rows = {}
    for price in prices:
        key = (price.type, price.paid, price.zone)
        if rows.setdefault(key, price.price) != price.price:
            rule = f"differs from an earlier price of {' '.join(key).strip()}"
            faults.append(Fault.of("price", rule, price.price))
    if faults:
        raise InputError(str(path), faults)
    return rows, prices[0].currency


def _prices(document: dict[str, Any]) -> Iterator[_Price]:
    if "SpotPriceHistory" in document:
        yield from _aws_spot(document["SpotPriceHistory"])
    elif "PriceList" in document:  # each entry is a separate document
        for entry in document["PriceList"]:
            part = entry if isinstance(entry, dict) else json.loads(entry)
            yield from _aws_product(part["product"], part["terms"].get("OnDemand", {}))
    elif "products" in document:
        for sku, product in document["products"].items():
            terms = document["terms"]["OnDemand"].get(sku, {})
            yield from _aws_product(product, terms)
    elif "Items" in document:
        yield from _azure(document["Items"])
    elif "skus" in document:
        yield from _google(document["skus"], document["machineTypes"])


def _aws_product(product: dict[str, Any], terms: dict[str, Any]) -> Iterator[_Price]:
    """Yield the on-demand price of a Linux machine with shared tenancy and no extra software."""
    its = product.get("attributes", {})
    wanted = {"operatingSystem": "Linux", "tenancy": "Shared", "preInstalledSw": "NA",
              "capacitystatus": "Used"}  # fmt: skip
    if "instanceType" not in its or any(its.get(key) != value for key, value in wanted.items()):
        return
    region = str(its.get("regionCode", ""))
    for term in terms.values():
        for dimension in term["priceDimensions"].values():
            ((currency, price),) = dimension["pricePerUnit"].items()
            if dimension.get("unit") == "Hrs":
                yield _Price(its["instanceType"], "on-demand", "", region, float(price), currency)


def _aws_spot(history: list[dict[str, Any]]) -> Iterator[_Price]:
    """Yield the latest spot price of each type in each zone."""
    latest: dict[tuple[str, str], dict[str, Any]] = {}
    for entry in sorted(history, key=lambda each: str(each["Timestamp"])):
        if entry["ProductDescription"] in ("Linux/UNIX", "Linux/UNIX (Amazon VPC)"):
            latest[entry["InstanceType"], entry["AvailabilityZone"]] = entry
    for (kind, zone), entry in latest.items():
        region = zone.rstrip("abcdefghij")
        yield _Price(kind, "spot", zone, region, float(entry["SpotPrice"]), "USD")


def _azure(items: list[dict[str, Any]]) -> Iterator[_Price]:
    """Yield the consumption prices of Linux machines, spot machines included."""
    for item in items:
        words = f"{item['productName']} {item['skuName']} {item['meterName']}"
        is_other = "Windows" in words or "Low Priority" in words or not item["armSkuName"]
        if is_other or item["type"] != "Consumption" or item["unitOfMeasure"] != "1 Hour":
            continue
        paid = "spot" if "Spot" in words else "on-demand"
        price, region = float(item["retailPrice"]), str(item["armRegionName"])
        yield _Price(item["armSkuName"], paid, "", region, price, str(item["currencyCode"]))


def _google(skus: list[dict[str, Any]], types: list[dict[str, Any]]) -> Iterator[_Price]:
    """Yield the prices of predefined machine types: the sum for their cores and memory.

    Machine types are as ``gcloud compute machine-types list`` prints them; their zones determine
    the region.  Types with shared cores, devices or disks are skipped: they have further prices.
    """
    known: dict[str, dict[tuple[str, str, str], _Part]] = {}
    for kind in types:
        if kind.get("isSharedCpu") or kind.get("accelerators") or kind.get("bundledLocalSsds"):
            continue
        region = str(kind["zone"]).rpartition("/")[2].rpartition("-")[0]
        if region not in known:
            known[region] = _google_parts(skus, region)
        parts = known[region]
        family = str(kind["name"]).partition("-")[0].upper()
        for paid in _GOOGLE_PAID.values():
            core, memory = parts.get((family, paid, "Core")), parts.get((family, paid, "Ram"))
            if core is not None and memory is not None:
                price = kind["guestCpus"] * core[0] + kind["memoryMb"] / 1024 * memory[0]
                yield _Price(kind["name"], paid, "", region, round(price, 9), core[1])


def _google_parts(skus: list[dict[str, Any]], region: str) -> dict[tuple[str, str, str], _Part]:
    """Return (hourly price, currency) of a core or GiB, by family, capacity type and resource."""
    parts: dict[tuple[str, str, str], _Part] = {}
    for sku in skus:
        words = _GOOGLE_PART.fullmatch(sku["description"])
        paid = _GOOGLE_PAID.get(sku["category"]["usageType"])
        if words is None or paid is None or region not in sku["serviceRegions"]:
            continue
        expression = sku["pricingInfo"][-1]["pricingExpression"]  # the latest
        if expression["usageUnit"] == _GOOGLE_UNITS[words[2]]:
            price = expression["tieredRates"][-1]["unitPrice"]
            amount = int(price.get("units", 0)) + price.get("nanos", 0) / 1e9
            part = (amount, str(price["currencyCode"]))
            if parts.setdefault((words[1] or "C2", paid, words[2]), part) != part:
                raise input_error(f"skus: {sku['description']}", f"has two prices in {region}")
    return parts


ZONE = "topology.kubernetes.io/zone"
TYPES = ("node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type")
CAPACITY_TYPE = "karpenter.sh/capacity-type"
CAPACITY_TYPES = ("spot", "on-demand", "reserved")
CAPACITY_LABELS = (CAPACITY_TYPE, "eks.amazonaws.com/capacityType", "node.kubernetes.io/lifecycle",
                    "kubernetes.azure.com/scalesetpriority")  # fmt: skip
SPOT_LABELS = ("cloud.google.com/gke-spot", "cloud.google.com/gke-preemptible")
_REGULAR = {"normal": "on-demand", "regular": "on-demand"}  # as clouds call it
_MOST = 10_000
_OF_A_GROUP = 10  # number of nodes that a group may add, because no file contains a limit


_OWN_COLUMNS = ("type", "price", "currency", "zone", "capacity_type", "name", "at_most")
_CURRENCY = re.compile("[A-Z]{3}")


class OfferedType(NamedTuple):
    """A row of an offers file: a machine type that can be created."""

    name: str
    node: KubernetesNode
    price: float
    at_most: int
    currency: str | None = None


class PriceList:
    """Prices by machine type; a price may hold only for a capacity type or a zone.

    If several prices match a node, the most specific price counts.
    """

    def __init__(
        self, rows: dict[tuple[str, str, str], float], currency: str | None = None
    ) -> None:
        self._rows, self.currency = rows, currency

    def _row(self, node: KubernetesNode) -> tuple[str, str, str] | None:
        kind, capacity = str(type_of(node)), capacity_type_of(node) or ""
        zone = node.metadata.labels.get(ZONE, "")
        keys = ((kind, capacity, zone), (kind, capacity, ""), (kind, "", zone), (kind, "", ""))
        return next((key for key in keys if key in self._rows), None)

    def price_of(self, node: KubernetesNode) -> float:
        """Return the price of a node for which `fault_of` finds no fault."""
        row = self._row(node)
        assert row is not None
        return self._rows[row]

    def fault_of(self, node: KubernetesNode) -> tuple[str, str] | None:
        """Return (broken rule, value) if a node has no valid price, else None."""
        kind = type_of(node)
        if kind is None:
            rule = "has no label node.kubernetes.io/instance-type, so it has no price"
            return rule, node.metadata.name
        row = self._row(node)
        if row is None:
            return "has a type without a price in --prices", kind
        if capacity_type_of(node) == "spot" and row[1] != "spot":
            return "is a spot node, but its type has no row with the capacity_type spot", kind
        return None


def read_prices(path: Path) -> PriceList:
    """Return the prices in a file, or in all files of a folder; contradictions are refused."""
    files = [path]
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.suffix in (".csv", ".json"))
    if not files:
        raise InputError(str(path), [Fault(str(path), "contains no *.csv or *.json file")])
    rows: dict[tuple[str, str, str], float] = {}
    currencies: dict[str, str] = {}
    faults: list[Fault] = []
    for file in files:
        more, currency = _read_price_file(file)
        _add_currency(file.name, {"currency": currency} if currency else {}, currencies, faults)
        wrong = [key for key, price in more.items() if rows.setdefault(key, price) != price]
        values = (", ".join(filter(None, key)) for key in wrong)
        place, rule = f"{file.name}: price", "contradicts a previous file"
        faults += [Fault.of(place, rule, value) for value in values]
    if faults:
        raise InputError(str(path), faults)
    return PriceList(rows, next(iter(currencies), None))


def _read_price_file(path: Path) -> tuple[dict[tuple[str, str, str], float], str | None]:
    """Return the prices in a CSV file with the columns type and price, or in a cloud's list.

    Optional columns: ``capacity_type`` (spot, on-demand, reserved) and ``zone``; an empty field
    means any.  ``currency`` is a code such as EUR, the same in all rows.
    """
    if path.suffix == ".json":
        return read_cloud_prices(path)
    faults: list[Fault] = []
    currencies: dict[str, str] = {}
    prices: dict[tuple[str, str, str], float] = {}
    for place, row in _rows(path, ("type", "price"), faults):
        price = _number(place, row, "price", faults)
        _add_currency(place, row, currencies, faults)
        key = (row["type"], _capacity_type(place, row, faults), row.get("zone", ""))
        if key in prices:
            value = ", ".join(part for part in key if part)
            faults.append(Fault.of(f"{place}: type", "repeats an earlier row of the file", value))
        if price is not None:
            prices[key] = price
    if faults:
        raise InputError(str(path), faults)
    return prices, next(iter(currencies), None)


def _add_currency(
    place: str, row: dict[str, str], known: dict[str, str], faults: list[Fault]
) -> None:
    """Record a row's currency and place; add a fault if an earlier row has another currency."""
    text = row.get("currency", "")
    if "currency" in row and not _CURRENCY.fullmatch(text):
        faults.append(Fault.of(f"{place}: currency", "must be a code such as EUR or USD", text))
    elif text and text not in known and known:
        rule = f"must be {next(iter(known))}, as in {next(iter(known.values()))}"
        faults.append(Fault.of(f"{place}: currency", rule, text))
    elif text:
        known.setdefault(text, place)


def _capacity_type(place: str, row: dict[str, str], faults: list[Fault]) -> str:
    text = _normal(row.get("capacity_type", ""))
    if text and text not in CAPACITY_TYPES:
        rule = f"must be {', '.join(CAPACITY_TYPES[:-1])} or {CAPACITY_TYPES[-1]}, or empty"
        faults.append(Fault.of(f"{place}: capacity_type", rule, row["capacity_type"]))
    return text


def _normal(text: str) -> str:
    return text.lower().replace("_", "-")


def read_offers(path: Path) -> list[OfferedType]:
    """Return the offers in a file with the columns type, price, cpu, memory and pods.

    Optional columns: ``at_most``, ``zone``, ``capacity_type``, ``currency``, ``name`` (default: the
    type, with capacity type and zone if the type is repeated), other resources by name, and labels
    as ``label:key``.
    """
    faults: list[Fault] = []
    offers: list[OfferedType] = []
    rows = list(_rows(path, ("type", "price", "cpu", "memory", "pods"), faults))
    many = Counter(row["type"] for _, row in rows if not row.get("name"))
    places: dict[str, str] = {}
    currencies: dict[str, str] = {}
    for place, row in rows:
        _add_currency(place, row, currencies, faults)
        price = _number(place, row, "price", faults)
        labels = {TYPES[0]: row["type"], ZONE: row.get("zone", "")}
        labels[CAPACITY_TYPE] = _capacity_type(place, row, faults)
        labels = {key: value for key, value in labels.items() if value}
        has: dict[str, str] = {}
        for key, value in row.items():
            if key.startswith("label:") and value:
                labels[key.removeprefix("label:")] = value
            elif key not in _OWN_COLUMNS and value:
                try:
                    quantity(value)
                    has[key] = value
                except ValueError as error:
                    faults.append(Fault.of(f"{place}: {key}", str(error), value))
        at_most = row.get("at_most") or "1"
        if not (at_most.isascii() and at_most.isdigit() and 1 <= int(at_most) <= _MOST):
            rule = f"must be an integer from 1 to {_MOST}"
            faults.append(Fault.of(f"{place}: at_most", rule, at_most))
            continue
        name = row.get("name") or _name(row, many[row["type"]] > 1)
        if name in places:
            rule = f"is already the name of {places[name]}: set a name, or another zone"
            faults.append(Fault.of(f"{place}: name", rule, name))
        places.setdefault(name, place)
        bad = [key for key in ("type", "name") if row.get(key) and not is_value(row[key])]
        if bad or not row["type"]:
            faults += [Fault.of(f"{place}: {key}", VALUE_RULE, row[key]) for key in bad or ["type"]]
            continue
        if price is None or any(key not in has for key in ("cpu", "memory", "pods")):
            faults.append(Fault(place, "must have a price, cpu, memory and pods"))
            continue
        labels["kubernetes.io/hostname"] = name
        metadata = Metadata.model_construct(name=name, labels=labels)  # a type is not a node's name
        status = NodeStatus.model_validate({"allocatable": has})
        node = KubernetesNode(metadata=metadata, status=status)
        currency = row.get("currency") or None
        offers.append(OfferedType(name, node, price, int(at_most), currency))
    if faults:
        raise InputError(str(path), faults)
    return offers


def _name(row: dict[str, str], is_repeated: bool) -> str:
    """Return the default name of an offer."""
    parts = (row["type"], _normal(row.get("capacity_type", "")), row.get("zone", ""))
    return "-".join(part for part in parts if part) if is_repeated else row["type"]


def offers_of_groups(
    templates: list[tuple[str, str, KubernetesNode]], priced: PriceList, taken: set[str]
) -> tuple[list[OfferedType], list[str]]:
    """Return offers for the node groups whose type has a price, and notes on the other groups."""
    offers: list[OfferedType] = []
    notes: list[str] = []
    for _, group, node in templates:
        wrong = priced.fault_of(node)
        kind = type_of(node)
        if wrong is not None or kind is None or not is_value(kind):
            rule = "has a type that cannot be the value of a label" if wrong is None else wrong[0]
            notes.append(f"the node group {group} is not an offer: it {rule}")
            continue
        name = group if is_value(group) else kind
        names = (name, *(f"{name}-{k}" for k in range(2, len(templates) + 2)))
        name = next(candidate for candidate in names if candidate not in taken)
        taken.add(name)
        metadata = node.metadata.model_copy(update={"name": name})
        same = node.model_copy(update={"metadata": metadata})
        offers.append(OfferedType(name, same, priced.price_of(node), _OF_A_GROUP))
    if offers:
        notes.append(
            f"{len(offers)} node groups are offers of at most {_OF_A_GROUP} nodes each, "
            "because the snapshot does not contain their maximum size"
        )
    return offers, notes


def _rows(
    path: Path, needed: tuple[str, ...], faults: list[Fault]
) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the rows of a CSV file with their places; add a fault for each missing column."""
    reader = csv.DictReader(read_text(path, encoding="utf-8-sig").splitlines())
    missing = [key for key in needed if key not in (reader.fieldnames or ())]
    if missing:
        faults.append(Fault.of("line 1", f"must name the columns {', '.join(needed)}", missing))
        return
    for row in reader:
        place = f"line {reader.line_num}"
        if None in row or None in row.values():
            faults.append(Fault(place, "has more or fewer fields than the first line"))
            continue
        yield place, {str(key): str(value).strip() for key, value in row.items()}


def _number(place: str, row: dict[str, str], key: str, faults: list[Fault]) -> float | None:
    try:
        value = float(row[key])
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1e9:
        faults.append(Fault.of(f"{place}: {key}", "must be a number from 0 to 1e9", row[key]))
        return None
    return value


def type_of(node: KubernetesNode) -> str | None:
    """Return the machine type of a node from its labels, or None."""
    labels = node.metadata.labels
    return next((labels[key] for key in TYPES if key in labels), None)


def capacity_type_of(node: KubernetesNode) -> str | None:
    """Return the capacity type of a node (such as spot) from its labels, or None."""
    labels = node.metadata.labels
    if any(labels.get(key) == "true" for key in SPOT_LABELS):
        return "spot"
    text = next((_normal(labels[key]) for key in CAPACITY_LABELS if key in labels), None)
    return None if text is None else _REGULAR.get(text, text)


def offered_amount(node: KubernetesNode, resource: str) -> Fraction:
    """Return the allocatable amount of a resource on a node, as the scheduler counts it."""
    return as_scheduled(resource, node.status.allocatable.get(resource, Fraction(0)))
