"""Prices by CSV with a currency, price lists of clouds, and offers of one type in several ways."""

import json
from pathlib import Path
from typing import Any

import pytest

from optgap.core.faults import InputError
from optgap_cluster.kubernetes.price_lists import PriceList, read_offers, read_prices
from optgap_cluster.kubernetes.records import KubernetesNode


def node(kind: str, paid: str, zone: str = "eu-west-1a") -> KubernetesNode:
    labels = {"node.kubernetes.io/instance-type": kind, "karpenter.sh/capacity-type": paid}
    labels["topology.kubernetes.io/zone"] = zone
    status = {"allocatable": {"cpu": "2"}}
    return KubernetesNode.model_validate(
        {"metadata": {"name": "n", "labels": labels}, "status": status}
    )


def write_file(folder: Path, name: str, content: Any) -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def product(sku: str, kind: str, price: str, region: str = "eu-west-1", **changes: str) -> Any:
    its = {"instanceType": kind, "operatingSystem": "Linux", "tenancy": "Shared",
           "preInstalledSw": "NA", "capacitystatus": "Used", "regionCode": region}  # fmt: skip
    dimension = {"unit": "Hrs", "pricePerUnit": {"USD": price}}
    terms = {f"{sku}.x": {"priceDimensions": {f"{sku}.x.y": dimension}}}
    return {"product": {"attributes": its | changes}, "terms": {"OnDemand": terms}}


def spot(kind: str, price: str, at: str, zone: str = "eu-west-1a", **changes: str) -> Any:
    return {"InstanceType": kind, "AvailabilityZone": zone, "SpotPrice": price, "Timestamp": at,
            "ProductDescription": "Linux/UNIX", **changes}  # fmt: skip


def azure(kind: str, price: float, meter: str = "D2s v5", **changes: Any) -> Any:
    return {"armSkuName": kind, "productName": "Virtual Machines Dsv5", "skuName": meter,
            "meterName": meter, "type": "Consumption", "unitOfMeasure": "1 Hour",
            "retailPrice": price, "currencyCode": "EUR", "armRegionName": "westeurope",
            **changes}  # fmt: skip


AWS = {"PriceList": [
    json.dumps(product("a", "m5.large", "0.107")),
    product("b", "m5.large", "0.2", operatingSystem="Windows"),
    product("c", "m5.large", "0.3", tenancy="Dedicated"),
]}  # fmt: skip
SPOT = {"SpotPriceHistory": [
    spot("m5.large", "0.04", "2026-05-02T00:00:00Z"),
    spot("m5.large", "0.05", "2026-05-01T00:00:00Z"),
    spot("m5.large", "0.03", "2026-05-01T00:00:00Z", "eu-west-1b"),
    spot("m5.large", "0.9", "2026-05-03T00:00:00Z", ProductDescription="Windows"),
]}  # fmt: skip


def test_price_lists_of_aws(tmp_path: Path) -> None:
    """A folder holds both; of the spot prices of a zone the latest counts."""
    write_file(tmp_path, "demand.json", AWS)
    write_file(tmp_path, "spot.json", SPOT)
    prices = read_prices(tmp_path)
    assert prices.currency == "USD"
    assert prices.price_of(node("m5.large", "on-demand")) == 0.107
    assert prices.price_of(node("m5.large", "spot")) == 0.04
    assert prices.price_of(node("m5.large", "spot", "eu-west-1b")) == 0.03
    assert prices.fault_of(node("m5.large", "spot", "eu-west-1c")) is not None


def test_the_offer_file_of_aws(tmp_path: Path) -> None:
    one = product("a", "m5.large", "0.107")
    terms = {"OnDemand": {"a": one["terms"]["OnDemand"]}}
    document = {"products": {"a": one["product"]}, "terms": terms}
    prices = read_prices(write_file(tmp_path, "p.json", document))
    assert prices.price_of(node("m5.large", "on-demand")) == 0.107


def test_retail_prices_of_azure(tmp_path: Path) -> None:
    items = [
        azure("Standard_D2s_v5", 0.1),
        azure("Standard_D2s_v5", 0.02, "D2s v5 Spot"),
        azure("Standard_D2s_v5", 0.03, "D2s v5 Low Priority"),
        azure("Standard_D2s_v5", 0.2, productName="Virtual Machines Dsv5 Windows"),
        azure("Standard_D2s_v5", 500.0, type="Reservation", unitOfMeasure="1 Hour"),
    ]
    prices = read_prices(write_file(tmp_path, "p.json", {"Items": items}))
    assert prices.currency == "EUR"
    assert prices.price_of(node("Standard_D2s_v5", "on-demand")) == 0.1
    assert prices.price_of(node("Standard_D2s_v5", "spot")) == 0.02


