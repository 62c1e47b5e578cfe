# usage: CONTEXT=NAME sh FILE [--undo]
# CONTEXT   the context of kubectl in which the script may change nodes and evict pods; none in a pod
# PARALLEL  steps of one wave under way at once (5)   TIMEOUT   seconds for every wait (400)
# POLL      seconds between two looks (2)             REQUEST_TIMEOUT  seconds for one call (30)
# PATIENCE  seconds for which a call that fails is repeated (62)
# DRY_RUN=1 change nothing; the server says which evictions it would refuse now
# CHECK     command that must succeed before each wave, such as a query of an error rate
# MAX_EVICTIONS  start no step that would evict more pods than this in all
# IGNORE_OWNERS=1, IGNORE_ROOM=1, IGNORE_READINESS=1  continue although the cluster is another,
#   although there is too little room, although pods are not ready
# CORRIDORS=0  set no corridors; only plans that hold with corridors have them: while a wave runs,
#   all nodes but its targets are cordoned
# LEASE_NAMESPACE  namespace of the Lease optgap-plan, which one run at a time holds (default)
# TIMEOUT exceeds the 300 seconds after which kube-scheduler tries a pod again that no event woke:
# 1.34 wakes a pod with two anti-affinity terms only if the deleted pod matches both of them.
# A node that cannot be emptied is opened again, and the other nodes are still emptied.
# Exit code 0: done; 1: done, but some nodes could not be emptied; 2: no pod was evicted in this run;
# 3: stopped after evictions, or a node may still be cordoned without need.  A script that stops
# opens the nodes again that are not empty.

PARALLEL=${PARALLEL:-5} TIMEOUT=${TIMEOUT:-400} POLL=${POLL:-2} REQUEST_TIMEOUT=${REQUEST_TIMEOUT:-30}
IGNORE_OWNERS=${IGNORE_OWNERS:-0} IGNORE_ROOM=${IGNORE_ROOM:-0} IGNORE_READINESS=${IGNORE_READINESS:-0}
CONTEXT=${CONTEXT:-} PATIENCE=${PATIENCE:-62} CHECK=${CHECK:-} MAX_EVICTIONS=${MAX_EVICTIONS:-999999999}
DRY_RUN=${DRY_RUN:-0} CORRIDORS=${CORRIDORS:-1} LEASE_NAMESPACE=${LEASE_NAMESPACE:-default}
mark=optgap/cordoned lease=optgap-plan lease_seconds=60
evicted=0 held=no body='' answer='' work='' seen='' refusal='' given_up='' foreign='' selectors=''

now() { date +%s; }
say() { printf '%s\n' "$*"; }
stamp() { printf '%s %s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$*"; }
tell() { stamp "$*" >&2; }
plan() { printf '%s\n' "$plan"; }
in_line() { say "$*" | paste -s -d ' ' -; }

# End with a code, and give the Lease back.
quit() {
    trap '' INT TERM HUP
    if [ "$held" = yes ]; then
        held=no
        ask delete lease "$lease" -n "$LEASE_NAMESPACE" --ignore-not-found --wait=false || tell "the Lease $lease is left: $answer"
    fi
    exit "$1"
}

stop() { tell "stop: $*"; quit 2; }

# Call kubectl in the named context.
kube() {
    case $CONTEXT in
    '' | none) kubectl "$@" ;;
    *) kubectl --context="$CONTEXT" "$@" ;;
    esac
}

# Call kubectl with "body" as its input.  A call that failed for a moment is repeated, with pauses
# that double.  All output is in "answer".
ask() {
    for pause in $pauses last; do
        if answer=$(printf '%s' "$body" | kube --request-timeout="${REQUEST_TIMEOUT}s" "$@" 2>&1); then return 0; fi
        case $answer in
        *"(Forbidden)"* | *"(Unauthorized)"* | *"(NotFound)"* | *"(Conflict)"* | *"(AlreadyExists)"* | *"(Invalid)"*) return 1 ;;
        *"isruption budget"* | *PodDisruptionBudget*) return 1 ;;
        *"nable to connect"* | *refused* | *imeout* | *"timed out"* | *EOF* | *etcdserver* | *"leader changed"*) ;;
        *"connection reset"* | *"deadline exceeded"* | *"try again"* | *"unable to handle"* | *http2:*) ;;
        *"(ServiceUnavailable)"* | *"(InternalError)"* | *"(TooManyRequests)"*) ;;
        *) return 1 ;;
        esac
        if [ "$pause" = last ]; then return 1; fi
        tell "kubectl $1 failed, again after $pause s: $(say "$answer" | tail -n 1)"
        sleep "$pause"
    done
}

