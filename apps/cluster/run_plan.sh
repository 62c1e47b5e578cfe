# usage: sh FILE [--undo]
# TIMEOUT   seconds for every wait (300)      POLL     seconds between two looks (2)
# DRY_RUN=1 print, change nothing             FORCE=1  go on though the cluster is another
# Ends with 0: done; 2: nothing was evicted; 3: stopped, nodes that are not empty are open again.

TIMEOUT=${TIMEOUT:-300} POLL=${POLL:-2} FORCE=${FORCE:-0} DRY_RUN=${DRY_RUN:-0}
mark=optgap/cordoned
evicted=0 stage=0

say() { printf '%s\n' "$*"; }
tell() { printf '%s\n' "$*" >&2; }
plan() { printf '%s\n' "$plan"; }
stop() { tell "stop: $*"; exit 2; }

# Lines: pod NAMESPACE NAME UID NODE KIND OWNER PHASE DELETED READY
pods() {
    kubectl get pods -A --no-headers -o 'custom-columns=T:.apiVersion,S:.metadata.namespace,N:.metadata.name,U:.metadata.uid,J:.spec.nodeName,K:.metadata.ownerReferences[?(@.controller==true)].kind,O:.metadata.ownerReferences[?(@.controller==true)].name,F:.status.phase,D:.metadata.deletionTimestamp,R:.status.conditions[?(@.type=="Ready")].status'
}

# Lines: now NAME CORDONED PROVIDER-ID TYPE ZONE KARPENTER-POOL MARKED READY
nodes() {
    kubectl get nodes --no-headers -o 'custom-columns=T:.apiVersion,N:.metadata.name,C:.spec.unschedulable,P:.spec.providerID,T2:.metadata.labels.node\.kubernetes\.io/instance-type,Z:.metadata.labels.topology\.kubernetes\.io/zone,K:.metadata.labels.karpenter\.sh/nodepool,M:.metadata.annotations.optgap/cordoned,R:.status.conditions[?(@.type=="Ready")].status'
}

# The plan, the pods that count and, but for "cluster pods", the nodes; each line with its tag.
# Pods that have finished are lines "ended": they take no room.
cluster() {
    seen_nodes=''
    if [ $# = 0 ]; then seen_nodes=$(nodes) || return 1; fi
    seen_pods=$(pods) || return 1
    plan
    say "$seen_nodes" | awk 'NF { $1 = "now"; print }'
    say "$seen_pods" | awk '
        NF && $6 != "DaemonSet" && $6 != "Node" {
            $1 = ($8 == "Succeeded" || $8 == "Failed" ? "ended" : "pod"); print
        }'
}

# Run awk over the cluster; fail where kubectl does.
look() {
    seen=$(cluster) && seen "$@"
}

# The same of what was seen last.
seen() { say "$seen" | awk "$@"; }

change() {
    if [ "$DRY_RUN" = 1 ]; then say "would run: $*"; else "$@" >/dev/null; fi
}

# Call a command with all names of a list, in one call; with none, not at all.
with_all() {
    list=$1
    shift
    while read -r name; do
        if [ -n "$name" ]; then set -- "$@" "$name"; fi
    done <<EOF
$list
EOF
    case $list in ?*) change kubectl "$@" ;; esac
}

# Open the nodes again that this plan closed: of the list those with the mark.
uncordon() {
    with_all "$1" uncordon -- || return 1
    if [ -n "$1" ]; then with_all "$1
$mark-" annotate node --; fi
}

closed='
    $1 == "cordon" { mine[$2] = 1 }
    $1 == "now" && $8 != "<none>" && mine[$2] { closed[$2] = 1 }
    $1 == "pod" { full[$5] = 1 }'

undo() {
    open=$(look "$closed"' END { for (node in closed) print node }') || stop "kubectl failed"
    uncordon "$open" || stop "kubectl failed"
    say "open again:" "${open:-no node, none was closed by the plan}"
}

