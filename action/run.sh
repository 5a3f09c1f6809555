#!/usr/bin/env bash
# Checks a server by the settings in the environment, and reports to GitHub how it ended, whichever way it did.
set -uo pipefail

end() {
  printf '%s\n' "exit-code=$1" "verdict=${2:-}" "report=${3:-}" "unobservable=${4:-}" >>"$GITHUB_OUTPUT"
  exit "$1"
}

cd "$GITHUB_WORKSPACE" || end 2
folder=${REPORT_FOLDER:-petstore-conformance}
if [[ $folder == *[,$'\n\r']* ]]; then
  echo '::error title=petstore-conformance::The report-folder contains a comma or a line break: choose another name.'
  end 2
fi
report=$folder/report.json
usual=github,html=$folder/report.html,junit=$folder/junit.xml
export PETSTORE_REPORTERS=${PETSTORE_REPORTERS:-$usual},json=$report

# A host that the job or the machine protects stays protected.
if [[ -n ${READ_ONLY_HOSTS:-} ]]; then
  export PETSTORE_READ_ONLY_HOSTS=${PETSTORE_READ_ONLY_HOSTS:+$PETSTORE_READ_ONLY_HOSTS,}$READ_ONLY_HOSTS
fi

node "$GITHUB_ACTION_PATH/action/check-places.mjs" || end 2
# What an earlier run left in the same place says nothing about this one.
rm -f -- "$report"
# A pull request may bring a .env, which must not choose what is checked or where files are written.
# Only blanks and line breaks mean anything in it: it does not go through a shell.
read -r -d '' -a words <<<"${SERVER_COMMAND:-}"
node "$GITHUB_ACTION_PATH/dist/cli/main.js" run --no-dotenv ${words[@]+-- "${words[@]}"} </dev/null
code=$?

[[ -f $report ]] || end "$code"
{ read -r verdict && read -r unobservable; } < <(node "$GITHUB_ACTION_PATH/action/verdict.mjs" "$report")
end "$code" "${verdict:-}" "$report" "${unobservable:-}"
