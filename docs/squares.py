
def plan(instance):
    """Put the longest jobs on the first machine, measured by their squares."""
    total = sum(time * time for time in instance.times)
    return {"machine": [0 if time * time > total / 2 else 1 for time in instance.times]}
