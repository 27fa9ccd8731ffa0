import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    'Restaurant in Annecy, everything in divs: "à partir de", drinks excluded, cured ham that is no cure, Valentine\'s menu of 2024, a hotel of somebody else',
  language: "fr",
  name: "Auberge des Trois Aulnes",
  nameForms: [
    "Auberge des Trois Aulnes",
    "Trois Aulnes",
    "Les Aulnes",
    "SARL Les Aulnes",
    "auberge-des-trois-aulnes.test"
  ],
  places: ["Annecy"],
  sells: [
    { name: "Restaurant savoyard", page: "/carte.html" },
    { name: "Repas de groupe", page: "/groupes.html" }
  ],
  truthful: [
    { part: "headline", page: "/carte.html", text: "Restaurant savoyard à Annecy", harmless: true },
    {
      part: "description",
      page: "/carte.html",
      text: "Menu du marché à partir de 29 €, boissons non comprises."
    },
    {
      part: "description",
      page: "/carte.html",
      text: "Fondue savoyarde 24 € par personne, minimum deux personnes."
    },
    { part: "description", page: "/carte.html", text: "Menu enfant 11 € jusqu'à 10 ans." },
    {
      part: "description",
      page: "/carte.html",
      text: "Le samedi midi, le café est offert avec chaque menu."
    },
    { part: "description", page: "/carte.html", text: "Jambon séché en cave pendant douze mois." },
    { part: "headline", page: "/groupes.html", text: "Repas de groupe à Annecy", harmless: true },
    {
      part: "description",
      page: "/groupes.html",
      text: "Repas de groupe de 12 à 45 personnes, du mardi au jeudi."
    },
    { part: "description", page: "/groupes.html", text: "Menu groupe à 36 € par personne, vin compris." },
    { part: "callout", page: "/carte.html", text: "Réservation conseillée" },
    { part: "headline", page: "/carte.html", text: "Auberge des Trois Aulnes", harmless: true },
    { part: "callout", page: "/carte.html", text: "Réservez votre table", harmless: true },
    {
      part: "description",
      page: "/groupes.html",
      text: "La salle est gratuite pour les groupes de plus de 30 personnes."
    },
    { part: "callout", page: "/groupes.html", text: "Depuis 1978", quote: "Depuis 1978 au bord du Thiou" },
    {
      part: "description",
      page: "/groupes.html",
      text: "Acompte de 100 € à la réservation, non remboursable."
    }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/carte.html",
      text: "Menu du marché 29 €",
      nearest: "Menu du marché à partir de 29 €, boissons non comprises."
    },
    {
      why: "dropped",
      part: "description",
      page: "/carte.html",
      text: "Menu du marché à partir de 29 €, boissons comprises.",
      nearest: "Menu du marché à partir de 29 €, boissons non comprises."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/carte.html",
      text: "Fondue savoyarde 24 €",
      quote: "Fondue savoyarde 24 € par personne",
      nearest: "Fondue savoyarde 24 € par personne, minimum deux personnes."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/carte.html",
      text: "Café offert avec chaque menu",
      nearest: "Le samedi midi, le café est offert avec chaque menu."
    },
    {
      why: "not_evidence",
      part: "description",
      page: "/carte.html",
      text: "Menu de la Saint-Valentin : 49 € avec une coupe de crémant."
    },
    {
      why: "not_evidence",
      part: "headline",
      page: "/carte.html",
      text: "Brunch du dimanche",
      note: "It is coming."
    },
    {
      why: "sentences",
      part: "headline",
      page: "/groupes.html",
      text: "Vin compris, le trajet en car",
      nearest: "Menu groupe à 36 € par personne, vin compris."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/groupes.html",
      text: "La salle est gratuite",
      nearest: "La salle est gratuite pour les groupes de plus de 30 personnes."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/groupes.html",
      text: "Acompte remboursable de 100 €",
      nearest: "Acompte de 100 € à la réservation, non remboursable."
    },
    {
      why: "evidence",
      part: "headline",
      page: "/carte.html",
      text: "La meilleure fondue des Alpes",
      note: "A testimonial of the start page."
    },
    { why: "evidence", part: "callout", page: "/carte.html", text: "Chiens admis en salle" },
    {
      why: "evidence",
      part: "headline",
      page: "/groupes.html",
      text: "Hôtel Bellecroix dès 40 €",
      note: "A third party, and a price that nobody gave."
    }
  ],
  goodKeywords: ["restaurant savoyard annecy", "fondue annecy", "restaurant groupe annecy"],
  badKeywords: {
    ownName: ["auberge des trois aulnes", "trois aulnes"],
    section: ["accueil", "la carte", "mentions légales", "groupes"],
    notSold: ["hôtel annecy", "hôtel bellecroix", "brunch annecy"]
  }
}
