# `npm run adwarden -- COMMAND`: the command of a checkout, on the Node that the checkout installs.
#
# Every step is an `exec`, so that a signal to npm reaches the command itself. node_modules/.bin/node, which npm would
# find, is a shell script that a signal ends instead, and the command would go on without anybody who can stop it.
# That script exists only if the installed Node runs on this machine.
if [ -e node_modules/.bin/node ]; then
  for node in node_modules/node-*/bin/node; do
    [ -x "$node" ] && exec "$node" packages/server/adwarden.mjs "$@"
  done
fi
exec "$npm_node_execpath" packages/server/adwarden.mjs "$@"
