import { spawn } from "node:child_process"
import type { Environment } from "../private-file.ts"

/** The program that opens addresses on this machine; null where there is no screen to open one on. */
const openerOf = (env: Environment, platform: NodeJS.Platform): ReadonlyArray<string> | null => {
  if (env["BROWSER"]) return [env["BROWSER"]]
  if (platform === "darwin") return ["open"]
  // `start` would hand the address to a shell, for which & is the end of a command.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"]
  const isRemote = env["SSH_CONNECTION"] !== undefined
  const hasScreen = Boolean(env["DISPLAY"] || env["WAYLAND_DISPLAY"] || env["WSL_DISTRO_NAME"])
  return hasScreen && !isRemote ? ["xdg-open"] : null
}

/** Opens an address in the person's browser and tells whether there was one to open it in. */
export const openBrowser = (
  url: string,
  env: Environment,
  platform: NodeJS.Platform = process.platform
): Promise<boolean> => {
  const [command, ...openerArgs] = openerOf(env, platform) ?? []
  if (command === undefined) return Promise.resolve(false)
  return new Promise((resolve) => {
    const child = spawn(command, [...openerArgs, url], { stdio: "ignore", detached: true })
    child.once("error", () => resolve(false))
    child.once("spawn", () => {
      child.unref()
      resolve(true)
    })
  })
}