def sku(description: str, nanos: int, unit: str, **changes: Any) -> Any:
    price = {"currencyCode": "USD", "units": "0", "nanos": nanos}
    info = {"pricingExpression": {"usageUnit": unit, "tieredRates": [{"unitPrice": price}]}}
    plain = {"category": {"usageType": "OnDemand"}, "serviceRegions": ["us-central1", "us-east1"]}
    return {"description": description, "pricingInfo": [info], **plain, **changes}


def machine_type(name: str, cores: int, mebibytes: int, **changes: Any) -> Any:
    zone = "https://compute.example/projects/p/zones/us-central1-a"
    return {"name": name, "guestCpus": cores, "memoryMb": mebibytes, "zone": zone, **changes}


SPOT_USE = {"category": {"usageType": "Preemptible"}}
N2_SPOT = "Spot Preemptible N2 Instance {} running in Americas"
GOOGLE = {
    "skus": [
        sku("N2 Instance Core running in Americas", 31_611_000, "h"),
        sku("N2 Instance Ram running in Americas", 4_237_000, "GiBy.h"),
        sku(N2_SPOT.format("Core"), 7_652_000, "h", **SPOT_USE),
        sku(
            "Spot Preemptible N2 Instance Ram running in Americas", 1_026_000, "GiBy.h", **SPOT_USE
        ),
        sku("N2 Custom Instance Core running in Americas", 33_174_000, "h"),
        sku("N2 Instance Core running in EMEA", 1, "h", serviceRegions=["europe-west1"]),
        sku("Commitment v1: N2 Cpu", 1, "h", category={"usageType": "Commit1Yr"}),
        sku("Compute optimized Core running in Americas", 34_000_000, "h"),
        sku("Compute optimized Ram running in Americas", 4_550_000, "GiBy.h"),
        sku("N2D AMD Instance Core running in Americas", 27_502_000, "h"),
        sku("E2 Instance Core running in Americas", 21_811_590, "h"),
        sku("E2 Instance Ram running in Americas", 2_923_530, "GiBy.h"),
    ],
    "machineTypes": [
        machine_type("n2-standard-8", 8, 32 * 1024),
        machine_type("c2-standard-4", 4, 16 * 1024, zone="us-central1-b"),
        machine_type("n2d-standard-2", 2, 8 * 1024),
        machine_type("e2-medium", 2, 4 * 1024, isSharedCpu=True),
        machine_type("e2-highcpu-2", 2, 2 * 1024, isSharedCpu=False),
        machine_type("e2-highcpu-2", 2, 2 * 1024, zone="us-central1-f"),
    ],
}


def test_google_prices_by_core_and_gibibyte(tmp_path: Path) -> None:
    """By hand: 8 cores at 0.031611 and 32 GiB at 0.004237 are 0.388472."""
    prices = read_prices(write_file(tmp_path, "p.json", GOOGLE))
    assert prices.currency == "USD"
    assert prices.price_of(node("n2-standard-8", "on-demand")) == 0.388472
    assert prices.price_of(node("n2-standard-8", "spot")) == 0.094048
    assert prices.price_of(node("c2-standard-4", "on-demand")) == 0.2088
    assert prices.price_of(node("e2-highcpu-2", "on-demand")) == 0.04947024
    for kind in ("n2d-standard-2", "e2-medium"):  # no price of memory; shared cores
        assert prices.fault_of(node(kind, "on-demand")) == (
            "has a type without a price in --prices",
            kind,
        )


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("p.json", [], "must be an AWS offer file"),
        ("p.json", {"Items": []}, "contains no price of a Linux machine; it"),
        ("p.json", {"PriceList": [{"product": {}}]}, "cannot be read as"),
        ("p.json", {"Items": [azure("a", 1.0), azure("b", 1.0, armRegionName="eastus")]},
         "region: must be the same in the whole file"),
        ("p.json", {"Items": [azure("a", 1.0), azure("b", 1.0, currencyCode="USD")]},
         "currency: must be the same in the whole file"),
        ("p.json", {"Items": [azure("a", 1.0), azure("a", 2.0)]}, "an earlier price of a"),
        ("p.json", {**GOOGLE, "skus": [*GOOGLE["skus"],
         sku("N2 Instance Core running in Americas", 1, "h")]},
         "skus: N2 Instance Core running in Americas: has two prices in us-central1"),
        ("p.json", {"skus": GOOGLE["skus"]}, "skus and machineTypes of Google Cloud"),
        ("p.json", {**GOOGLE, "machineTypes": [*GOOGLE["machineTypes"],
         machine_type("n2-standard-2", 2, 8192, zone="europe-west1-b")],
         "skus": [*GOOGLE["skus"], sku("N2 Instance Ram running in EMEA", 1, "GiBy.h",
                                       serviceRegions=["europe-west1"])]},
         "region: must be the same in the whole file"),
        ("p.csv", "type,price,currency\na,1,EUR\nb,1,USD\n",
         "line 3: currency: must be EUR, as in line 2"),
        ("p.csv", "type,price,currency\na,1,euro\n", "line 2: currency: must be a code"),
        ("p.csv", "type,price,currency\na,1,\n", "line 2: currency: must be a code"),
    ],
)  # fmt: skip
def test_a_bad_price_list_is_refused_in_one_message(
    tmp_path: Path, name: str, content: Any, words: str
) -> None:
    with pytest.raises(InputError) as caught:
        read_prices(write_file(tmp_path, name, content))
    assert words in str(caught.value)


