"""A placement heuristic in plain Python: each instance goes to its fastest machine with room.

optgap compare placement/fig6 --methods "exec:python3 greedy.py --plain,exact"
"""

import json

from plain import read

instance = read()
room = instance["capacity"]
machine = []
for row in instance["latency"]:
    usable = [j for j in range(len(room)) if room[j] > 0 and row[j] == row[j]]
    best = min(usable, key=row.__getitem__)
    room[best] -= 1
    machine.append(best)
print(json.dumps({"machine": machine}))