# Say what is done, open the nodes again that are not empty, and end.
abort() {
    trap '' INT TERM HUP
    tell "stop: $*"
    if open=$(look "$closed"' END { for (node in closed) if (node in full) print node }') &&
        free=$(look "$closed"' END { for (node in closed) if (!(node in full)) print node }') &&
        uncordon "$open"; then
        if [ "$evicted$open$free" = 0 ]; then exit 2; fi
        tell "not empty, open again:" "${open:-none}"
        tell "empty, still cordoned:" "${free:-none}"
    else
        tell "kubectl failed: nodes may still be cordoned; later run this file with --undo"
    fi
    tell "done: $evicted pods evicted in this run, which came to step $stage; started again it goes on"
    exit 3
}
trap 'abort "interrupted"' INT TERM HUP

# Wait until a look prints nothing; what it prints last is why it failed.
await() {
    tries=$looks
    while :; do
        why="kubectl failed"
        if seen=$(cluster pods); then why=$(seen "$@"); fi
        if [ -z "$why" ] || [ "$DRY_RUN" = 1 ]; then return 0; fi
        tries=$((tries - 1))
        if [ "$tries" -le 0 ]; then return 1; fi
        sleep "$POLL"
    done
}

autoscalers() {
    say "Pause what adds, removes or drains nodes on its own, or it undoes the plan:"
    found=$(kubectl get deployments -A --no-headers -o 'custom-columns=T:.apiVersion,S:.metadata.namespace,N:.metadata.name') ||
        say "  (Deployments cannot be listed)"
    say "$found" | awk '$3 ~ /karpenter|cluster-autoscaler|descheduler/ {
            print "  kubectl -n " $2 " scale deployment " $3 " --replicas=0"; any = 1
        } END { if (!any) print "  no Deployment of such a name; a cloud may run one out of sight" }'
    seen '$1 == "now" && $7 != "<none>" { pools[$7] = 1 }
        END { for (pool in pools) print "  Karpenter makes nodes of the pool " pool }'
}

