// `npm run check dates`, `npm run bench reads`: runs one of the commands of a kind; without a name it lists them.
// As in launch.mjs, this file uses only old syntax.
import { spawnSync } from "node:child_process"

const pooler = ["access", "approvals", "audit", "campaigns", "changes", "identity", "insight", "tasks"]

const kinds = {
  bench: {
    "": ["bench/run.ts"],
    reads: ["bench/reads/run.ts"],
    pages: ["bench/pages/run.ts"],
    sync: ["bench/sync/run.ts"],
    start: ["bench/start.ts"],
    cli: ["bench/cli.ts"],
    citus: ["bench/citus/run.ts"],
    hosts: ["bench/hosts.ts"],
    growth: ["bench/growth/run.ts"],
    profile: ["bench/profile/run.ts"]
  },
  check: {
    long: ["scripts/launch.mjs", "long"],
    dates: ["scripts/launch.mjs", "dates"],
    steady: ["scripts/launch.mjs", "steady"],
    citus: ["scripts/launch.mjs", "citus"],
    pooler: ["node_modules/vitest/vitest.mjs", "run"].concat(
      pooler.map((one) => `packages/core/test/${one}`)
    ),
    fuzz: ["packages/server/test/surfaces/run-fuzz.ts"],
    websites: ["packages/core/test/outbound/hostile/run-hostile.ts"],
    faults: ["packages/server/test/faults/run-faults.ts"],
    outage: ["packages/server/test/run-outage.ts"],
    upgrade: ["packages/server/test/upgrade/run-upgrade.ts"],
    agents: ["node_modules/vitest/vitest.mjs", "run", "packages/mcp/test/agents.test.ts"],
    million: ["packages/rest/test/run-million-events.ts"],
    corpus: ["packages/core/test/drafts/corpus/run-corpus.ts"],
    simulation: ["packages/core/test/insight/detect/simulation/run-simulation.ts"],
    planted: ["packages/core/test/insight/detect/planted/run-planted.ts"]
  },
  docs: { "": ["scripts/docs/run.ts"], pictures: ["scripts/docs/pictures.ts"] },
  accept: {
    contract: ["packages/core/test/contract/released/accept.ts"],
    json: ["packages/core/test/storage/released/accept.ts"],
    findings: [
      "node_modules/vitest/vitest.mjs",
      "run",
      "packages/core/test/insight/daily/demo-findings.test.ts"
    ]
  },
  release: {
    "": ["scripts/release/release.ts"],
    version: ["scripts/release/changeset.ts", "version"],
    notes: ["scripts/release/notes.ts"],
    licenses: ["scripts/release/licenses.ts"],
    size: ["scripts/release/size.ts"],
    sbom: ["scripts/release/sbom.ts"],
    image: ["scripts/release/image/try.ts"],
    rehearse: ["scripts/release/rehearsal/run.ts"]
  }
}

const [kind, given = "", ...others] = process.argv.slice(2)
const commands = kinds[kind]
const isName = given !== "" && !given.startsWith("-")
const name = isName ? given : ""
// A misspelt name must not run the command without one, which may publish.
const command = Object.keys(commands).includes(name) ? commands[name] : undefined
if (command === undefined) {
  console.error(`npm run ${kind} takes one of: ${Object.keys(commands).filter(Boolean).join(", ")}`)
  process.exit(1)
}
if (name === "pooler") process.env.TEST_POOLER = "on"
if (name === "agents") process.env.AGENTS_TABLE = "on"
if (name === "findings") process.env.ACCEPT_FINDINGS = "on"
// What installs runs with the Node that is installed, the others with the project's own.
const node = command[0] === "scripts/launch.mjs" ? process.env.npm_node_execpath || process.execPath : "node"
const args = isName || given === "" ? others : [given].concat(others)
const { status } = spawnSync(node, command.concat(args), { stdio: "inherit" })
process.exit(status === null ? 1 : status)
