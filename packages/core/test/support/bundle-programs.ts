import { readFile } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { build, type Plugin } from "esbuild"

/*
 * Bundles the programs that tests run as child processes. `programs.ts` runs this once for all test files. An
 * unbundled program spends most of its start on resolving thousands of modules, again in each process.
 */
const [directory, root, server] = process.argv.slice(2)
if (directory === undefined || root === undefined) {
  throw new Error("usage: bundle-programs.ts DIRECTORY ROOT [SERVER_URL]")
}

/**
 * The programs that tests run. Modules that only some commands need stay separate files, loaded on demand.
 */
const programs = [
  "../../../cli/src/bin.ts",
  "../../../server/src/bin.ts",
  "../../../emulator/src/bin.ts",
  "../changes/crash/child.ts",
  "../platform/support/sync-child.ts",
  "../../../embedded-postgres/test/embedded-child.ts",
  "../../../embedded-postgres/test/embedded-storm.ts",
  "./lock-holder.ts",
  "./worker-child.ts",
  "../../../../bench/run.ts",
  "../../../../bench/hosts.ts",
  "../../../../bench/pages/run.ts",
  "../../../../bench/growth/run.ts",
  "../../../../bench/reads/run.ts",
  ...["run", "emulator", "account"].map((name) => `../../../../bench/sync/${name}.ts`),
  ...["bare", "bare-reads", "pages", "plain-mcp-sdk1", "plain-mcp-sdk2", "service"].map(
    (name) => `../../../../bench/servers/${name}.ts`
  )
].map((path) => fileURLToPath(new URL(path, import.meta.url)))

/**
 * Modules locate files relative to themselves: package.json, threads, binaries. A bundled module keeps its
 * own URL.
 */
const ownUrl: Plugin = {
  name: "own-url",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.m?[jt]s$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8")
      if (!text.includes("import.meta.url")) return null
      const url = JSON.stringify(pathToFileURL(path).href)
      return {
        contents: text.replaceAll("import.meta.url", url),
        loader: path.endsWith("ts") ? "ts" : "js"
      }
    })
  }
}

/** Packages that load native code or threads do so from their own folder, so the bundle imports them from there. */
const nativeCode: Plugin = {
  name: "native-code",
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /^(@node-rs\/argon2|embedded-postgres|pg-native)$/ }, async (request) => {
      if (request.pluginData === nativeCode) return null
      const { importer, kind, path, resolveDir } = request
      const resolved = await resolve(path, { importer, kind, resolveDir, pluginData: nativeCode })
      return { path: resolved.errors.length === 0 ? resolved.path : path, external: true }
    })
  }
}

/** On Citus, programs record their statements beside the directory of the bundles, as test files do. */
const statementRecorder: Plugin = {
  name: "statement-recorder",
  setup: ({ onEnd, onLoad }) => {
    if (process.env["TEST_CITUS"] !== "1" || server === undefined) return
    const recorder = fileURLToPath(new URL("../citus/recorded-statements.ts", import.meta.url))
    const values = [dirname(resolve(directory)), Number(new URL(server).port)].map((one) =>
      JSON.stringify(one)
    )
    let isIncluded = false
    onLoad({ filter: /core\/src\/storage\/client\.ts$/ }, async ({ path }) => {
      isIncluded = true
      const contents = `import { recordProgram } from ${JSON.stringify(recorder)}
${await readFile(path, "utf8")}
recordProgram(DatabaseClient, ${values.join(", ")})`
      return { contents, loader: "ts" }
    })
    onEnd(() => (isIncluded ? {} : { errors: [{ text: "no program contains client.ts" }] }))
  }
}

await build({
  entryPoints: programs,
  outdir: directory,
  outbase: root,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node22",
  logLevel: "warning",
  // CommonJS packages call `require` for Node's built-in modules.
  banner: {
    js: `import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);`
  },
  plugins: [statementRecorder, ownUrl, nativeCode]
})