# Pods as lines: TAG NAMESPACE NAME UID NODE KIND OWNER PHASE DELETED READY, then for each resource
# the requests of containers, init containers, sidecars, overhead and pod.  The tag is "pod"; "ended"
# for pods that take no room any more; "bound" for pods that end with their node.  A ReplicaSet of a
# Deployment, which the hash at its end shows, counts as the Deployment: a rollout changes the hash.
pods() { # OPTIONS of kubectl get pods
    ask get pods "$@" --no-headers -o "custom-columns=$pod_columns" || { say "$answer"; return 1; }
    say "$answer" | awk '$1 == "v1" && NF >= 10 {
        $1 = ($8 == "Succeeded" || $8 == "Failed" ? "ended" : "pod")
        if ($6 == "DaemonSet" || $6 == "Node") $1 = ($1 == "pod" ? "bound" : "gone")
        at = length($7) - length($NF)
        if ($6 == "ReplicaSet" && at > 1 && substr($7, at) == "-" $NF) {
            $6 = "Deployment"; $7 = substr($7, 1, at - 1)
        }
        print
    }'
}

# Nodes as lines: now NAME CORDONED PROVIDER-ID KARPENTER-POOL MARKED READY PODS, then the
# allocatable amount of each resource, then each label that offers name.
nodes() {
    ask get nodes --no-headers -o "custom-columns=$node_columns" || { say "$answer"; return 1; }
    say "$answer" | awk '$1 == "v1" { $1 = "now"; print }'
}

