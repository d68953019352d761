#!/bin/bash
# HyperQueue: workers as an array of tasks of one core each.
#     hyperqueue.sh nats://head:4222 64
# Needs a running server and workers of HyperQueue (hq server start; hq worker start, or hq alloc).
set -euo pipefail
url=$1
count=$2
hq submit --name darkforge-workers --array "1-$count" --cpus 1 --crash-limit 100 -- \
    bash -c 'exec darkforge work "$0" --threads 1 --idle 10m --name "hq-$HQ_JOB_ID-$HQ_TASK_ID-$HQ_INSTANCE_ID"' "$url"
