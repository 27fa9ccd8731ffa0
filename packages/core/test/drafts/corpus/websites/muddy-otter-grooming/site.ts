import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    "Dog groomer in Leeds from the days of font tags: all capitals, no headings, unclosed paragraphs, an empty page in the navigation",
  language: "en",
  name: "Muddy Otter Dog Grooming",
  nameForms: ["Muddy Otter Dog Grooming", "Muddy Otter", "muddy-otter-grooming.test"],
  places: ["Leeds"],
  sells: [
    { name: "Dog grooming", page: "/grooming.html" },
    { name: "Puppy grooming", page: "/puppies.html" }
  ],
  truthful: [
    { part: "headline", page: "/grooming.html", text: "Dog Grooming in Leeds", harmless: true },
    { part: "description", page: "/grooming.html", text: "Full groom with bath, cut and nails from £38." },
    { part: "headline", page: "/grooming.html", text: "One dog at a time" },
    {
      part: "description",
      page: "/grooming.html",
      text: "Nail clip only £8, no appointment needed on Fridays."
    },
    { part: "description", page: "/grooming.html", text: "Save £5 when you book two dogs together." },
    { part: "headline", page: "/puppies.html", text: "Puppy’s first groom" },
    {
      part: "description",
      page: "/puppies.html",
      text: "Puppy intro groom £22, for puppies under six months."
    },
    {
      part: "description",
      page: "/puppies.html",
      text: "A free puppy treat bag with every first groom, while stocks last."
    },
    { part: "callout", page: "/grooming.html", text: "Canal Yard, Headingley", harmless: true },
    { part: "headline", page: "/grooming.html", text: "Muddy Otter Dog Grooming", harmless: true },
    {
      part: "description",
      page: "/grooming.html",
      text: "Matted coats are clipped short and I charge £10 extra."
    },
    { part: "headline", page: "/puppies.html", text: "Puppy Groom in Headingley", harmless: true },
    {
      part: "description",
      page: "/puppies.html",
      text: "Puppies need their second vaccination before they visit."
    }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/grooming.html",
      text: "Full groom £38",
      nearest: "FULL GROOM WITH BATH, CUT AND NAILS FROM £38."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/grooming.html",
      text: "Dog and Cat Grooming in Leeds",
      nearest: "Sorry, no cats."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/grooming.html",
      text: "Teeth cleaning offered",
      nearest: "Teeth cleaning is not offered."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/grooming.html",
      text: "Save £5",
      quote: "Save £5",
      nearest: "Save £5 when you book two dogs together."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/grooming.html",
      text: "No appointment needed",
      nearest: "Nail clip only £8, no appointment needed on Fridays."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/grooming.html",
      text: "Dogs over 40 kg groomed here",
      nearest: "Dogs over 40 kg cannot be groomed here."
    },
    {
      why: "not_evidence",
      part: "headline",
      page: "/grooming.html",
      text: "Half price grooms",
      quote: "BLACK FRIDAY 2022 - HALF PRICE GROOMS"
    },
    {
      why: "not_evidence",
      part: "headline",
      page: "/puppies.html",
      text: "Puppy socials on Saturdays",
      note: "Fully booked."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/puppies.html",
      text: "Free puppy",
      quote: "A free puppy treat bag with every first groom, while stocks last.",
      nearest: "A free puppy treat bag with every first groom, while stocks last."
    },
    {
      why: "evidence",
      part: "headline",
      page: "/grooming.html",
      text: "Yorkshire’s cheapest groomer",
      note: "Turned from a testimonial of the start page."
    },
    { why: "placeholder", part: "headline", page: "/grooming.html", text: "New Page in Leeds" },
    {
      why: "not_evidence",
      part: "callout",
      page: "/grooming.html",
      text: "Free parking",
      note: "Another page says it, and only of the first hour."
    }
  ],
  goodKeywords: ["dog grooming leeds", "dog groomer headingley", "puppy grooming"],
  badKeywords: {
    ownName: ["muddy otter", "muddy otter dog grooming"],
    section: ["new page", "home", "puppies", "type your text here"],
    notSold: ["cat grooming", "dog teeth cleaning", "puppy socials"]
  }
}
