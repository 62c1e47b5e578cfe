"""Price lists of AWS, Azure and Google Cloud, as their own tools print them: Linux, per hour."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ....core.faults import Fault, InputError, input_error
from ....core.files import read_json

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
    """An entry of a price list: type, capacity type, zone (none: all), region, price, currency."""

    type: str
    paid: str
    zone: str
    region: str
    price: float
    currency: str


def read_cloud_prices(path: Path) -> tuple[_Rows, str | None]:
    """Return the prices in a cloud's list by (type, capacity type, zone), and the currency.

    The list must be of one region and one currency, with one price per type and zone.  Of a zone's
    spot prices the latest counts.
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
            rule = f"appears twice for {' '.join(key).strip()}"
            faults.append(Fault.of("price", rule, price.price))
    if faults:
        raise InputError(str(path), faults)
    return rows, prices[0].currency


def _prices(document: dict[str, Any]) -> Iterator[_Price]:
    if "SpotPriceHistory" in document:
        yield from _aws_spot(document["SpotPriceHistory"])
    elif "PriceList" in document:  # each entry is a document of its own
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
    """Return the hourly price of a core or GiB by family and capacity type, and its currency."""
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