columns() {
    node_columns='T:.apiVersion,N:.metadata.name,C:.spec.unschedulable,P:.spec.providerID,K:.metadata.labels.karpenter\.sh/nodepool,M:.metadata.annotations.optgap/cordoned,R:.status.conditions[?(@.type=="Ready")].status,Q:.status.allocatable.pods'
    pod_columns='T:.apiVersion,S:.metadata.namespace,N:.metadata.name,U:.metadata.uid,J:.spec.nodeName,K:.metadata.ownerReferences[?(@.controller==true)].kind,O:.metadata.ownerReferences[?(@.controller==true)].name,F:.status.phase,D:.metadata.deletionTimestamp,R:.status.conditions[?(@.type=="Ready")].status'
    node_columns=$node_columns$(plan | awk '
        { gsub(/\./, "\\.", $2) }
        $1 == "resource" { amounts = amounts ",A:.status.allocatable." $2 }
        $1 == "label" { labels = labels ",L:.metadata.labels." $2 }
        END { print amounts labels }')
    pod_columns=$pod_columns$(plan | awk '$1 == "resource" {
        gsub(/\./, "\\.", $2)
        of = ".resources.requests." $2
        printf ",A:.spec.containers[*]%s,B:.spec.initContainers[*]%s", of, of
        printf ",C:.spec.initContainers[?(@.restartPolicy==\"Always\")]%s,D:.spec.overhead.%s,E:.spec%s", of, $2, of
    } END { print ",H:.metadata.labels.pod-template-hash" }')
}

# The selector of an owner's pods, in "found"; - if it is not known.  Each owner is asked for once.
selector() { # NAMESPACE/KIND/NAME
    found=$(say "$selectors" | awk -v "who=$1" '$1 == who { print $2 }')
    if [ -n "$found" ]; then return; fi
    kind=${1#*/} found=-
    case $kind in
    Deployment/* | StatefulSet/* | ReplicaSet/*)
        if ask get "$(say "${kind%%/*}" | tr '[:upper:]' '[:lower:]')" "${kind#*/}" -n "${1%%/*}" -o 'jsonpath={.spec.selector.matchLabels}'; then
            case $answer in '{"'*) found=$(say "$answer" | tr -d '{}" ' | tr ':' '=') ;; esac
        fi
        ;;
    esac
    selectors="$selectors
$1 $found"
}

# See all nodes and pods, or the pods of some namespaces or owners only; each line has its tag.  The
# pods of an owner whose selector is not known are those of its namespace.
look() { # [NAMESPACE | NAMESPACE/KIND/NAME ...]
    if [ $# = 0 ]; then
        seen_nodes=$(nodes) || { answer=$seen_nodes; return 1; }
        seen_pods=$(pods -A) || { answer=$seen_pods; return 1; }
        seen="$seen_nodes
$seen_pods"
        return 0
    fi
    seen=''
    for space; do
        found=- tag="looked $space"
        case $space in */*/*) selector "$space" ;; esac
        case $found in
        -)
            space=${space%%/*}
            case $seen in *"looked $space
"*) continue ;; esac
            seen_pods=$(pods -n "$space") || { answer=$seen_pods; return 1; }
            tag="looked $space"
            ;;
        *) seen_pods=$(pods -n "${space%%/*}" -l "$found") || { answer=$seen_pods; return 1; } ;;
        esac
        seen="$seen
$tag
$seen_pods"
    done
}

# Run awk over the plan and what was seen last.
seen() { { plan; say "$seen"; } | awk "$@"; }

change() {
    if [ "$DRY_RUN" = 1 ]; then say "would run: kubectl $*"; else ask "$@"; fi
}

# Call a command with all names of a list, in one call; with none, not at all.
with_all() {
    list=$1
    shift
    while read -r name; do
        if [ -n "$name" ]; then set -- "$@" "$name"; fi
    done <<EOL
$list
EOL
    case $list in ?*) change "$@" ;; esac
}

# Open the nodes again that this plan closed: of the list those with the mark.
uncordon() {
    with_all "$1" uncordon -- || return 1
    if [ -n "$1" ]; then with_all "$1
$mark-" annotate node --; fi
}

closed='
    $1 == "cordon" { mine[$2] = 1 }
    $1 == "now" && $6 != "<none>" && mine[$2] { closed[$2] = 1 }
    $1 == "now" && $6 == "corridor" { closed[$2] = 1; full[$2] = 1 }
    $1 == "pod" { full[$5] = 1 }'

undo() {
    take_lease
    look || stop "kubectl failed: $answer"
    open=$(seen "$closed"' END { for (node in closed) print node }')
    uncordon "$open" || stop "kubectl failed: $answer"
    in_line "open again:" "${open:-no node, none was closed by the plan}"
}

# Say what is done, open the nodes again that are not empty, and end.
abort() {
    trap '' INT TERM HUP
    tell "stop: $*"
    body=''
    if look &&
        open=$(seen "$closed"' END { for (node in closed) if (node in full) print node }') &&
        free=$(seen "$closed"' END { for (node in closed) if (!(node in full)) print node }') &&
        uncordon "$open" >/dev/null; then
        if [ "$evicted$open$free" = 0 ]; then quit 2; fi
        tell "$(in_line "not empty, open again:" "${open:-none}")"
        tell "$(in_line "empty, still cordoned:" "${free:-none}")"
    else
        tell "kubectl failed: nodes may still be cordoned; later run this file with --undo ($answer)"
        evicted="$evicted or more"
    fi
    tell "done: $evicted pods evicted in this run; started again it goes on"
    list_given_up
    if [ "$evicted" = 0 ]; then quit 2; fi
    quit 3
}
trap 'abort "interrupted"' INT TERM HUP

# Hold the Lease, so that two runs exclude each other.  A holder that does not renew it is gone.
take_lease() {
    if [ "$DRY_RUN" = 1 ]; then return; fi
    holder=$(uname -n)-$$-$(now)
    body='{"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"'$lease'","namespace":"'$LEASE_NAMESPACE'"},"spec":{"holderIdentity":"'$holder'","leaseDurationSeconds":'$lease_seconds',"renewTime":"'$(micro)'"}}'
    before='' until=0
    while ! ask create --validate=false -f -; do
        case $answer in *"(AlreadyExists)"*) ;; *) stop "cannot create the Lease $lease: $answer" ;; esac
        create=$body body=''
        if ask get lease "$lease" -n "$LEASE_NAMESPACE" --no-headers -o 'custom-columns=H:.spec.holderIdentity,T:.spec.renewTime'; then
            case $answer in
            "$holder "*) break ;;
            "$before") ;;
            *)
                if [ -n "$before" ]; then stop "another run is under way, and holds the Lease $lease: $answer"; fi
                tell "the Lease $lease is held by $answer; is that run alive? it has $lease_seconds s"
                before=$answer until=$(($(now) + lease_seconds))
                ;;
            esac
            if [ "$(now)" -ge "$until" ] && patch_lease "${before%% *}"; then break; fi
        else
            case $answer in *"(NotFound)"*) ;; *) stop "cannot read the Lease $lease: $answer" ;; esac
        fi
        body=$create
        sleep "$POLL"
    done
    body='' held=yes renewed=$(now)
}

micro() { date -u +%Y-%m-%dT%H:%M:%S.000000Z; }

# Renew the Lease, or take it over, if its holder is still the one named.
patch_lease() { # HOLDER
    body=''
    ask patch lease "$lease" -n "$LEASE_NAMESPACE" --type=json -p '[{"op":"test","path":"/spec/holderIdentity","value":"'"$1"'"},{"op":"replace","path":"/spec/holderIdentity","value":"'"$holder"'"},{"op":"replace","path":"/spec/renewTime","value":"'"$(micro)"'"}]'
}

renew() {
    if [ "$held" = no ] || [ $(($(now) - renewed)) -lt $((lease_seconds / 4)) ]; then return; fi
    if ! patch_lease "$holder"; then
        case $answer in
        *"(NotFound)"* | *nvalid*)
            held=no
            tell "stop: another run has the Lease $lease now, and may need the nodes closed ($answer)"
            exit 3
            ;;
        *) abort "cannot renew the Lease $lease: $answer" ;;
        esac
    fi
    renewed=$(now)
}

rest() {
    sleep "$POLL"
    renew
}

# Look at the namespaces of the plan until awk prints nothing; its last words are in "why".
await() { # AWK
    until=$(($(now) + TIMEOUT))
    while :; do
        # shellcheck disable=SC2046 # names of namespaces have no blanks
        if look $(plan | awk '$1 == "step" && !($5 in known) { known[$5] = 1; print $5 }'); then
            why=$(seen "$1")
        else
            why="kubectl failed: $answer"
        fi
        if [ -z "$why" ] || [ "$DRY_RUN" = 1 ]; then return 0; fi
        if [ "$(now)" -ge "$until" ]; then return 1; fi
        rest
    done
}

# Name context and server; stop if another context was named, or none before a change.
check_context() {
    context=${CONTEXT:-$(kubectl config current-context 2>/dev/null)} || context=none
    say "context: $context, server: $(kubectl config view --minify --context="$context" -o 'jsonpath={.clusters[0].cluster.server}' 2>/dev/null || say "as in a pod of the cluster")"
    if [ -z "$CONTEXT" ] && [ "$DRY_RUN" != 1 ]; then
        stop "is this the right cluster? name its context: CONTEXT=$context sh FILE"
    fi
}

# Name all permissions that are missing.
permissions() {
    denied=''
    for verb in get list patch; do may "$verb" nodes; done
    may list pods -A
    for space in $(plan | awk '$1 == "step" && !($5 in known) { known[$5] = 1; print $5 }'); do
        may create pods --subresource=eviction -n "$space"
    done
    for verb in create get patch delete; do may "$verb" leases.coordination.k8s.io -n "$LEASE_NAMESPACE"; done
    if [ -n "$denied" ]; then
        say "not allowed:$denied"
        if [ "$DRY_RUN" != 1 ]; then stop "permissions are missing (kubectl auth can-i)"; fi
    fi
}

may() {
    if ask auth can-i "$@"; then return; fi
    case $(say "$answer" | tail -n 1) in
    no | "no "*) denied="$denied
  kubectl auth can-i $*" ;;
    *) stop "kubectl failed: $answer" ;;
    esac
}

autoscalers() {
    say "Pause every component that adds, removes or drains nodes on its own, or it undoes the plan:"
    ask get deployments -A --no-headers -o 'custom-columns=T:.apiVersion,S:.metadata.namespace,N:.metadata.name' ||
        say "  (Deployments cannot be listed)"
    say "$answer" | awk '$1 ~ /^apps/ && $3 ~ /karpenter|cluster-autoscaler|descheduler/ {
            print "  kubectl -n " $2 " scale deployment " $3 " --replicas=0"; any = 1
            if ($3 ~ /karpenter/) print "  or, so that Karpenter still makes nodes for pods that wait: spec.disruption.budgets [{nodes: \"0\"}] in each NodePool"
        } END { if (!any) print "  no Deployment of such a name; a cloud may run one out of sight" }'
    seen '$1 == "now" && $5 != "<none>" { pools[$5] = 1 }
        END { for (pool in pools) print "  Karpenter makes nodes of the pool " pool }'
}

# Nodes of offers: Ready nodes that the dump does not know, with all labels of the offer.  How a node
# is paid for stands in one of several labels.
create='
    function paid(    k, key, text) {
        for (k = 1; k <= labels; k++) {
            key = label[k]; text = tolower($(8 + resources + k)); gsub(/_/, "-", text)
            if (key ~ /gke-(spot|preemptible)$/ && text == "true") return "spot"
        }
        for (k = 1; k <= labels; k++) {
            key = label[k]; text = tolower($(8 + resources + k)); gsub(/_/, "-", text)
            if (key ~ /capacity-type$|capacityType$|lifecycle$|scalesetpriority$/ && text != "<none>")
                return text == "normal" || text == "regular" ? "on-demand" : text
        }
        return "on-demand"
    }
    function is_of(offer,    k, wanted) {
        for (k = 1; k <= labels; k++) {
            wanted = value[offer, k]
            if (wanted != "-" && wanted != (label[k] == "karpenter.sh/capacity-type" ? paid() : $(8 + resources + k)))
                return 0
        }
        return 1
    }
    $1 == "node" { known[$2] = 1 }
    $1 == "resource" { resources++ }
    $1 == "label" { label[++labels] = $2 }
    $1 == "new" {
        name[++offers] = $2; count[offers] = $3
        for (k = 1; k <= labels; k++) {
            value[offers, k] = $(3 + k)
            if ($(3 + k) != "-") named[offers] = named[offers] (named[offers] ? ", " : "") label[k] "=" $(3 + k)
        }
    }
    $1 == "now" && !($2 in known) {
        for (o = 1; o <= offers; o++)
            if (count[o] > 0 && is_of(o)) {
                if ($7 == "True") count[o]--
                known[$2] = 1
                break
            }
    }'

# Nodes that joined since: they take room from nobody, so that they stop nothing.
joined() {
    seen "$create"' $1 == "now" && !($2 in known) { print "node " $2 " is new: pods may come to it, too" }'
}

# Whatever makes this another cluster than the dump.  Jobs come and go.
compare() {
    seen '
    $1 == "now" { there[$2] = 1 }
    $1 == "node" { nodes[$2] = 1 }
    $1 == "cordon" { goes[$2] = 1 }
    $1 == "owner" { owner[$2 " " $3 " " $4] = $5 }
    $1 == "step" { leaves[$4 " " $5 " " $6 " " $7] += $8 }
    $1 == "pod" && $9 == "<none>" && $5 != "<none>" {
        who = $2 " " $6 " " $7
        if ($6 != "<none>") {
            runs[who] = 1
            if (!(who in owner) && ($6 != "Job" || $5 in goes)) newly[who] = 1
        }
        if ($5 in goes && ++on[$5 " " who] == leaves[$5 " " who] + 1)
            print "node " $5 " has more pods of " who " than the plan moves"
    }
    END {
        for (one in nodes) if (!(one in there)) print "node " one " is gone"
        for (who in newly) print "owner " who " is new"
        for (who in owner)
            if (owner[who] > 0 && !(who in runs) && who !~ / Job /) print "owner " who " is gone"
    }'
}

# Owners of steps of which pods that ran in the dump are there and not ready.
unready='
    $1 == "owner" { ran[$2 " " $3 " " $4] = $5 }
    $1 == "step" { moves[$5 " " $6 " " $7] = 1 }
    $1 == "pod" && $9 == "<none>" { who = $2 " " $6 " " $7; live[who]++; ready[who] += ($10 == "True") }
    END {
        for (who in moves) {
            wanted = live[who] < ran[who] ? live[who] : ran[who]
            if (ready[who] < wanted) print who " has " ready[who] + 0 " of " wanted " pods ready"
        }
    }'

# Pods that are still to move, counted by requests: those that fit on no node any more.  Each takes its
# target, or any open node with room.  Taints, affinity and volumes are left to the scheduler.
fit='
    function amount(text, largest,    k, n, part, unit, one, sum) {
        if (text == "<none>") return 0
        n = split(text, part, ",")
        for (k = 1; k <= n; k++) {
            unit = part[k]; sub(/^[0-9.]+([eE][-+]?[0-9]+)?/, "", unit)
            one = part[k] * (unit in factor ? factor[unit] : 1)
            sum = largest ? (one > sum ? one : sum) : sum + one
        }
        return sum
    }
    function request(r,    at, sum, most) {
        if (r > resources) return 1
        at = 10 + 5 * (r - 1)
        sum = amount($(at + 1)) + amount($(at + 3)); most = amount($(at + 2), 1)
        if (most > sum) sum = most
        if ($(at + 5) != "<none>") sum = amount($(at + 5))
        return sum + amount($(at + 4))
    }
    function takes(node, who,    r) {
        if (!(node in open)) return 0
        for (r = 1; r <= resources + 1; r++)
            if (need[who, r] > 0 && need[who, r] > room[node, r] + 0.000001) return 0
        return 1
    }
    function name(who) { gsub(/ /, "/", who); return who }
    function add(node, who, sign,    r) {
        for (r = 1; r <= resources + 1; r++) room[node, r] += sign * need[who, r]
    }
    function put(s, target,    n, node, who) {
        who = owner[s]
        node = target
        if (!takes(node, who)) {
            node = ""
            for (n = 1; n <= listed && node == ""; n++) if (takes(list[n], who)) node = list[n]
        }
        if (node == "") lost[name(who) " on " from[s]]++
        else add(node, who, -1)
    }
    BEGIN {
        factor["n"] = 1e-9; factor["u"] = 1e-6; factor["m"] = 1e-3
        units = split("k M G T P E", big, " "); one = two = 1  # no powers: busybox may lack them
        for (k = 1; k <= units; k++) { factor[big[k]] = one *= 1000; factor[big[k] "i"] = two *= 1024 }
        factor["Ki"] = 1024
    }
    $1 == "resource" { resources++ }
    $1 == "cordon" { mine[$2] = 1 }
    $1 == "step" { s = $2; steps = s; wave[s] = $3; from[s] = $4; owner[s] = $5 " " $6 " " $7; most[s] = $8; left[s] = $9 }
    $1 == "to" { target[$2, ++targets[$2]] = $3; pods[$2, targets[$2]] = $4 }
    $1 == "now" {
        if ($3 != "true" && $7 == "True" && !($2 in mine)) { open[$2] = 1; list[++listed] = $2 }
        for (r = 1; r <= resources; r++) room[$2, r] = amount($(8 + r))
        room[$2, resources + 1] = amount($8)
    }
    $1 == "pod" || $1 == "bound" {
        who = $2 " " $6 " " $7
        if ($9 == "<none>") there[$5, who]++
        for (r = 1; r <= resources + 1; r++) {
            asks = request(r); room[$5, r] -= asks
            if (asks > need[who, r]) need[who, r] = asks
        }
    }
    END {
        for (s = 1; s <= steps; s = next_wave) {
            for (next_wave = s; next_wave <= steps && wave[next_wave] == wave[s]; next_wave++) {
                go[next_wave] = there[from[next_wave], owner[next_wave]] - left[next_wave]
                if (go[next_wave] > most[next_wave]) go[next_wave] = most[next_wave]
                rest = go[next_wave]
                for (k = 1; k <= targets[next_wave]; k++)
                    for (p = pods[next_wave, k]; p > 0 && rest > 0; p--) { put(next_wave, target[next_wave, k]); rest-- }
            }
            for (k = s; k < next_wave; k++)
                for (p = go[k]; p > 0; p--) { add(from[k], owner[k], 1); there[from[k], owner[k]]-- }
        }
        for (words in lost)
            print lost[words] (lost[words] == 1 ? " pod of " : " pods of ") words ": no open node has room"
    }'

check_fit() {
    missing=$(seen "$fit")
    if [ -z "$missing" ]; then return; fi
    say "$missing"
    if [ "$IGNORE_ROOM" != 1 ]; then abort "there is too little room; IGNORE_ROOM=1 continues all the same"; fi
}

# Before a further wave: give up nodes whose pods have no room any more, until all others have.
give_up_full() {
    look || abort "kubectl failed: $answer"
    while [ "$IGNORE_ROOM" != 1 ]; do
        missing=$(seen "$fit")
        if [ -z "$missing" ]; then break; fi
        give_up "$(say "$missing" | awk '{ sub(/:.*/, ""); print $NF }')" "$missing"
    done
}

