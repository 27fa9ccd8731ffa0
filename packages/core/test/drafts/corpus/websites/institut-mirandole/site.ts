import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    "Beauty salon in Lyon: slimming and Botox that may not be advertised beside waxing that may, gifts with conditions, an offer of Christmas 2023",
  language: "fr",
  name: "Institut Mirandole",
  nameForms: ["Institut Mirandole", "Mirandole", "institut-mirandole.test"],
  places: ["Lyon"],
  sells: [
    { name: "Épilation à la cire", page: "/epilation.html" },
    { name: "Soins du visage", page: "/visage.html" }
  ],
  truthful: [
    { part: "headline", page: "/epilation.html", text: "Épilation à la cire" },
    { part: "headline", page: "/epilation.html", text: "Institut de beauté à Lyon", harmless: true },
    {
      part: "description",
      page: "/epilation.html",
      text: "Épilation demi-jambes à partir de 19 €, maillot non compris."
    },
    {
      part: "description",
      page: "/epilation.html",
      text: "Sans rendez-vous le mercredi matin, selon l'affluence."
    },
    {
      part: "description",
      page: "/epilation.html",
      text: "Une épilation des sourcils offerte pour deux prestations achetées."
    },
    {
      part: "description",
      page: "/epilation.html",
      text: "Jusqu'à 20 % de remise pour les étudiantes en semaine."
    },
    { part: "headline", page: "/visage.html", text: "Soin hydratant 55 €" },
    {
      part: "description",
      page: "/visage.html",
      text: "Le bilan de peau est offert aux nouvelles clientes."
    },
    { part: "description", page: "/visage.html", text: "Comptez 50 minutes, démaquillage compris." },
    { part: "callout", page: "/visage.html", text: "Carte cadeau au comptoir" },
    { part: "headline", page: "/epilation.html", text: "Institut Mirandole", harmless: true },
    { part: "callout", page: "/epilation.html", text: "Prenez rendez-vous", harmless: true },
    { part: "headline", page: "/visage.html", text: "Soins du visage à Lyon", harmless: true },
    { part: "headline", page: "/visage.html", text: "Massage du dos sur demande" }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/epilation.html",
      text: "Épilation demi-jambes 19 €",
      nearest: "Épilation demi-jambes à partir de 19 €, maillot non compris."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/epilation.html",
      text: "Maillot compris",
      nearest: "Épilation demi-jambes à partir de 19 €, maillot non compris."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/epilation.html",
      text: "Sans rendez-vous",
      quote: "Sans rendez-vous",
      nearest: "Sans rendez-vous le mercredi matin, selon l'affluence."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/epilation.html",
      text: "20 % de remise étudiantes",
      nearest: "Jusqu'à 20 % de remise pour les étudiantes en semaine."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/epilation.html",
      text: "Épilation au laser",
      nearest: "L'épilation au laser n'est plus proposée."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/epilation.html",
      text: "Épilation des sourcils offerte",
      nearest: "Une épilation des sourcils offerte pour deux prestations achetées."
    },
    {
      why: "sentences",
      part: "headline",
      page: "/visage.html",
      text: "55 €. Massage du dos",
      nearest: "Massage du dos sur demande."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/visage.html",
      text: "Le bilan de peau est offert",
      nearest: "Le bilan de peau est offert aux nouvelles clientes."
    },
    {
      why: "regulated",
      category: "prescription_drugs",
      part: "headline",
      page: "/visage.html",
      text: "Injections de Botox dès 190 €"
    },
    {
      why: "regulated",
      category: "health_outcomes",
      part: "description",
      page: "/visage.html",
      text: "Ce soin guérit l'eczéma et l'acné."
    },
    {
      why: "regulated",
      category: "weight_loss",
      part: "description",
      page: "/minceur.html",
      text: "Perdez jusqu'à 5 kg en trois semaines, sans régime."
    },
    { why: "not_evidence", part: "headline", page: "/visage.html", text: "Le soin à 39 €" },
    { why: "evidence", part: "callout", page: "/epilation.html", text: "Résultats magiques" }
  ],
  goodKeywords: ["épilation lyon", "institut de beauté lyon", "soin du visage lyon"],
  badKeywords: {
    ownName: ["institut mirandole", "mirandole"],
    section: ["accueil", "minceur", "tout accepter"],
    notSold: ["épilation laser", "botox lyon", "perdre du poids", "massage lyon gratuit"]
  }
}
