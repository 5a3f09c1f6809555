#!/usr/bin/env bash
# The same as github-attest.yml without GitHub: check what is deployed, sign the verdict with cosign beside the image, and
# verify it before it goes to production. Needs cosign, jq and petstore-conformance.
#
#     cosign.sh attest registry.example.com/shop@sha256:0123…            after the image was deployed to staging
#     cosign.sh verify registry.example.com/shop@sha256:0123… run.har    before it is deployed to production
#
# `attest` writes run.har, the record of the run: keep it where whoever deploys can fetch it. The statement has its
# digest, so it needs no signature of its own.
#
# PETSTORE_BASE_URL and PETSTORE_API_KEY name staging. COSIGN_KEY and COSIGN_PUBLIC_KEY are files or addresses of keys in
# a key management service.
set -euo pipefail

type=https://in-toto.io/attestation/test-result/v0.1
image=${2:?Give the image and its digest, as NAME@sha256:DIGEST.}

case $1 in
  attest)
    # What an earlier run left behind says nothing about this image.
    rm -f attestation.json run.har
    code=0
    petstore-conformance run --no-dotenv --subject "$image" --valid-for 30d --reporter terminal \
      --reporter attestation=attestation.json --reporter har=run.har || code=$?
    # Without an attestation there is nothing to sign: a flag, a setting or a file is wrong.
    [ -f attestation.json ] || exit "$code"
    # cosign makes the statement itself, from the image and the predicate.
    jq .predicate attestation.json > predicate.json
    cosign attest --yes --key "$COSIGN_KEY" --type "$type" --predicate predicate.json "$image"
    exit "$code"
    ;;
  verify)
    record=${3:?Give the record of the run, run.har.}
    # Each line is an envelope whose signature is verified.
    cosign verify-attestation --key "$COSIGN_PUBLIC_KEY" --type "$type" "$image" > envelopes.json
    # cosign writes an older type, and the image in its own words: its signature is about the digest.
    jq --compact-output --arg name "${image%@*}" '.payload | @base64d | fromjson
      | ._type = "https://in-toto.io/Statement/v1" | .subject[].name = $name' envelopes.json > statements.jsonl
    # An image may have several statements. One has to follow from the record, and to be good enough for the policy.
    while read -r statement; do
      echo "$statement" > statement.json
      petstore-conformance verify statement.json --record "$record" || continue
      if jq --exit-status --raw-output --slurp --arg digest "${image##*@sha256:}" --arg allow unobservable \
        --from-file "$(dirname "$0")/policy.jq" statement.json; then
        exit 0
      fi
    done < statements.jsonl
    echo "No statement about $image that follows from $record is good enough." >&2
    exit 1
    ;;
  *)
    echo "There is no $1: write attest or verify." >&2
    exit 2
    ;;
esac
