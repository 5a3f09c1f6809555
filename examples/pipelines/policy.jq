# Whether one of the statements (jq --slurp) lets the image with the digest $digest go to production: true, or what is
# refused and why, and false. Apply it only to statements whose signature is verified:
#
#     jq --exit-status --raw-output --slurp --arg digest DIGEST --from-file policy.jq statements.json
#
# A server that is used fills up, and then no client can see whether its lists are complete: those requirements are
# unobservable there. Add --arg allow unobservable to let such a run pass, as long as everything else was checked.
#
# It asks for facts, so a field that is missing never opens the gate. Take out WARNED to accept neither waivers, nor known
# failures, nor warnings.

def unless(condition; reason): if condition then empty else reason end;
def listed: if type == "array" then join(", ") else "unknown" end;

def refusals:
  .predicate as $predicate
  | $predicate.petstoreConformance as $run
  | ($ARGS.named.allow == "unobservable") as $allowed
  | (if $allowed then $run.unobservableTests | length else 0 end) as $unseen
  # cosign writes the version before.
  | unless(._type == "https://in-toto.io/Statement/v1" or ._type == "https://in-toto.io/Statement/v0.1";
      "it is not an in-toto statement"),
    unless(.predicateType == "https://in-toto.io/attestation/test-result/v0.1"; "it is not about a test result"),
    unless(any(.subject[]?; .digest.sha256 == $digest); "it is about another image"),
    unless($predicate.result == "PASSED" or $predicate.result == "WARNED"; "its result is \($predicate.result)"),
    unless($predicate.failedTests == []; "failed: \($predicate.failedTests | listed)"),
    unless($run.verdict == "conforming"; "its verdict is \($run.verdict)"),
    # A run of everything, to its end, that wrote to the server.
    unless($run.isFinished == true; "the run did not finish"),
    unless($run.isReadOnly == false; "the run was read-only"),
    unless($run.undecidedTests == []; "inconclusive: \($run.undecidedTests | listed)"),
    unless($run.skippedTests == []; "skipped: \($run.skippedTests | listed)"),
    unless($allowed or $run.unobservableTests == [];
      "unobservable on this server: \($run.unobservableTests | listed) (--arg allow unobservable accepts this)"),
    unless($run.total > 0 and $run.checked + $unseen == $run.total;
      "only \($run.checked) of \($run.total) requirements were checked"),
    unless($run.validUntil == null or $run.validUntil >= (now | strftime("%Y-%m-%d"));
      "it was valid until \($run.validUntil)"),
    # The certificate of the server was verified, and the date was not set back to keep a waiver alive.
    unless(any($predicate.configuration[]?; .name == "settings" and .annotations.insecure == false);
      "the certificate of the server was not verified"),
    unless(any($predicate.configuration[]?; .name == "settings" and .annotations.now >= $run.startedAt[:10]);
      "its date was set back");

map([refusals]) as $refused
| if any($refused[]; . == []) then true
  else
    (if $refused == [] then "There is no statement." else empty end),
    ($refused | to_entries[] | "Statement \(.key + 1) is refused: \(.value | join("; ")).")
    , false
  end
