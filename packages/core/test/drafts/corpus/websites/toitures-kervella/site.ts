import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    'Roofer in Nantes, pages titled "Nouvelle page", no lang attribute: removal excluded, grants with conditions, credit, gutters of 2021, an award of 2012',
  language: "fr",
  name: "Toitures Kervella",
  nameForms: [
    "Toitures Kervella",
    "Kervella",
    "Kervella couverture",
    "Toitures Kervella SARL",
    "toitures-kervella.test"
  ],
  places: ["Nantes", "Saint-Herblain"],
  sells: [
    { name: "Rénovation de toiture", page: "/renovation.html" },
    { name: "Démoussage", page: "/demoussage.html" }
  ],
  truthful: [
    { part: "headline", page: "/renovation.html", text: "Rénovation de toiture Nantes", harmless: true },
    {
      part: "description",
      page: "/renovation.html",
      text: "Ardoise naturelle à partir de 95 € le m², dépose non comprise."
    },
    { part: "description", page: "/renovation.html", text: "Devis gratuit sous 48 heures, hors urgences." },
    {
      part: "description",
      page: "/renovation.html",
      text: "Garantie décennale sur les travaux de couverture."
    },
    { part: "headline", page: "/renovation.html", text: "Couvreur à Saint-Herblain", harmless: true },
    {
      part: "description",
      page: "/demoussage.html",
      text: "Démoussage de toiture dès 12 € le m² pour plus de 80 m²."
    },
    {
      part: "description",
      page: "/demoussage.html",
      text: "Diagnostic par drone offert pour tout devis signé."
    },
    { part: "description", page: "/demoussage.html", text: "Traitement efficace cinq ans en moyenne." },
    { part: "callout", page: "/demoussage.html", text: "Ouvert le samedi matin" },
    { part: "headline", page: "/renovation.html", text: "Toitures Kervella", harmless: true },
    { part: "callout", page: "/renovation.html", text: "Demandez votre devis", harmless: true },
    { part: "headline", page: "/demoussage.html", text: "Couvreur à Nantes depuis 1996" },
    {
      part: "description",
      page: "/renovation.html",
      text: "Aides jusqu'à 30 % sous conditions de ressources."
    }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/renovation.html",
      text: "Ardoise naturelle 95 € le m²",
      nearest: "Ardoise naturelle à partir de 95 € le m², dépose non comprise."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/renovation.html",
      text: "Dépose comprise",
      nearest: "Ardoise naturelle à partir de 95 € le m², dépose non comprise."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/renovation.html",
      text: "Devis gratuit sous 48 heures",
      quote: "Devis gratuit sous 48 heures, hors urgences.",
      nearest: "Devis gratuit sous 48 heures, hors urgences."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/renovation.html",
      text: "Aides de 30 %",
      nearest: "Aides jusqu'à 30 % sous conditions de ressources."
    },
    {
      why: "regulated",
      category: "credit",
      part: "headline",
      page: "/renovation.html",
      text: "Crédit au taux de 4,9 %"
    },
    { why: "not_evidence", part: "headline", page: "/renovation.html", text: "Gouttières offertes" },
    {
      why: "not_evidence",
      part: "headline",
      page: "/renovation.html",
      text: "Panneaux solaires à Nantes",
      note: "Coming."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/demoussage.html",
      text: "Démoussage dès 12 € le m²",
      nearest: "Démoussage de toiture dès 12 € le m² pour plus de 80 m²."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/demoussage.html",
      text: "Diagnostic par drone offert",
      nearest: "Diagnostic par drone offert pour tout devis signé."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/demoussage.html",
      text: "Traitement efficace cinq ans",
      nearest: "Traitement efficace cinq ans en moyenne."
    },
    {
      why: "evidence",
      part: "headline",
      page: "/demoussage.html",
      text: "Nous travaillons sous la pluie",
      nearest: "Nous ne travaillons jamais sous la pluie."
    },
    {
      why: "evidence",
      part: "headline",
      page: "/renovation.html",
      text: "Désamiantage à Nantes",
      note: "The start page says that they do not touch asbestos."
    },
    { why: "evidence", part: "callout", page: "/renovation.html", text: "Artisan de l’année" },
    { why: "placeholder", part: "headline", page: "/demoussage.html", text: "Nouvelle page à Nantes" },
    {
      why: "not_evidence",
      part: "headline",
      page: "/demoussage.html",
      text: "Devis gratuit pour tous",
      note: "Hidden text."
    },
    {
      why: "not_evidence",
      part: "headline",
      page: "/demoussage.html",
      text: "Intervention en une heure",
      note: "Hidden text."
    }
  ],
  goodKeywords: ["couvreur nantes", "rénovation toiture nantes", "démoussage toiture"],
  badKeywords: {
    ownName: ["kervella", "toitures kervella"],
    section: ["nouvelle page"],
    notSold: ["panneaux solaires nantes", "désamiantage", "crédit travaux"]
  }
}
