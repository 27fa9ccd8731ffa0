import { Chunk, Effect, type Layer, ManagedRuntime, Stream } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import {
  type AdPlatform,
  type AdPlatforms,
  type Platform,
  PlatformRefused
} from "../../../src/platform/index.ts"
import { afterFile } from "../../support/after-file.ts"
import { dayIn } from "../../support/days.ts"
import { googleAds } from "../../support/platforms.ts"

/*
 * The contract of any Google Ads, real or emulated. It creates one paused campaign, which stays: the port
 * cannot remove one.
 */

export interface Target<R, E> {
  readonly name: string
  readonly layer: Layer.Layer<AdPlatforms | R, E>
  readonly account: Effect.Effect<Platform.AdAccount, unknown, AdPlatforms | R>
}

/** Reads the refs of the campaign with that name, its one ad and their keywords, which are sorted by text. */
const readCreated = (platform: AdPlatform, account: Platform.AdAccount, name: string) =>
  Effect.gen(function* () {
    const { budgetRef, platformId, ref } = (yield* platform.campaignByName(account, name))!
    const [ad] = yield* platform.ads(account, ref)
    const refs = (rows: ReadonlyArray<{ readonly ref: string; readonly text: string }>) =>
      rows.toSorted((one, other) => one.text.localeCompare(other.text)).map((row) => row.ref)
    return {
      ref,
      platformId,
      budgetRef,
      negatives: refs(yield* platform.negatives(account, { campaign: ref })),
      ads: [
        {
          ref: ad!.ref,
          adRef: ad!.adRef,
          keywords: refs(yield* platform.keywords(account, { campaign: ref })),
          negatives: refs(yield* platform.negatives(account, { ad: ad!.ref }))
        }
      ]
    }
  })

