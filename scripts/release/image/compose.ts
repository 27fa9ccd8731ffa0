/**
 * The third part of `npm run release image`: runs the Compose project with podman, on the image that was built. Stand-ins of
 * Debian's packages replace the images of Postgres and of the proxy, whose names they bear.
 */
import { chmodSync, cpSync, readFileSync, writeFileSync } from "node:fs"
import { request } from "node:https"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { root } from "../../root.ts"
import { run } from "../rehearsal/processes.ts"

interface Parts {
  readonly folder: string
  readonly buildah: (...args: ReadonlyArray<string>) => Promise<string>
  readonly env: Readonly<Record<string, string>>
}

/** What the image of Postgres does with its variables, as far as the Compose file uses them. */
const postgresEntry = `#!/bin/sh
set -e
PATH=/usr/lib/postgresql/15/bin:$PATH
data=/var/lib/postgresql/data
install -d -o postgres /var/run/postgresql
if [ ! -s $data/PG_VERSION ]; then
  install -d -o postgres -m 700 $data
  printf %s "$POSTGRES_PASSWORD" > /tmp/password && chown postgres /tmp/password
  su postgres -c "initdb -D $data -U $POSTGRES_USER --pwfile=/tmp/password --auth-host=scram-sha-256"
  echo "host all all all scram-sha-256" >> $data/pg_hba.conf
  su postgres -c "pg_ctl -D $data -w -o '-c listen_addresses=' start"
  su postgres -c "createdb -h /var/run/postgresql -U $POSTGRES_USER $POSTGRES_DB"
  su postgres -c "pg_ctl -D $data -w stop"
fi
exec su postgres -c "exec /usr/lib/postgresql/15/bin/postgres -D $data -c listen_addresses='*'"
`

/** Makes the images of Postgres and of the proxy. */
const makeStandIns = async ({ buildah, env, folder }: Parts): Promise<void> => {
  const debian = join(folder, "services.tar")
  const packages = "--include=postgresql-15,caddy,ca-certificates,netbase"
  await run("mmdebstrap", ["--variant=essential", packages, "bookworm", debian], { cwd: root, env })
  const entry = join(folder, "postgres-entry")
  writeFileSync(entry, postgresEntry)
  chmodSync(entry, 0o755)
  const path = "PATH=/usr/lib/postgresql/15/bin:/usr/sbin:/usr/bin:/sbin:/bin"
  const command = ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
  for (const [name, program] of [
    ["docker.io/library/postgres:17", ["/postgres-entry"]],
    ["docker.io/library/caddy:2", command]
  ] as const) {
    const container = await buildah("from", "scratch")
    await buildah("add", container, debian, "/")
    await buildah("copy", container, entry, "/postgres-entry")
    const config = ["--env", path, "--env", "XDG_DATA_HOME=/data", "--cmd", JSON.stringify(program)]
    await buildah("config", ...config, container)
    await buildah("commit", "--quiet", "--rm", "--format", "docker", container, name)
  }
}

/** The status of a page behind the proxy, whose certificate is its own. */
const statusOf = (path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const options = { host: "localhost", port: 443, path, rejectUnauthorized: false }
    request(options, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on("error", reject)
      .end()
  })

/** Starts the project, requests a page through the proxy, runs the command of the guide and stops it. */
export const tryCompose = async (parts: Parts, podman: ReadonlyArray<string>): Promise<void> => {
  const { env, folder } = parts
  await makeStandIns(parts)
  const project = join(folder, "deploy")
  cpSync(join(root, "deploy"), project, { recursive: true })
  const values: Readonly<Record<string, string>> = {
    SECRETS_KEY: Buffer.alloc(32, 1).toString("base64"),
    PUBLIC_URL: "https://localhost"
  }
  const sample = readFileSync(join(project, "adwarden.env.example"), "utf8")
  const settings = sample.replaceAll(/^([A-Z_]+)=.*$/gm, (line, name: string) =>
    values[name] === undefined ? line : `${name}=${values[name]}`
  )
  writeFileSync(join(project, "adwarden.env"), `${settings}POSTGRES_PASSWORD=0123456789abcdef\n`)
  // podman reads its flags here; the project's own are those of the guide.
  const wrapper = join(folder, "podman")
  writeFileSync(wrapper, `#!/bin/sh\nexec podman ${podman.join(" ")} "$@"\n`)
  chmodSync(wrapper, 0o755)
  const limits = join(folder, "containers.conf")
  const conf =
    '[containers]\ndefault_ulimits=["nofile=1024:4096","nproc=4096:4096"]\n[engine]\ncgroup_manager="cgroupfs"\nevents_logger="file"\n'
  writeFileSync(limits, conf)
  const options = { cwd: project, env: { ...env, CONTAINERS_CONF: limits } }
  const compose = (...args: ReadonlyArray<string>) =>
    run("podman-compose", ["--podman-path", wrapper, "--env-file", "adwarden.env", ...args], options)
  const until = async (what: string, holds: () => Promise<boolean>) => {
    for (const end = Date.now() + 300_000; Date.now() < end; await sleep(1_000))
      if (await holds().catch(() => false)) return
    throw new Error(`Not within five minutes: ${what}\n${(await compose("logs")).stdout}`)
  }
  try {
    // Docker follows the conditions of the file. Debian's podman waits for no health, so each step is one command.
    await compose("up", "--detach", "postgres")
    await until("Postgres is ready", async () => {
      await compose("exec", "-T", "postgres", "pg_isready", "--username=adwarden", "--host=127.0.0.1")
      return true
    })
    await compose("run", "--rm", "--no-deps", "-T", "migrate")
    await compose("up", "--detach", "--no-deps", "host", "worker", "proxy")
    await until("the proxy passes /readyz on", async () => (await statusOf("/readyz")) === 200)
    if ((await statusOf("/sign-in")) !== 200 || (await statusOf("/metrics")) !== 404)
      throw new Error("The proxy serves something else than the public port")
    const scrape = "fetch('http://host:9464/metrics').then(async (r) => console.log(await r.text()))"
    const metrics = await compose("exec", "-T", "worker", "/nodejs/bin/node", "-e", scrape)
    if (!metrics.stdout.includes("adwarden_requests_total"))
      throw new Error("The worker reads no metrics of the host")
    const doctor = ["/nodejs/bin/node", "packages/server/dist/bin.js", "doctor"]
    const { stdout } = await compose("exec", "-T", "host", ...doctor).catch(({ message }) => ({
      stdout: message
    }))
    if (!String(stdout).includes("Postgres")) throw new Error(`doctor printed ${stdout}`)
    console.log("✓ Compose: Postgres, migrate, host, worker and the proxy with TLS; doctor in the host")
  } finally {
    await compose("down", "--volumes").catch(({ message }) => console.error(message))
  }
}
