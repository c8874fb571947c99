#!/usr/bin/env bash
# A black box in Bash, nothing else needed.
#
#     hankel learn -- bash examples/teachers/bash/parking.sh
#
# Copy the loop at the end; replace `weigh`. Symbols must be plain letters here, for this reads no escapes of JSON.

# What does parking cost? The first hour 3, each hour after it 1; whoever leaves in between pays for a first hour again.
weigh() {
  local cost=0 parked=0 symbol
  for symbol in "$@"; do
    if [[ $symbol == leave ]]; then
      parked=0
    else
      cost=$((cost + (parked ? 1 : 3)))
      parked=1
    fi
  done
  printf '%s' "$cost"
}

echo '{"hankel": 1, "semifield": "tropical", "alphabet": ["hour", "leave"], "counterexamples": false}'

# {"id":1,"weigh":[["hour","leave"],[]]} has one word per pair of brackets.
while IFS= read -r line; do
  [[ $line =~ \"id\":\ *([0-9]+) ]] || continue
  id=${BASH_REMATCH[1]}
  words=${line#*\"weigh\":}
  words=${words//[\"\} ]/}
  words=${words#\[\[}
  words=${words%\]\]}
  weights=
  while IFS= read -r word; do
    IFS=, read -ra symbols <<<"$word"
    weights+="${weights:+, }$(weigh "${symbols[@]}")"
  done <<<"${words//\],\[/$'\n'}"
  printf '{"id": %s, "weights": [%s]}\n' "$id" "$weights"
done
