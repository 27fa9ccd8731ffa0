const oldest = 20

/** Whether the running Node can run these scripts. Otherwise prints one line and sets the exit code. */
export function nodeIsRecent(command) {
  const { node } = process.versions
  if (Number(node.split(".")[0]) >= oldest) return true
  console.error(
    `${command}: Node ${node} is too old. Adwarden needs Node ${oldest} or later on Linux, and 22.18 or later elsewhere. Install Node 24 (nodejs.org).`
  )
  process.exitCode = 1
  return false
}
