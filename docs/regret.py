import numpy as np


def by_regret(instance):
    """Serve the largest difference between the two fastest machines with room first."""
    latency = np.nan_to_num(instance.dense_latency(), nan=np.inf)
    room = instance.beta.copy()
    machine = [0] * instance.instances
    left = set(range(instance.instances))
    while left:
        open_ = np.flatnonzero(room > 0)
        fastest = {i: np.sort(latency[i, open_])[:2] for i in left}
        i = max(left, key=lambda i: (fastest[i][-1] - fastest[i][0], -i))
        j = int(open_[np.argmin(latency[i, open_])])
        machine[i], room[j] = j, room[j] - 1
        left.remove(i)
    return {"machine": machine}
