import { describe, expect, it } from "vitest"
import type { makeBrowser } from "../support/browser.ts"
import { formFields } from "../support/page-forms.ts"

type Browser = ReturnType<typeof makeBrowser>

interface Service {
  readonly query: <Row extends object>(text: string) => Promise<ReadonlyArray<Row>>
  readonly signedIn: (email: string) => Promise<Browser>
}

/** The form of the preview on a page; null if the page offers none. */
const formOf = (text: string): URLSearchParams | null => {
  const fields = formFields(text, "/o/northwind/change")
  return fields?.["operation"] === undefined ? null : new URLSearchParams(fields)
}

/** Tests of the forms that change a campaign, over HTTP. They leave the campaigns as they were. */
export const campaignChanges = ({ query, signedIn }: Service) =>
  describe("the page of a campaign", () => {
    const campaign = "/o/northwind/campaigns/boiler-repair"
    const send = (browser: Browser, body: URLSearchParams) =>
      browser.send("/o/northwind/change", { method: "POST", body })
    const budget = async () =>
      (
        await query<{ budget: number }>(
          "select budget from campaigns where slug = 'boiler-repair' and organization_id = 1"
        )
      )[0]!.budget
    const actions = async () =>
      (await query<{ n: number }>("select count(*)::int as n from actions where organization_id = 1"))[0]!.n

    it("previews a budget beside the limits, and changes it once however often the form is sent", async () => {
      const browser = await signedIn("olivia@northwind.test")
      const [before, logged] = [await budget(), await actions()]
      const { text } = await browser.get(`${campaign}?change=budget&budget=${before + 5}`)
      expect(text).toContain("nothing has changed yet")
      expect(text).toContain(`Raise to $${before + 5}.00`)
      expect([await budget(), await actions()]).toEqual([before, logged])
      const form = formOf(text)!
      const [first, second] = [await send(browser, form), await send(browser, form)]
      expect([first.status, second.to]).toEqual([303, first.to])
      expect([await budget(), await actions()]).toEqual([before + 5, logged + 1])
      const done = await browser.get(first.to!)
      expect(done.text).toContain("/o/northwind/activity?undo=act_")
      const back = formOf((await browser.get(`${campaign}?change=budget&budget=${before}`)).text)!
      expect((await send(browser, back)).status).toBe(303)
      expect(await budget()).toBe(before)
    })

    it("offers no button for a budget above the limits, and names the fields that are wrong", async () => {
      const browser = await signedIn("olivia@northwind.test")
      const over = (await browser.get(`${campaign}?change=budget&budget=90000`)).text
      expect(over).toContain("Monthly cap")
      expect(over).toMatch(/can have at most \$[\d,]+\.00 a day/)
      expect(formOf(over)).toBeNull()
      const wrong = (await browser.get(`${campaign}?change=budget&budget=a+lot`)).text
      expect(wrong).toContain('id="budget-problem"')
      expect(wrong).toContain("The daily budget must be a number")
      expect(formOf(wrong)).toBeNull()
    })

    it("switches AI Max with a preview", async () => {
      const browser = await signedIn("olivia@northwind.test")
      const isOn = async () =>
        (
          await query<{ ai_max: boolean }>(
            "select ai_max from campaigns where slug = 'boiler-repair' and organization_id = 1"
          )
        )[0]!.ai_max
      const [link] = /[?]change=ai_max[^"]*/.exec((await browser.get(campaign)).text) ?? []
      expect(link).toBe("?change=ai_max&amp;ai_max=on#change")
      const { text } = await browser.get(`${campaign}?change=ai_max&ai_max=on`)
      expect(text).toContain("nothing has changed yet")
      expect(await isOn()).toBe(false)
      expect((await send(browser, formOf(text)!)).status).toBe(303)
      expect(await isOn()).toBe(true)
      expect((await browser.get(campaign)).text).toContain("?change=ai_max&amp;ai_max=off#change")
      const back = (await browser.get(`${campaign}?change=ai_max&ai_max=off`)).text
      expect(back).toContain("Turn off")
      expect((await send(browser, formOf(back)!)).status).toBe(303)
      expect(await isOn()).toBe(false)
      const through = (await browser.get("/o/northwind/campaigns/emergency-plumber?change=ai_max&ai_max=off"))
        .text
      expect(through).toMatch(/Through AI Max came, in the last 30 days.*: \d+ clicks? \(\d+%\), \$/)
      const wrong = (await browser.get(`${campaign}?change=ai_max&ai_max=maybe`)).text
      expect(wrong).toContain("must be true or false")
      expect(formOf(wrong)).toBeNull()
    })

    it("shows the preview again if something changed since it was shown, and changes nothing", async () => {
      const browser = await signedIn("olivia@northwind.test")
      const before = await budget()
      const form = formOf((await browser.get(`${campaign}?change=budget&budget=${before + 3}`)).text)!
      const other = formOf((await browser.get(`${campaign}?change=budget&budget=${before + 1}`)).text)!
      await send(browser, other)
      const refused = await send(browser, form)
      expect(refused.to).toContain("stale=1")
      const again = (await browser.get(refused.to!)).text
      expect(again).toContain("Nothing was changed.")
      expect(formOf(again)).not.toBeNull()
      expect(await budget()).toBe(before + 1)
      await send(browser, formOf((await browser.get(`${campaign}?change=budget&budget=${before}`)).text)!)
    })

    it("tells what exclusions would lose before the button", async () => {
      const browser = await signedIn("olivia@northwind.test")
      const { text } = await browser.get(
        `${campaign}/negatives?terms=emergency%0D%0Aboiler+jobs&match=phrase`
      )
      expect(text).toContain("You would have lost, in the last 30 days")
      expect(text).toContain("Blocks your keywords")
      expect(text).toContain("Exclude 2 search terms")
      const wrong = (await browser.get(`${campaign}/negatives?terms=${"x".repeat(81)}`)).text
      expect(wrong).toContain("Nothing was changed.")
      expect(formOf(wrong)).toBeNull()
    })

    it("lists its own changes with their undo, for owners", async () => {
      const log = (await (await signedIn("olivia@northwind.test")).get(`${campaign}/log`)).text
      expect(log).toContain("Daily budget from")
      const shown = (await (await signedIn("adam@northwind.test")).get(`${campaign}/log`)).text
      expect(shown).toContain("Only owners see the log")
    })

    it("lets an owner, and nobody else, confirm a budget past the step of one call", async () => {
      const before = await budget()
      const past = Math.ceil(before * 1.25) + 1
      const path = `${campaign}?change=budget&budget=${past}`
      const admin = (await (await signedIn("adam@northwind.test")).get(path)).text
      expect([formOf(admin), admin.includes("past_limit")]).toEqual([null, false])
      const browser = await signedIn("olivia@northwind.test")
      const refused = (await browser.get(path)).text
      expect([formOf(refused), refused.includes("&amp;past_limit=yes")]).toEqual([null, true])
      const confirmed = formOf((await browser.get(`${path}&past_limit=yes`)).text)!
      expect((await send(browser, confirmed)).status).toBe(303)
      expect(await budget()).toBe(past)
      const back = formOf(
        (await browser.get(`${campaign}?change=budget&budget=${before}&past_limit=yes`)).text
      )!
      expect([(await send(browser, back)).status, await budget()]).toEqual([303, before])
    })

    it("shows what a keyword brought before it is paused, and every launch check of a draft", async () => {
      const browser = await signedIn("olivia@northwind.test")
      const list = (await browser.get(`${campaign}/keywords`)).text
      const pause = /href="([^"]*set=paused[^"#]*)/.exec(list)![1]!.replaceAll("&amp;", "&")
      const { text } = await browser.get(pause)
      expect(text).toMatch(/in the last 30 days.*Clicks<.*[\d,]+.*Cost<.*Conversions</s)
      expect(formOf(text)).not.toBeNull()
      const draft = (await browser.get("/o/northwind/campaigns/radiators-draft")).text
      expect(draft).toMatch(/\d+ of 12 done/)
      expect(draft).toMatch(/The ad, as drafted.*class="serp".*class="title">/s)
      for (const fix of ["budget", "locations", "sitelinks", "callouts", "lines"])
        expect(draft).toContain(`radiators-draft?change=${fix}#change`)
      expect(draft).toContain("radiators-draft/keywords?set=added#change")
      const wrong = await browser.get(
        `/o/northwind/campaigns/radiators-draft?change=callouts&callouts=${"x".repeat(201)}`
      )
      expect(wrong.text).toContain('id="callouts-problem"')
      expect(formOf(wrong.text)).toBeNull()
    })

    it("names what is restricted in a line, and a person confirms its category with a reason that is logged", async () => {
      const draft = "/o/northwind/campaigns/radiators-draft"
      const browser = await signedIn("olivia@northwind.test")
      const typed = new URLSearchParams({
        change: "callouts",
        callouts: "Fixed prices\nRepair on credit\nViagra without a doctor"
      })
      const shown = async () => (await browser.get(`${draft}?${typed}`)).text
      const refused = await shown()
      expect(refused).toContain("2 of 3 lines unproven")
      expect(refused).toContain("restricted category: credit")
      expect(refused).toContain(`${draft}?change=confirm&amp;category=credit#change`)
      // Nobody can confirm prescription drugs.
      expect(refused).not.toContain("category=prescription_drugs")
      const confirming = `${draft}?change=confirm&category=credit`
      expect(formOf((await browser.get(confirming)).text)).toBeNull()
      const reason = "Licensed lender 4711"
      const preview = formOf((await browser.get(`${confirming}&reason=${encodeURIComponent(reason)}`)).text)!
      const { to } = await send(browser, preview)
      expect((await browser.get(to!)).text).toContain("Done. The change is in the log.")
      expect((await browser.get(`${draft}/log`)).text).toContain(reason)
      // A confirmed category still needs its evidence.
      const confirmed = await shown()
      expect(confirmed).not.toContain("restricted category: credit")
      expect(confirmed).toContain("The page does not say “repair on credit”")
      expect(confirmed).toContain("<q><bdi>Fixed prices</bdi></q>")
    })

    it("sorts keywords, and pauses those that are picked with one preview, one action and one undo", async () => {
      const browser = await signedIn("olivia@northwind.test")
      const clicks = async (sort: string) => {
        const { text } = await browser.get(`${campaign}/keywords?sort=${sort}`)
        return [...text.matchAll(/<\/th><td class="num p2">([\d,]+)</g)].map(([, n]) =>
          Number(n!.replaceAll(",", ""))
        )
      }
      const byClicks = await clicks("clicks")
      expect(byClicks).toEqual(byClicks.toSorted((a, b) => b - a))
      expect(await clicks("conversions")).not.toEqual(byClicks)

      const path = "/o/northwind/campaigns/spring-offers/keywords"
      const list = (await browser.get(path)).text
      const values = [...list.matchAll(/type="checkbox" name="keyword" value="([^"]+)"/g)].map(
        ([, value]) => value!
      )
      const [one, two] = values as [string, string]
      const picked = new URLSearchParams([
        ["keyword", one],
        ["keyword", two],
        ["set", "paused"]
      ])
      const { text } = await browser.get(`${path}?${picked}`)
      expect(text.match(/<li>pause <bdi>/g)).toHaveLength(2)
      expect(text.match(/name="keyword" value="[^"]+"[^>]* checked/g)).toHaveLength(2)
      const logged = await actions()
      const { to } = await send(browser, formOf(text)!)
      const paused = () =>
        query(`select from keywords k join campaigns c on c.organization_id = k.organization_id and c.id = k.campaign_id
          where c.slug = 'spring-offers' and c.organization_id = 1 and k.removed_at is null and k.state = 'paused'`)
      expect([(await paused()).length, await actions()]).toEqual([2, logged + 1])
      const undo = /undo=act_\w+/.exec((await browser.get(to!)).text)![0]
      const preview = formOf((await browser.get(`/o/northwind/activity?${undo}`)).text)!
      expect((await send(browser, preview)).to).toContain("undone=act_")
      expect(await paused()).toEqual([])
    })

    it("removes an exclusion from its list, and takes that back", async () => {
      const browser = await signedIn("olivia@northwind.test")
      const draft = "/o/northwind/campaigns/spring-offers"
      const list = (await browser.get(`${draft}/negatives`)).text
      const remove = /href="([^"]*negatives\?remove=[^"#]*)/.exec(list)![1]!.replaceAll("&amp;", "&")
      const { text } = await browser.get(remove)
      expect(text).toContain("Searches with these terms can show ads again")
      const [logged, count] = [await actions(), list.match(/remove=/g)!.length]
      const { to } = await send(browser, formOf(text)!)
      const left = (await browser.get(`${draft}/negatives`)).text
      expect([await actions(), left.match(/remove=/g)?.length ?? 0]).toEqual([logged + 1, count - 1])
      const undo = /undo=act_\w+/.exec((await browser.get(to!)).text)![0]
      const preview = formOf((await browser.get(`/o/northwind/activity?${undo}`)).text)!
      expect((await send(browser, preview)).to).toContain("undone=act_")
      expect((await browser.get(`${draft}/negatives`)).text.match(/remove=/g)).toHaveLength(count)
      expect((await browser.get(`${draft}/negatives?remove=phrase+nobody`)).text).toContain("is not excluded")
    })

    it("lets members look and refuses their changes", async () => {
      const browser = await signedIn("mia@northwind.test")
      const { text } = await browser.get(campaign)
      expect(text).not.toContain("?change=")
      const owner = await signedIn("olivia@northwind.test")
      const form = formOf((await owner.get(`${campaign}?change=paused`)).text)!
      const shown = (await browser.get(`${campaign}?change=paused`)).text
      expect(formOf(shown)).toBeNull()
      form.set("form_token", browser.tokenIn((await browser.get("/account")).text))
      expect((await send(browser, form)).status).toBe(403)
    })
  })
