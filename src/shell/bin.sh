#!/bin/sh
# The command `pith` inside the shell for agents, where it is not on the PATH otherwise.
exec "${PITH_NODE:-node}" "${0%/*}/../cli/main.js" "$@"
