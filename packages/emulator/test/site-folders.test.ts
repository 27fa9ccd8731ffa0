import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { serveSiteFolders } from "../src/index.ts"

it("serves each subfolder as a website by its name, and nothing outside of it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "adwarden-sites-"))
  mkdirSync(join(folder, "bakery", "menu"), { recursive: true })
  mkdirSync(join(folder, "Not A Name"))
  writeFileSync(join(folder, "secret.html"), "secret")
  writeFileSync(join(folder, "bakery", "index.html"), "home")
  writeFileSync(join(folder, "bakery", "menu", "index.htm"), "menu")
  symlinkSync(join(folder, "secret.html"), join(folder, "bakery", "link.html"))
  const sites = await serveSiteFolders(folder)
  const get = (host: string, path: string) =>
    new Promise<string>((resolve, reject) => {
      const { address, port } = sites.addresses.get("bakery.test")!
      request({ host: address, port, path, headers: { host } }, (response) => {
        let body = ""
        response.on("data", (chunk: Buffer) => {
          body += chunk.toString()
        })
        response.on("end", () => resolve(`${response.statusCode} ${response.headers.location ?? body}`))
      })
        .on("error", reject)
        .end()
    })
  try {
    expect(sites.names).toEqual(["bakery"])
    expect(await get("bakery.test", "/")).toBe("200 home")
    expect(await get("www.bakery.test", "/menu/?a=1")).toBe("200 menu")
    expect(await get("bakery.test", "/menu")).toBe("301 http://bakery.test/menu/")
    for (const path of ["/../secret.html", "/%2e%2e/secret.html", "/link.html", "/none", "/%"]) {
      expect(await get("bakery.test", path)).toMatch(/^404/)
    }
    expect(await get("other.test", "/")).toMatch(/^404/)
  } finally {
    await sites.close()
    rmSync(folder, { recursive: true })
  }
})