# Nodes of offers: Ready nodes that the dump does not know, of the type and in the zone wanted.
create='
    $1 == "node" { known[$2] = 1 }
    $1 == "new" { offers++; name[offers] = $2; count[offers] = $3; type[offers] = $4; zone[offers] = $5 }
    $1 == "now" && !($2 in known) {
        for (k = 1; k <= offers; k++)
            if (count[k] > 0 && $5 == type[k] && (zone[k] == "-" || $6 == zone[k])) {
                if ($9 == "True") count[k]--
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
    $1 == "step" { leaves[$3 " " $4 " " $5 " " $6] += $7 }
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
    $1 == "step" { moves[$4 " " $5 " " $6] = 1 }
    $1 == "pod" && $9 == "<none>" { who = $2 " " $6 " " $7; live[who]++; ready[who] += ($10 == "True") }
    END {
        for (who in moves) {
            wanted = live[who] < ran[who] ? live[who] : ran[who]
            if (ready[who] < wanted) print who " has " ready[who] + 0 " of " wanted " pods ready"
        }
    }'

cordon() {
    seen=$(cluster) || abort "kubectl failed"
    new=$(seen '$1 == "cordon" { mine[$2] = 1 }
        $1 == "now" && $2 in mine && $3 != "true" { print $2 }')
    old=$(seen '$1 == "cordon" { mine[$2] = 1 }
        $1 == "now" && $2 in mine && $3 == "true" && $8 == "<none>" { print $2 }')
    if [ -n "$old" ]; then say "cordoned by others, and left so:" "$old"; fi
    if [ -z "$new" ]; then return 0; fi
    say "cordon:" "$new"
    with_all "$new
$mark=yes" annotate node --overwrite -- || abort "cannot mark nodes"
    with_all "$new" cordon -- || abort "cannot cordon nodes"
}

evict() { # NAMESPACE POD UID
    if [ "$DRY_RUN" = 1 ]; then
        say "would evict: $1/$2"
        return
    fi
    tries=$looks
    while :; do
        if answer=$(printf '{"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"%s","namespace":"%s"},"deleteOptions":{"preconditions":{"uid":"%s"}}}\n' "$2" "$1" "$3" |
            kubectl create --raw "/api/v1/namespaces/$1/pods/$2/eviction" -f - 2>&1); then
            evicted=$((evicted + 1))
            return
        fi
        case $answer in
        *"(NotFound)"* | *"(Conflict)"*) return ;; # gone, or another pod has its name
        *"(TooManyRequests)"*) ;;                  # a budget allows none now
        *) abort "cannot evict $1/$2: $answer" ;;
        esac
        tries=$((tries - 1))
        if [ "$tries" -le 0 ]; then abort "a budget does not let $1/$2 go: $answer"; fi
        sleep "$POLL"
    done
}

own='$2 == space && $6 == kind && $7 == owner && $9 == "<none>"'
# Pods of an owner that are ready; of a Job those as well that have finished.
well='
    '"$own"' {
        any = 1
        if (($1 == "pod" && $10 == "True") || ($1 == "ended" && kind == "Job")) n++
    }'

# Of the owner's pods that are on the node now evict all but those that stay, at most as planned.
step() { # NUMBER NODE NAMESPACE KIND OWNER EVICT LEFT
    stage=$1
    seen=$(cluster pods) || abort "kubectl failed"
    set -- "$@" -v "node=$2" -v "space=$3" -v "kind=$4" -v "owner=$5" -v "most=$6" -v "left=$7"
    number=$1 node=$2 space=$3 whose=$3/$4/$5
    shift 7
    before=$(seen "$@" "$well"' END { print n + 0 }')
    going=$(seen "$@" "$own"' && $1 == "pod" && $5 == node { n++; name[n] = $3 " " $4 }
        END { for (k = 1; k <= n - left && k <= most; k++) print name[k] }')
    if [ -z "$going" ]; then return; fi
    say "step $number: pods of $whose from $node"
    while read -r pod uid <&4; do
        evict "$space" "$pod" "$uid"
    done 4<<EOF
$going
EOF
    if ! await -v "before=$before" "$@" "$well"' END {
        if (n < before + 0 && (any || kind != "Job")) print n + 0 " of " before " are ready" }'; then
        abort "pods of $whose are not back: $why"
    fi
}

finish() {
    full='$1 == "cordon" { mine[$2] = 1 } $1 == "pod" && $5 in mine { print "pod " $2 "/" $3 " is on " $5 }'
    if ! await "$full"; then abort "not all nodes are empty:" "$why"; fi
    say "$evicted pods evicted; free and cordoned:"
    look '$1 == "cordon" { mine[$2] = 1 }
        $1 == "now" && $2 in mine {
            print "  " $2 ($7 == "<none>" ? "" : ", by Karpenter (pool " $7 ")") ", providerID " $4
        }' || say "  kubectl failed"
    say "kubectl delete node NAME ends the machine only where Karpenter made it and runs again."
    say "In an autoscaled group it removes the name alone: delete the instance by its providerID"
    say "through the cloud, or it bills on. Start again what was paused after that."
}

main() {
    case $#${1:-} in
    0) ;;
    1--undo)
        undo
        return
        ;;
    *) stop "usage: sh FILE [--undo]" ;;
    esac
    looks=$(awk -v "t=$TIMEOUT" -v "p=$POLL" 'BEGIN {
        if (t + 0 > 0 && p + 0 > 0) { n = int(t / p); print (n < 1 ? 1 : n) } }')
    if [ -z "$looks" ]; then stop "TIMEOUT and POLL must be numbers above 0"; fi
    plan | awk 'sub(/^note /, "")'
    seen=$(cluster) || abort "kubectl failed"
    autoscalers
    missing=$(seen "$create"' END { for (k = 1; k <= offers; k++) if (count[k] > 0)
        print "create " count[k] " of " type[k] (zone[k] == "-" ? "" : " in zone " zone[k]) " (" name[k] "), wait for Ready" }')
    if [ -n "$missing" ]; then
        say "$missing"
        if [ "$DRY_RUN" != 1 ]; then stop "create these nodes first, then start again"; fi
    fi
    seen '$1 == "now" && $9 != "True" { print "node " $2 " is not Ready" }'
    joined
    other=$(compare)
    if [ -n "$other" ]; then
        say "$other"
        if [ "$FORCE" != 1 ]; then abort "not the cluster of the dump; FORCE=1 goes on all the same"; fi
    fi
    if [ "$FORCE" != 1 ] && ! await "$unready"; then abort "$why; FORCE=1 goes on all the same"; fi
    cordon
    while read -r tag number node space kind owner pods left <&3; do
        if [ "$tag" = step ]; then step "$number" "$node" "$space" "$kind" "$owner" "$pods" "$left"; fi
    done 3<<EOF
$(plan)
EOF
    if [ "$DRY_RUN" = 1 ]; then say "nothing was changed"; else finish; fi
}

main "$@"
