import numpy as np


def slowest_first(instance):
    """Serve the largest mean latency first, by the fastest machine with room."""
    latency = instance.dense_latency()
    room = instance.beta.copy()
    machine = [0] * instance.instances
    for i in np.argsort(-np.nanmean(latency, axis=1), kind="stable").tolist():
        best = int(np.nanargmin(np.where(room > 0, latency[i], np.nan)))
        room[best] -= 1
        machine[i] = best
    return {"machine": machine}
