#!/usr/bin/env bash
# A black box in plain Bash.
#
#     hankel learn -- bash examples/teachers/bash/parking.sh
#
# Copy the loop at the end and replace `weigh`. Symbols must be plain letters, because the loop reads no JSON escapes.

# The price of parking: 3 for the first hour, 1 for each further hour. After leaving, the next hour is a first hour again.
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
