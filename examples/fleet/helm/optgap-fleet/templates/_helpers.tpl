{{- define "optgap-fleet.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" }}
{{- end }}

{{- /* A name of a cluster-wide object is that of no other release. */ -}}
{{- define "optgap-fleet.clusterName" -}}
{{- printf "%s-%s" .Release.Namespace .Release.Name | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "optgap-fleet.serviceAccount" -}}
{{- .Values.serviceAccount.name | default (.Values.serviceAccount.create | ternary (include "optgap-fleet.name" .) "default") }}
{{- end }}

{{- define "optgap-fleet.labels" -}}
app.kubernetes.io/name: optgap-fleet
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