def test_files_of_a_folder_must_not_contradict(tmp_path: Path) -> None:
    write_file(tmp_path, "a.csv", "type,price,currency\na,1,EUR\n")
    write_file(tmp_path, "b.csv", "type,price,currency\na,2,USD\n")
    with pytest.raises(InputError) as caught:
        read_prices(tmp_path)
    text = str(caught.value)
    assert "b.csv: currency: must be EUR, as in a.csv" in text
    assert "b.csv: price: contradicts a previous file (found 'a')" in text


HEAD = "type,price,cpu,memory,pods,zone,capacity_type\n"


def test_offers_of_one_type_in_several_capacity_types(tmp_path: Path) -> None:
    rows = (
        "m5.large,0.1,2,7Gi,29,a,on-demand\nm5.large,0.04,2,7Gi,29,a,Spot\nc5.large,1,2,4Gi,29,,\n"
    )
    offers = read_offers(write_file(tmp_path, "o.csv", HEAD + rows))
    assert [offer.name for offer in offers] == [
        "m5.large-on-demand-a",
        "m5.large-spot-a",
        "c5.large",
    ]


def test_two_offers_of_one_name_are_refused_by_their_lines(tmp_path: Path) -> None:
    rows = "m5.large,0.1,2,7Gi,29,a,spot\nm5.large,0.04,2,7Gi,29,a,spot\n"
    with pytest.raises(InputError) as caught:
        read_offers(write_file(tmp_path, "o.csv", HEAD + rows))
    assert "line 3: name: is already the name of line 2: set a name," in str(caught.value)


def test_the_currency_stands_in_plan_and_page(tmp_path: Path, optgap_command: Any) -> None:
    prices = write_file(tmp_path, "p.csv", "type,price,currency\nm5.large,0.1,EUR\n")
    offers = write_file(tmp_path, "o.csv", "type,price,cpu,memory,pods,currency\na,1,2,1Gi,9,USD\n")
    nodes = [
        {
            "kind": "Node",
            "metadata": {
                "name": f"n{k}",
                "labels": {"node.kubernetes.io/instance-type": "m5.large"},
            },
            "status": {"allocatable": {"cpu": "2", "memory": "1Gi", "pods": "10"}},
        }
        for k in range(2)
    ]
    pods = []
    for k in range(2):
        owner = [{"kind": "ReplicaSet", "name": "a"}]
        spec = {"nodeName": f"n{k}", "containers": [{"resources": {"requests": {"cpu": "1"}}}]}
        pods.append({"kind": "Pod", "metadata": {"name": f"a-{k}", "ownerReferences": owner},
                     "spec": spec})  # fmt: skip
    dump = write_file(tmp_path, "d.json", {"kind": "List", "items": [*nodes, *pods]})
    now, then = tmp_path / "now.json", tmp_path / "then.json"
    wrong = optgap_command("import", "kubernetes", dump, "--prices", prices, "--offers", offers)
    assert (wrong.code, "offer a: currency: must be EUR, as in --prices" in wrong.err) == (2, True)
    assert optgap_command("import", "kubernetes", dump, "--prices", prices, "-o", now).code == 0
    then.write_text(json.dumps({"machine": {"default/a-0": "n0", "default/a-1": "n0"}}))
    ended = optgap_command("plan", now, then, "--html", tmp_path / "page.html")
    assert "saved: 73 EUR a month (73 instead of 146)" in ended.out
    page = (tmp_path / "page.html").read_text()
    assert "price per hour, EUR" in page and "saved per month, EUR" in page


def test_prices_without_a_currency_have_none() -> None:
    assert PriceList({("a", "", ""): 1.0}).currency is None