# Open nodes again, and take their steps out of the plan.
give_up() { # NODES REASON
    nodes=$(say "$1" | awk '!($1 in known) { known[$1] = 1; print $1 }')
    tell "$(in_line "given up:" "$nodes"): $2"
    given_up="$given_up$(in_line "$nodes"): $2
"
    plan=$({ say "$nodes" | awk '{ print "give-up " $1 }'; plan; } | awk '
        $1 == "give-up" { gone[$2] = 1; next }
        $1 == "cordon" && $2 in gone { next }
        $1 == "step" && $4 in gone { dropped[$2] = 1; next }
        $1 == "to" && $2 in dropped { next }
        { print }')
    work=$({ plan; say "$work"; } | awk '
        $1 == "step" { there[$2] = 1 }
        $1 ~ /^(queued|started|going|until)$/ && $2 in there')
    uncordon "$({ say "$foreign" | awk 'NF { print "foreign " $1 }'; say "$nodes"; } | awk '
        $1 == "foreign" { others[$2] = 1; next }
        !($1 in others)')" >/dev/null || abort "cannot open nodes again: $answer"
}

list_given_up() {
    if [ -n "$given_up" ]; then tell "nodes that could not be emptied (open, unless others had cordoned them):
$given_up"; fi
}

# While a wave runs, close all open nodes but its targets, so that evicted pods go only there.
close_corridor() { # WAVE
    if [ "$CORRIDORS" != 1 ] || [ "$DRY_RUN" = 1 ] || ! plan | grep -q '^corridors$'; then return 0; fi
    look || abort "kubectl failed: $answer"
    aside=$(seen -v "wave=$1" '$1 == "cordon" { mine[$2] = 1 }
        $1 == "step" { now_runs = ($3 == wave) }
        $1 == "to" && now_runs { target[$3] = 1 }
        $1 == "now" && $3 != "true" && !($2 in mine) && !($2 in target) { print $2 }')
    if [ -z "$aside" ]; then return 0; fi
    stamp "$(in_line "corridor of wave $1, closed until it ends:" "$aside")"
    with_all "$aside
$mark=corridor" annotate node --overwrite -- >/dev/null || abort "cannot mark nodes: $answer"
    with_all "$aside" cordon -- >/dev/null || abort "cannot cordon nodes: $answer"
}

# Open the nodes again that a corridor closed, also one of a run that was killed.
open_corridor() {
    look || abort "kubectl failed: $answer"
    uncordon "$(seen '$1 == "now" && $6 == "corridor" { print $2 }')" >/dev/null ||
        abort "cannot open nodes again: $answer"
}

cordon() {
    look || abort "kubectl failed: $answer"
    new=$(seen '$1 == "cordon" { mine[$2] = 1 }
        $1 == "now" && $2 in mine && $3 != "true" { print $2 }')
    old=$(seen '$1 == "cordon" { mine[$2] = 1 }
        $1 == "now" && $2 in mine && $3 == "true" && $6 == "<none>" { print $2 }')
    foreign=$old
    if [ -n "$old" ]; then in_line "cordoned by others, and left so:" "$old"; fi
    if [ -z "$new" ]; then return 0; fi
    stamp "$(in_line "cordon:" "$new")"
    with_all "$new
$mark=yes" annotate node --overwrite -- || abort "cannot mark nodes: $answer"
    with_all "$new" cordon -- || abort "cannot cordon nodes: $answer"
}

# Evict a pod; fail if a budget refuses for now.
evict() { # NAMESPACE POD UID [OPTIONS]
    body='{"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"'$2'","namespace":"'$1'"},"deleteOptions":{'${4:-}'"preconditions":{"uid":"'$3'"}}}'
    if ask create --raw "/api/v1/namespaces/$1/pods/$2/eviction" -f -; then
        evicted=$((evicted + 1)) body=''
        return 0
    fi
    body=''
    case $answer in
    *"(NotFound)"* | *"(Conflict)"*) return 0 ;; # gone, or another pod has its name
    *"(TooManyRequests)"* | *"isruption budget"* | *PodDisruptionBudget*) # a budget allows none now
        refusal=$answer
        return 1
        ;;
    *) if [ "$DRY_RUN" = 1 ]; then refusal=$answer; return 1; else abort "cannot evict $1/$2: $answer"; fi ;;
    esac
}

# One round of a wave.  Lines of work: queued STEP..., started STEP BEFORE, going STEP SPACE POD UID,
# until STEP SECONDS.  A step ends when its owner has as many ready pods as before the first step under
# way; of a Job those count as well that have finished.  Of the pods on the node all leave but those
# that stay, at most as planned.  Other lines: over, late NODE OWNER REASON, full, and say.
round='
    function name(who) { gsub(/ /, "/", who); return who }
    function who_path(s) { return name(owner[s]) }
    $1 == "step" { line[$2] = $0; node[$2] = $4; space[$2] = $5; kind[$2] = $6; owner[$2] = $5 " " $6 " " $7; most[$2] = $8; left[$2] = $9 }
    $1 == "looked" { looked[$2] = 1 }
    ($1 == "pod" || $1 == "ended") && $9 == "<none>" && !known[$4]++ {
        who = $2 " " $6 " " $7; any[who] = 1
        if (($1 == "pod" && $10 == "True") || ($1 == "ended" && $6 == "Job")) ready[who]++
        if ($1 == "pod") on[$5, who, ++there[$5, who]] = $2 " " $3 " " $4
    }
    $1 == "going" { busy[$2]++; going[++pods] = $0; evicted++ }
    $1 == "until" { until[$2] = $3 }
    $1 == "started" { started[++running_before] = $2; before[$2] = $3 }
    $1 == "queued" { queue[++queued] = $2 }
    END {
        for (k = 1; k <= running_before; k++) {
            s = started[k]; who = owner[s]
            if (!busy[s] && (ready[who] >= before[s] || (!any[who] && kind[s] == "Job"))) {
                print "over " s
                continue
            }
            running++; base[who] = before[s]
            print "started " s " " before[s] "\nuntil " s " " until[s]
            if (clock >= until[s])
                print "late " node[s] " " who " " (busy[s] ? "a budget does not let pods of " name(who) " go" : "pods of " name(who) " are not back: " ready[who] + 0 " of " before[s] " are ready")
        }
        for (k = 1; k <= pods; k++) print going[k]
        for (k = 1; k <= queued; k++) {
            s = queue[k]; who = owner[s]
            if (running >= parallel || !(space[s] in looked || who_path(s) in looked)) {
                print "queued " s
                continue
            }
            leave = there[node[s], who] - left[s]
            if (leave > most[s]) leave = most[s]
            if (leave <= 0) continue
            if (evicted + leave > most_evictions) {
                print "queued " s "\nfull"
                continue
            }
            running++; evicted += leave
            if (!(who in base)) base[who] = ready[who] + 0
            print "say step " s " of " total ": " leave (leave == 1 ? " pod" : " pods") " of " name(who) " from " node[s]
            print "started " s " " base[who] "\nuntil " s " " clock + timeout
            for (p = 1; p <= leave; p++) print "going " s " " on[node[s], who, p]
        }
    }'

# Run the steps of a wave, so many at once.
wave() { # NUMBER
    work=$(plan | awk -v "wave=$1" '$1 == "step" && $3 == wave { print "queued " $2 }')
    while [ -n "$work" ]; do
        spaces=$({ plan; say "$work"; } | awk -v "parallel=$PARALLEL" '
            $1 == "step" { path[$2] = $5 "/" $6 "/" $7 }
            $1 == "started" || ($1 == "queued" && ++n <= parallel) { wanted[path[$2]] = 1 }
            END { for (one in wanted) print one }')
        # shellcheck disable=SC2086 # names of namespaces and owners have no blanks
        look $spaces || abort "kubectl failed: $answer"
        work=$({ plan; say "$seen"; say "$work"; } |
            awk -v "clock=$(now)" -v "timeout=$TIMEOUT" -v "parallel=$PARALLEL" -v "total=$total" \
                -v "evicted=$evicted" -v "most_evictions=$MAX_EVICTIONS" "$round")
        report
        give_up_late
        case $work in
        *started*) ;;
        *full*) abort "the next step would evict more than MAX_EVICTIONS=$MAX_EVICTIONS pods" ;;
        esac
        work=$(say "$work" | awk '/^(queued|started|going|until) /')
        evict_all
        case $work in
        *started*) rest ;;
        *queued*) ;;
        *) work='' ;;
        esac
    done
}

