from .apps.found_programs import gepa, judge_in_form, openevolve, skydiscover

__all__ = ["gepa", "judge_in_form", "openevolve", "skydiscover"]