export const contract = <R, E>(target: Target<R, E>) =>
  describe(`the platform, ${target.name}`, () => {
    const runtime = ManagedRuntime.make(target.layer)
    const name = `Adwarden contract ${new Date().toISOString()}`
    let account: Platform.AdAccount
    let made: Effect.Effect.Success<ReturnType<typeof readCreated>>
    beforeAll(async () => {
      account = await runtime.runPromise(target.account)
    })
    afterFile(() => runtime.dispose())

    const test = (title: string, run: (platform: AdPlatform) => Effect.Effect<void, unknown>) =>
      it(title, () => runtime.runPromise(Effect.flatMap(googleAds, run)))

    const draft: Platform.CampaignDraft = {
      name,
      state: "paused",
      budget: 12,
      targetCpa: 35.5,
      locations: ["geoTargetConstants/1027744"],
      radius: { latitude: 47.6, longitude: -122.3, radius: 10, unit: "miles" },
      language: "en",
      ads: [
        {
          name: "Lamps",
          url: "https://example.com/lamps",
          headlines: ["Lamps for Every Room", "Made by Hand", "Sent the Same Day"],
          descriptions: ["Lamps made by hand in a small workshop.", "Choose yours today, light it tomorrow."],
          paths: ["lamps", "all"],
          keywords: [
            { text: "desk lamp", match: "phrase" },
            { text: "floor lamp", match: "exact" }
          ],
          negatives: [{ text: "lava", match: "broad" }]
        }
      ],
      negatives: [{ text: "repair", match: "phrase" }],
      sitelinks: [
        {
          text: "Floor lamps",
          url: "https://example.com/floor",
          description1: "Tall ones",
          description2: "And taller"
        },
        { text: "Desk lamps", url: "https://example.com/desk" }
      ],
      callouts: ["Made by hand", "Sent the same day"]
    }

    test("tells the account, and lists it among those of the login", (platform) =>
      Effect.gen(function* () {
        const details = yield* platform.details(account)
        expect(details.currency).toMatch(/^[A-Z]{3}$/)
        expect(details.timeZone).toMatch(/\w/)
        const all = yield* platform.accounts(account.login)
        expect(all.map(({ customerId }) => customerId)).toContain(account.customerId)
      }))

    test("says whether it would take a campaign, and makes none", (platform) =>
      Effect.gen(function* () {
        yield* platform.check(account, [{ do: "create_campaign", draft }])
        const short = { ...draft, ads: [{ ...draft.ads[0]!, headlines: ["Only one"] }] }
        const refused = yield* Effect.flip(platform.check(account, [{ do: "create_campaign", draft: short }]))
        expect(refused).toBeInstanceOf(PlatformRefused)
        expect(yield* platform.campaignByName(account, name)).toBeNull()
      }))

    test("makes a campaign whole, and tells it back", (platform) =>
      Effect.gen(function* () {
        yield* platform.createCampaign(account, draft)
        made = yield* readCreated(platform, account, name)
        const found = yield* platform.campaignByName(account, name)
        expect(found).toMatchObject({
          ref: made.ref,
          platformId: made.platformId,
          budgetRef: made.budgetRef,
          state: "paused",
          budget: 12,
          budgetUsers: 1,
          targetCpa: 35.5,
          portfolio: false,
          // The campaign says so itself, whatever the platform does by default.
          aiMax: false,
          textAutomation: false
        })
        const [ad] = yield* platform.ads(account, made.ref)
        expect(ad).toMatchObject({
          ref: made.ads[0]!.ref,
          adRef: made.ads[0]!.adRef,
          name: "Lamps",
          url: "https://example.com/lamps",
          headlines: draft.ads[0]!.headlines,
          descriptions: draft.ads[0]!.descriptions,
          paths: ["lamps", "all"]
        })
        const keywords = yield* platform.keywords(account, { campaign: made.ref })
        expect(keywords.map(({ ref }) => ref).sort()).toEqual([...made.ads[0]!.keywords].sort())
        const whole = yield* platform.structure(account)
        const own = <A extends { readonly campaign: string }>(rows: ReadonlyArray<A>) =>
          rows.filter(({ campaign }) => campaign === made.ref)
        expect(
          own(whole.negatives)
            .map(({ ref }) => ref)
            .sort()
        ).toEqual([...made.negatives, ...made.ads[0]!.negatives].sort())
        expect(own(whole.locations)).toMatchObject([{ geoTarget: "geoTargetConstants/1027744" }])
        expect(own(whole.radii)).toMatchObject([{ radius: draft.radius }])
        expect(
          own(whole.sitelinks)
            .map(({ sitelink }) => sitelink.text)
            .sort()
        ).toEqual(["Desk lamps", "Floor lamps"])
        expect(
          own(whole.callouts)
            .map(({ text }) => text)
            .sort()
        ).toEqual(["Made by hand", "Sent the same day"])
      }))

    test("refuses a second of the same name in its own words", (platform) =>
      Effect.gen(function* () {
        const refused = yield* Effect.flip(platform.createCampaign(account, draft))
        expect(refused).toMatchObject({
          _tag: "PlatformRefused",
          code: "campaignError.DUPLICATE_CAMPAIGN_NAME"
        })
      }))

    test("changes budget, target, AI Max, name and state, and reads each back", (platform) =>
      Effect.gen(function* () {
        yield* platform.setBudget(account, made.ref, 14)
        yield* platform.setTargetCpa(account, made.ref, 41.25)
        yield* platform.setAiMax(account, made.ref, true)
        yield* platform.rename(account, made.ref, `${name} again`)
        yield* platform.setState(account, made.ref, "live")
        expect(yield* platform.campaign(account, made.ref)).toMatchObject({
          budget: 14,
          targetCpa: 41.25,
          aiMax: true,
          name: `${name} again`,
          state: "live"
        })
        yield* platform.setState(account, made.ref, "paused")
        yield* platform.setTargetCpa(account, made.ref, null)
        yield* platform.setAiMax(account, made.ref, false)
        expect(yield* platform.campaign(account, made.ref)).toMatchObject({
          state: "paused",
          targetCpa: null,
          aiMax: false
        })
      }))

    test("says whether it would take changes, of several kinds together, and makes none", (platform) =>
      Effect.gen(function* () {
        const before = yield* platform.campaign(account, made.ref)
        const campaign = made.ref
        const fine: ReadonlyArray<Platform.PlatformChange> = [
          { do: "rename", campaign, name: `${name} checked` },
          { do: "set_state", campaign, state: "live" },
          { do: "set_target_cpa", campaign, bidding: before!.bidding, amount: 30 },
          { do: "set_ai_max", campaign, on: true },
          { do: "set_budget", budget: made.budgetRef, amount: 20 },
          { do: "add_negative", parent: { campaign }, text: "lamp school", match: "exact" },
          { do: "create_campaign", draft: { ...draft, name: `${name} third` } }
        ]
        yield* platform.check(account, fine)
        yield* platform.check(account, [])
        const wrong: ReadonlyArray<Platform.PlatformChange> = [
          { do: "set_budget", budget: made.budgetRef, amount: 0.000_001 },
          { do: "create_campaign", draft: { ...draft, name: before!.name } },
          { do: "rename", campaign, name: "" },
          { do: "add_negative", parent: { campaign }, text: "lamp! school", match: "exact" }
        ]
        for (const change of wrong) {
          expect(yield* Effect.flip(platform.check(account, [change]))).toBeInstanceOf(PlatformRefused)
        }
        expect(yield* platform.campaign(account, made.ref)).toEqual(before)
        expect(yield* platform.campaignByName(account, `${name} third`)).toBeNull()
      }))

    test("adds and removes negatives on campaign and ad; gone already counts as removed", (platform) =>
      Effect.gen(function* () {
        const negatives = (parent: Platform.KeywordParent) => [
          { do: "add_negative", parent, text: "free lamps", match: "phrase" } as const,
          { do: "add_negative", parent, text: "lamp jobs", match: "exact" } as const
        ]
        const removals = (refs: ReadonlyArray<Platform.Ref>) =>
          refs.map((ref) => ({ do: "remove", ref }) as const)
        const ad = made.ads[0]!.ref
        const onCampaign = yield* platform.mutate(account, negatives({ campaign: made.ref }))
        const onAd = yield* platform.mutate(account, negatives({ ad }))
        expect([...onCampaign, ...onAd]).toHaveLength(4)
        const texts = Effect.map(platform.negatives(account, { campaign: made.ref }), (all) =>
          all.map(({ text }) => text).sort()
        )
        expect(yield* texts).toEqual(["free lamps", "lamp jobs", "repair"])
        const there = yield* platform.negatives(account, { ad })
        expect(there.find(({ text }) => text === "lamp jobs")).toMatchObject({
          ref: onAd[1],
          match: "exact",
          ad
        })
        yield* platform.mutate(account, removals([onCampaign[0]!, onAd[0]!]))
        yield* platform.mutate(account, removals([...onCampaign, ...onAd]))
        yield* platform.mutate(account, removals([...onCampaign, ...onAd]))
        expect(yield* texts).toEqual(["repair"])
      }))

    const shown = (platform: AdPlatform) =>
      Effect.gen(function* () {
        const ad = made.ads[0]!.ref
        const negatives = yield* Effect.forEach([{ campaign: made.ref }, { ad }], (place) =>
          platform.negatives(account, place)
        )
        const keywords = yield* platform.keywords(account, { ad })
        return {
          negatives: negatives.map((all) => all.map(({ text }) => text).sort()),
          keywords: Object.fromEntries(keywords.map(({ state, text }) => [text, state]))
        }
      })

    test("writes of every kind go together, and answer their names in order", (platform) =>
      Effect.gen(function* () {
        const ad = made.ads[0]!.ref
        const [desk, floor] = made.ads[0]!.keywords
        const names = yield* platform.mutate(account, [
          { do: "add_negative", parent: { campaign: made.ref }, text: "second hand", match: "phrase" },
          { do: "set_keyword_state", keyword: desk!, state: "paused" },
          { do: "add_keyword", ad, text: "wall lamp", match: "exact" },
          { do: "add_negative", parent: { ad }, text: "candle", match: "broad" },
          { do: "remove", ref: floor! }
        ])
        expect(names).toHaveLength(5)
        expect([names[1], names[4]]).toEqual([desk, floor])
        expect(yield* shown(platform)).toEqual({
          negatives: [
            ["repair", "second hand"],
            ["candle", "lava"]
          ],
          keywords: { "desk lamp": "paused", "wall lamp": "enabled" }
        })
        const wall = (yield* platform.keywords(account, { ad })).find(({ text }) => text === "wall lamp")
        expect(wall?.ref).toBe(names[2])
        // Existing, missing and duplicate items are no failure, and each returns its resource name.
        const again = yield* platform.mutate(account, [
          { do: "remove", ref: floor! },
          { do: "add_negative", parent: { campaign: made.ref }, text: "Second hand", match: "phrase" },
          { do: "remove", ref: names[2]! },
          { do: "remove", ref: names[2]! },
          { do: "add_keyword", ad, text: "floor lamp", match: "exact" },
          { do: "set_keyword_state", keyword: desk!, state: "enabled" },
          { do: "remove", ref: names[3]! }
        ])
        expect(again).toEqual([floor, names[0], names[2], names[2], floor, desk, names[3]])
        expect(yield* shown(platform)).toEqual({
          negatives: [["repair", "second hand"], ["lava"]],
          keywords: { "desk lamp": "enabled", "floor lamp": "enabled" }
        })
        expect(yield* platform.mutate(account, [])).toEqual([])
        yield* platform.mutate(account, [{ do: "remove", ref: names[0]! }])
      }))

    test("one write that is declined declines all that go with it", (platform) =>
      Effect.gen(function* () {
        const ad = made.ads[0]!.ref
        const [desk] = made.ads[0]!.keywords
        const before = yield* shown(platform)
        const refused = yield* Effect.flip(
          platform.mutate(account, [
            { do: "add_negative", parent: { campaign: made.ref }, text: "fine by itself", match: "phrase" },
            { do: "set_keyword_state", keyword: desk!, state: "paused" },
            { do: "add_keyword", ad, text: "not { allowed }", match: "exact" },
            { do: "remove", ref: desk!.replace(/~\d+$/, "~1") },
            { do: "remove", ref: made.negatives[0]! }
          ])
        )
        expect(refused).toMatchObject({
          _tag: "PlatformRefused",
          code: "criterionError.KEYWORD_HAS_INVALID_CHARS"
        })
        expect(yield* shown(platform)).toEqual(before)
      }))

    test("adds keywords, pauses and enables them, and adds an ad", (platform) =>
      Effect.gen(function* () {
        const ad = made.ads[0]!.ref
        const added = yield* platform.mutate(account, [
          { do: "add_keyword", ad, text: "reading lamp", match: "broad" }
        ])
        const state = Effect.map(platform.keywords(account, { ad }), (all) =>
          all.find(({ ref }) => ref === added[0])
        )
        yield* platform.mutate(account, [{ do: "set_keyword_state", keyword: added[0]!, state: "paused" }])
        expect(yield* state).toMatchObject({ text: "reading lamp", match: "broad", state: "paused" })
        yield* platform.mutate(account, [{ do: "set_keyword_state", keyword: added[0]!, state: "enabled" }])
        expect(yield* state).toMatchObject({ state: "enabled" })
        yield* platform.createAd(account, made.ref, { ...draft.ads[0]!, name: "More lamps" })
        const ads = yield* platform.ads(account, made.ref)
        expect(ads).toHaveLength(2)
        const second = ads.find((one) => one.name === "More lamps")!
        expect(yield* platform.keywords(account, { ad: second.ref })).toHaveLength(2)
      }))

    test("reads days, and leaves our own writes out of what others changed", (platform) =>
      Effect.gen(function* () {
        const timeZone = account.timeZone ?? "UTC"
        const days = { from: dayIn(timeZone, 7), to: dayIn(timeZone, 1) }
        for (const rows of [platform.campaignDays, platform.keywordDays, platform.searchTermDays]) {
          const all = Chunk.toReadonlyArray(
            yield* Stream.runCollect<{ readonly date: string }, unknown, never>(rows(account, days))
          )
          expect(all.every(({ date }) => date >= days.from && date <= days.to)).toBe(true)
        }
        const changes = yield* platform.changesSince(account, new Date(Date.now() - 86_400_000))
        expect(changes.filter(({ campaign }) => campaign === made.ref)).toEqual([])
      }))

    test("knows places and what people search for", (platform) =>
      Effect.gen(function* () {
        const places = yield* platform.findLocations(account, ["Seattle"], "US")
        expect(places.map(({ geoTarget }) => geoTarget)).toContain("geoTargetConstants/1027744")
        const ideas = yield* platform.keywordIdeas(account, {
          keywords: ["boiler repair"],
          locations: ["geoTargetConstants/1027744"]
        })
        expect(Array.isArray(ideas)).toBe(true)
      }))
  })
