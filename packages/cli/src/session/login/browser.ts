import type { Environment } from "../private-file.ts"

/** The program that opens URLs on this machine; null without a screen. */
const openerOf = (env: Environment, platform: NodeJS.Platform): ReadonlyArray<string> | null => {
  if (env["BROWSER"]) return [env["BROWSER"]]
  if (platform === "darwin") return ["open"]
  // `start` would pass the URL to a shell, for which & ends a command.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"]
  const isRemote = env["SSH_CONNECTION"] !== undefined
  const hasScreen = Boolean(env["DISPLAY"] || env["WAYLAND_DISPLAY"] || env["WSL_DISTRO_NAME"])
  return hasScreen && !isRemote ? ["xdg-open"] : null
}

/** Opens a URL in the browser, and returns whether there is one. */
export const openBrowser = async (
  url: string,
  env: Environment,
  platform: NodeJS.Platform = process.platform
): Promise<boolean> => {
  const [command, ...openerArgs] = openerOf(env, platform) ?? []
  if (command === undefined) return false
  // Every operator's command loads this module, and few open a browser.
  const { spawn } = await import("node:child_process")
  return new Promise((resolve) => {
    const child = spawn(command, [...openerArgs, url], { stdio: "ignore", detached: true })
    child.once("error", () => resolve(false))
    child.once("spawn", () => {
      child.unref()
      resolve(true)
    })
  })
}
