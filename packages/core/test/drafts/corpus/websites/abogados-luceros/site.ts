import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    'Lawyers in Alicante, a page titled "Página nueva": a first consultation with conditions, fees without tax, quick loans, past results, a promotion of 2020',
  language: "es",
  name: "Luceros Abogados",
  nameForms: ["Luceros Abogados", "Luceros", "Luceros Abogados S.L.P.", "abogados-luceros.test"],
  places: ["Alicante"],
  sells: [
    { name: "Accidentes de tráfico", page: "/accidentes.html" },
    { name: "Divorcios", page: "/divorcios.html" }
  ],
  truthful: [
    { part: "headline", page: "/accidentes.html", text: "Abogados en Alicante", harmless: true },
    { part: "headline", page: "/accidentes.html", text: "Accidentes de tráfico" },
    {
      part: "description",
      page: "/accidentes.html",
      text: "La primera consulta es gratuita para accidentes de los últimos doce meses."
    },
    {
      part: "description",
      page: "/accidentes.html",
      text: "Solo cobramos si usted cobra, salvo los gastos de perito."
    },
    {
      part: "description",
      page: "/accidentes.html",
      text: "Nuestros honorarios son el 15 % de la indemnización, IVA no incluido."
    },
    { part: "description", page: "/accidentes.html", text: "Respondemos en 24 horas de lunes a viernes." },
    {
      part: "description",
      page: "/divorcios.html",
      text: "Divorcio de mutuo acuerdo desde 390 € por cónyuge."
    },
    {
      part: "description",
      page: "/divorcios.html",
      text: "Convenio listo en unos diez días, si no hay bienes inmuebles."
    },
    { part: "headline", page: "/divorcios.html", text: "Divorcios en Alicante", harmless: true },
    { part: "callout", page: "/divorcios.html", text: "Cita con un abogado" },
    { part: "headline", page: "/divorcios.html", text: "Luceros Abogados", harmless: true },
    { part: "callout", page: "/accidentes.html", text: "Contacte con nosotros", harmless: true },
    {
      part: "callout",
      page: "/divorcios.html",
      text: "En Alicante desde 1999",
      quote: "Abogados en Alicante desde 1999"
    },
    { part: "description", page: "/divorcios.html", text: "Procurador y notario se pagan aparte." }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/accidentes.html",
      text: "Primera consulta gratuita",
      nearest: "La primera consulta es gratuita para accidentes de los últimos doce meses."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/accidentes.html",
      text: "Solo cobramos si usted cobra",
      nearest: "Solo cobramos si usted cobra, salvo los gastos de perito."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/accidentes.html",
      text: "15 % con IVA incluido",
      nearest: "Nuestros honorarios son el 15 % de la indemnización, IVA no incluido."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/accidentes.html",
      text: "Respondemos en 24 horas",
      nearest: "Respondemos en 24 horas de lunes a viernes."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/accidentes.html",
      text: "Llevamos accidentes laborales",
      nearest: "No llevamos accidentes laborales."
    },
    {
      why: "regulated",
      category: "credit",
      part: "headline",
      page: "/accidentes.html",
      text: "Préstamos rápidos sin aval"
    },
    { why: "evidence", part: "headline", page: "/accidentes.html", text: "Recuperamos 480.000 €" },
    {
      why: "dropped",
      part: "headline",
      page: "/divorcios.html",
      text: "Divorcio desde 390 €",
      nearest: "Divorcio de mutuo acuerdo desde 390 € por cónyuge."
    },
    {
      why: "sentences",
      part: "headline",
      page: "/divorcios.html",
      text: "390 € por cónyuge. Procurador",
      nearest: "Divorcio de mutuo acuerdo desde 390 € por cónyuge."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/divorcios.html",
      text: "Convenio listo en diez días",
      nearest: "Convenio listo en unos diez días, si no hay bienes inmuebles."
    },
    {
      why: "not_evidence",
      part: "description",
      page: "/divorcios.html",
      text: "Promoción de primavera: 290 €."
    },
    {
      why: "not_evidence",
      part: "headline",
      page: "/divorcios.html",
      text: "Mediación familiar",
      note: "Coming."
    },
    { why: "evidence", part: "callout", page: "/divorcios.html", text: "Los número uno" },
    { why: "placeholder", part: "headline", page: "/", text: "Página nueva en Alicante" }
  ],
  goodKeywords: ["abogados accidentes alicante", "divorcio mutuo acuerdo", "abogado divorcio alicante"],
  badKeywords: {
    ownName: ["luceros abogados", "abogados luceros"],
    section: ["equipo", "página nueva"],
    notSold: ["préstamos rápidos", "credisol", "mediación familiar", "abogado laboral"]
  }
}
