#!/usr/bin/env bash
# The same as github-attest.yml without GitHub: check what is deployed, sign the verdict with cosign beside the image, and
# verify it before it goes to production. Needs cosign, jq and petstore-conformance.
#
#     cosign.sh attest registry.example.com/shop@sha256:0123…    after the image was deployed to staging
#     cosign.sh verify registry.example.com/shop@sha256:0123…    before it is deployed to production
#
# PETSTORE_BASE_URL and PETSTORE_API_KEY name staging. COSIGN_KEY and COSIGN_PUBLIC_KEY are files or addresses of keys in
# a key management service.
set -euo pipefail

type=https://in-toto.io/attestation/test-result/v0.1
image=${2:?Give the image and its digest, as NAME@sha256:DIGEST.}

case $1 in
  attest)
    # What an earlier run left behind says nothing about this image.
    rm -f attestation.json
    code=0
    petstore-conformance run --no-dotenv --subject "$image" --reporter terminal \
      --reporter attestation=attestation.json || code=$?
    # Without an attestation there is nothing to sign: a flag, a setting or a file is wrong.
    [ -f attestation.json ] || exit "$code"
    # cosign makes the statement itself, from the image and the predicate.
    jq .predicate attestation.json > predicate.json
    cosign attest --yes --key "$COSIGN_KEY" --type "$type" --predicate predicate.json "$image"
    exit "$code"
    ;;
  verify)
    # Each line is an envelope whose signature is verified.
    cosign verify-attestation --key "$COSIGN_PUBLIC_KEY" --type "$type" "$image" > envelopes.json
    jq '.payload | @base64d | fromjson' envelopes.json |
      jq --exit-status --slurp --arg digest "${image##*@sha256:}" --from-file "$(dirname "$0")/policy.jq"
    ;;
  *)
    echo "There is no $1: write attest or verify." >&2
    exit 2
    ;;
esac