# Give up the nodes of steps that took too long, and all further nodes with pods of their owners.
give_up_late() {
    late=$(say "$work" | awk 'sub(/^late /, "")' | head -n 1)
    if [ -z "$late" ]; then return 0; fi
    full=$(say "$work" | awk '$1 == "full"')
    give_up "$({ say "late $late"; plan; } | awk '
        $1 == "late" { who = $3 " " $4 " " $5; print $2 }
        $1 == "step" && $5 " " $6 " " $7 == who { print $4 }')" \
        "$(say "$late" | awk '{ $1 = $2 = $3 = $4 = ""; sub(/^ +/, ""); print }')${refusal:+ ($refusal)}"
    work="$work
$full" refusal=''
}

report() {
    while read -r tag words <&3; do
        case $tag in
        say) stamp "$words" ;;
        over) stamp "step $words is done" ;;
        esac
    done 3<<EOL
$work
EOL
}

# Evict all pods that go; what a budget refuses stays in the list.
evict_all() {
    waiting=''
    while read -r tag step space pod uid <&3; do
        if [ "$tag" != going ]; then
            waiting="$waiting$tag $step $space
"
        elif [ "$DRY_RUN" = 1 ]; then
            if evict "$space" "$pod" "$uid" '"dryRun":["All"],'; then
                say "would evict: $space/$pod"
            else
                say "would evict: $space/$pod, but the server refuses it now: $refusal"
            fi
        elif evict "$space" "$pod" "$uid"; then
            waiting="${waiting}until $step $(($(now) + TIMEOUT))
"
        else
            waiting="${waiting}going $step $space $pod $uid
"
        fi
        renew
    done 3<<EOL
$work
EOL
    work=$waiting
    if [ "$DRY_RUN" = 1 ]; then work=$(say "$work" | awk '$1 == "queued"'); fi
}

