# Whether one of the statements (jq --slurp) lets the image with the digest $digest go to production. Apply it only to
# statements whose signature is verified:
#
#     jq --exit-status --slurp --arg digest DIGEST --from-file policy.jq statements.json
#
# It asks for facts, so a field that is missing never opens the gate. Take out WARNED to accept neither waivers, nor known
# failures, nor warnings.
any(
  .[];
  # cosign writes the version before.
  (._type == "https://in-toto.io/Statement/v1" or ._type == "https://in-toto.io/Statement/v0.1")
  and .predicateType == "https://in-toto.io/attestation/test-result/v0.1"
  and any(.subject[]?; .digest.sha256 == $digest)
  and (
    .predicate as $predicate
    | $predicate.petstoreConformance as $run
    | ($predicate.result == "PASSED" or $predicate.result == "WARNED")
    and $predicate.failedTests == []
    # A run of everything, to its end, that wrote to the target.
    and $run.verdict == "conforming"
    and $run.isFinished == true
    and $run.isReadOnly == false
    and $run.total > 0
    and $run.checked == $run.total
    and $run.undecidedTests == []
    # The certificate of the target was verified, and the date was not set back to keep a waiver alive.
    and any(
      $predicate.configuration[]?;
      .name == "settings"
      and .annotations.insecure == false
      and .annotations.now >= $run.startedAt[:10]
    )
  )
)
