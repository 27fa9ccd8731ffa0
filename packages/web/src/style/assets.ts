import { createHash } from "node:crypto"
import type { StaticAsset } from "@adwarden/http-host"
import { css } from "./css.ts"
import { dashboardCss } from "./dashboard/index.ts"
import { script } from "./script.ts"

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#1f4fd1" d="M16 2 4 6.5V16c0 7 5 11.6 12 14 7-2.4 12-7 12-14V6.5z"/><path fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" d="m10.5 16 4 4 7.5-8.5"/></svg>
`

export interface Asset extends StaticAsset {
  readonly path: string
}

/** The URL contains a hash of the content, so that browsers can cache it for ever. */
const asset = (name: string, extension: string, type: string, text: string): Asset => ({
  path: `/assets/${name}.${createHash("sha256").update(text).digest("hex").slice(0, 12)}.${extension}`,
  type,
  text
})

const styleAsset = asset("style", "css", "text/css; charset=utf-8", css)
const dashboardStyleAsset = asset("dashboard", "css", "text/css; charset=utf-8", dashboardCss)
const scriptAsset = asset("dashboard", "js", "text/javascript; charset=utf-8", script)
const iconAsset = asset("icon", "svg", "image/svg+xml", icon)

export const assets: ReadonlyArray<Asset> = [styleAsset, dashboardStyleAsset, scriptAsset, iconAsset]
export const stylePath = styleAsset.path
export const dashboardStylePath = dashboardStyleAsset.path
export const scriptPath = scriptAsset.path
export const iconPath = iconAsset.path
