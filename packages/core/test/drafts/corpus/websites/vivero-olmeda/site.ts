import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    'Plant nursery near Zaragoza with unclosed paragraphs and coloured spans: "desde", "hasta un", transport excluded, sold out, an offer of 2023',
  language: "es",
  name: "Vivero Olmeda",
  nameForms: ["Vivero Olmeda", "Olmeda", "Viveros Olmeda e Hijos S.L.", "vivero-olmeda.test"],
  places: ["Zaragoza"],
  sells: [
    { name: "Plantas de exterior", page: "/plantas.html" },
    { name: "Instalación de césped", page: "/cesped.html" }
  ],
  truthful: [
    { part: "headline", page: "/plantas.html", text: "Plantas de exterior" },
    {
      part: "description",
      page: "/plantas.html",
      text: "Olivos en maceta desde 35 €, transporte no incluido."
    },
    { part: "headline", page: "/plantas.html", text: "Rosales a 9,90 €" },
    {
      part: "description",
      page: "/plantas.html",
      text: "Envío gratuito en Zaragoza capital en pedidos de más de 60 €."
    },
    {
      part: "description",
      page: "/plantas.html",
      text: "Hasta un 20 % de descuento en setos a partir de 50 unidades."
    },
    { part: "headline", page: "/cesped.html", text: "Césped en Zaragoza", harmless: true },
    {
      part: "description",
      page: "/cesped.html",
      text: "Césped natural en rollo desde 4,50 €/m², sin instalación."
    },
    {
      part: "description",
      page: "/cesped.html",
      text: "Presupuesto gratuito para jardines de más de 100 m²."
    },
    {
      part: "description",
      page: "/cesped.html",
      text: "Instalamos su césped en tres días, si el terreno está nivelado."
    },
    { part: "callout", page: "/plantas.html", text: "Asesoramiento", quote: "Asesoramiento en el vivero" },
    { part: "headline", page: "/plantas.html", text: "Vivero Olmeda", harmless: true },
    {
      part: "description",
      page: "/plantas.html",
      text: "Visite nuestro vivero en Zaragoza.",
      harmless: true
    },
    {
      part: "description",
      page: "/cesped.html",
      text: "Garantía de arraigo de 60 días con nuestro plan de riego."
    },
    { part: "headline", page: "/cesped.html", text: "Desde 1985 en Zaragoza" },
    { part: "callout", page: "/cesped.html", text: "Desde 1985 en Zaragoza" }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/plantas.html",
      text: "Olivos en maceta 35 €",
      nearest: "Olivos en maceta desde 35 €, transporte no incluido."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/plantas.html",
      text: "Transporte incluido",
      quote: "transporte no incluido",
      nearest: "Olivos en maceta desde 35 €, transporte no incluido."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/plantas.html",
      text: "20 % de descuento en setos",
      nearest: "Hasta un 20 % de descuento en setos a partir de 50 unidades."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/plantas.html",
      text: "Envío gratuito en Zaragoza",
      nearest: "Envío gratuito en Zaragoza capital en pedidos de más de 60 €."
    },
    {
      why: "sentences",
      part: "headline",
      page: "/plantas.html",
      text: "9,90 € los frutales",
      note: "The price is that of the roses."
    },
    { why: "not_evidence", part: "headline", page: "/plantas.html", text: "Geranios 3x2" },
    {
      why: "not_evidence",
      part: "headline",
      page: "/plantas.html",
      text: "Palmeras en Zaragoza",
      note: "Sold out."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/plantas.html",
      text: "Vendemos plantas de interior",
      nearest: "No vendemos plantas de interior."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/cesped.html",
      text: "Césped en tres días",
      quote: "su césped en tres días",
      nearest: "Instalamos su césped en tres días, si el terreno está nivelado."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/cesped.html",
      text: "Riego automático incluido",
      nearest: "El riego automático no está incluido."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/cesped.html",
      text: "Garantía de arraigo de 60 días",
      nearest: "Garantía de arraigo de 60 días con nuestro plan de riego."
    },
    {
      why: "evidence",
      part: "callout",
      page: "/plantas.html",
      text: "El más barato de Aragón",
      note: "A customer says it on the start page."
    }
  ],
  goodKeywords: ["vivero zaragoza", "césped natural zaragoza", "olivos en maceta"],
  badKeywords: {
    ownName: ["vivero olmeda", "olmeda"],
    section: ["inicio", "aviso legal"],
    notSold: ["palmeras", "plantas de interior", "césped artificial"]
  }
}