waves() {
    last=$(plan | awk '$1 == "step" { last = $3 } END { print last + 0 }')
    number=1
    if [ "$DRY_RUN" = 1 ]; then PARALLEL=1000000; fi
    while [ "$number" -le "$last" ]; do
        if [ -n "$CHECK" ] && [ "$DRY_RUN" != 1 ] && ! sh -c "$CHECK"; then abort "CHECK failed: $CHECK"; fi
        if [ "$number" -gt 1 ]; then give_up_full; fi
        stamp "wave $number of $last"
        close_corridor "$number"
        wave "$number"
        if plan | grep -q '^corridors$'; then open_corridor; fi
        number=$((number + 1))
    done
}

# Wait until the nodes are empty; after the first look only at those that are not.
finish() {
    until=$(($(now) + TIMEOUT))
    look || abort "kubectl failed: $answer"
    while :; do
        why=$(seen '$1 == "cordon" { mine[$2] = 1 }
            $1 == "pod" && $5 in mine { print "pod " $2 "/" $3 " is on " $5 }')
        if [ -z "$why" ]; then break; fi
        if [ "$(now)" -ge "$until" ]; then
            give_up "$(say "$why" | awk '{ print $NF }')" "$(in_line "$why")"
            break
        fi
        rest
        seen=$(for node in $(say "$why" | awk '!($5 in known) { known[$5] = 1; print $5 }'); do
            pods -A --field-selector "spec.nodeName=$node" || say "pod - unknown - $node"
        done)
    done
    stamp "$evicted pods evicted; free and cordoned:"
    look || say "  kubectl failed: $answer"
    seen '$1 == "cordon" { mine[$2] = 1 }
        $1 == "now" && $2 in mine {
            print "  " $2 ($5 == "<none>" ? "" : ", by Karpenter (pool " $5 ")") ", providerID " $4
        }'
    say "kubectl delete node NAME ends the machine only where Karpenter made it and runs again."
    say "In an autoscaled group it removes the name alone: delete the instance by its providerID"
    say "through the cloud, or it bills on. Start again what was paused after that."
}

# Refuse numbers that are none; the pauses between tries of one call double.
read_numbers() {
    pauses=$(say "$TIMEOUT $REQUEST_TIMEOUT $PARALLEL $PATIENCE $MAX_EVICTIONS" | awk -v "p=$POLL" '{
        for (k = 1; k <= 5; k++) if ($k !~ /^[1-9][0-9]*$/) exit
        if (NF != 5 || p !~ /^[0-9]*[.]?[0-9]+$/ || p + 0 <= 0) exit
        for (waited = 0; waited < $4; waited += pause) {
            pause = waited ? 2 * pause : p
            if (pause > 60) pause = 60
            printf "%s ", pause
        } }')
    if [ -z "$pauses" ]; then
        tell "stop: TIMEOUT, REQUEST_TIMEOUT, PARALLEL, PATIENCE and MAX_EVICTIONS must be integers above 0, POLL a number above 0"
        exit 2
    fi
}

main() {
    read_numbers
    columns
    case $#${1:-} in
    0) ;;
    1--undo)
        check_context
        undo
        quit 0
        ;;
    *) stop "usage: CONTEXT=NAME sh FILE [--undo]" ;;
    esac
    plan | awk 'sub(/^note /, "")'
    total=$(plan | awk '$1 == "step" { steps++ } END { print steps + 0 }')
    check_context
    permissions
    look || stop "kubectl failed: $answer"
    autoscalers
    missing=$(seen "$create"' END { for (o = 1; o <= offers; o++) if (count[o] > 0)
        print "create " count[o] " with " named[o] " (offer " name[o] "), wait for Ready" }')
    if [ -n "$missing" ]; then
        say "$missing"
        if [ "$DRY_RUN" != 1 ]; then stop "create these nodes first, then start again"; fi
    fi
    seen '$1 == "now" && $7 != "True" { print "node " $2 " is not Ready" }'
    joined
    take_lease
    if [ -n "$(seen '$1 == "now" && $6 == "corridor"')" ]; then
        open_corridor
        look || abort "kubectl failed: $answer"
    fi
    other=$(compare)
    if [ -n "$other" ]; then
        say "$other"
        if [ "$IGNORE_OWNERS" != 1 ]; then abort "not the cluster of the dump; IGNORE_OWNERS=1 continues all the same"; fi
    fi
    check_fit
    if [ "$IGNORE_READINESS" != 1 ] && ! await "$unready"; then abort "$why; IGNORE_READINESS=1 continues all the same"; fi
    cordon
    waves
    if [ "$DRY_RUN" = 1 ]; then say "nothing was changed"; else finish; fi
    list_given_up
    case $given_up in ?*) quit 1 ;; esac
    quit 0
}

main "$@"
