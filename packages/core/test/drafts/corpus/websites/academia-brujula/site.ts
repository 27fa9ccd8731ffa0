import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    "Language school in Valencia in tables: books excluded, enrolment free for new students, guaranteed employment, a full course, a discount of 2022",
  language: "es",
  name: "Academia Brújula",
  nameForms: ["Academia Brújula", "Brújula", "Academia Brujula", "academia-brujula.test"],
  places: ["Valencia"],
  sells: [
    { name: "Cursos de inglés", page: "/ingles.html" },
    { name: "Español para extranjeros", page: "/espanol.html" }
  ],
  truthful: [
    { part: "headline", page: "/ingles.html", text: "Cursos de inglés en Valencia", harmless: true },
    {
      part: "description",
      page: "/ingles.html",
      text: "Cursos de inglés desde 75 € al mes, libros no incluidos."
    },
    { part: "description", page: "/ingles.html", text: "La matrícula es gratuita para nuevos alumnos." },
    { part: "description", page: "/ingles.html", text: "Clases de conversación los viernes a las 19 h." },
    { part: "headline", page: "/espanol.html", text: "Español para extranjeros" },
    {
      part: "description",
      page: "/espanol.html",
      text: "Curso intensivo de 20 horas por 180 € a la semana."
    },
    {
      part: "description",
      page: "/espanol.html",
      text: "Prueba de nivel gratuita si se inscribe antes del lunes."
    },
    {
      part: "description",
      page: "/espanol.html",
      text: "Hasta un 10 % de descuento a partir de cuatro semanas."
    },
    { part: "callout", page: "/espanol.html", text: "Clases presenciales" },
    { part: "headline", page: "/ingles.html", text: "Academia Brújula", harmless: true },
    { part: "callout", page: "/ingles.html", text: "Pida información", harmless: true },
    { part: "description", page: "/ingles.html", text: "Las tasas de examen se pagan aparte." },
    { part: "description", page: "/espanol.html", text: "El próximo inicio es el 5 de enero de 2099." }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/ingles.html",
      text: "Cursos de inglés a 75 €",
      nearest: "Cursos de inglés desde 75 € al mes, libros no incluidos."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/ingles.html",
      text: "Libros incluidos",
      nearest: "Cursos de inglés desde 75 € al mes, libros no incluidos."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/ingles.html",
      text: "La matrícula es gratuita",
      quote: "La matrícula es gratuita",
      nearest: "La matrícula es gratuita para nuevos alumnos."
    },
    { why: "not_evidence", part: "headline", page: "/ingles.html", text: "20 % de descuento" },
    {
      why: "regulated",
      category: "earnings",
      part: "description",
      page: "/ingles.html",
      text: "Empleo garantizado al terminar el nivel C1."
    },
    {
      why: "not_evidence",
      part: "headline",
      page: "/ingles.html",
      text: "El curso de verano",
      note: "Full."
    },
    {
      why: "sentences",
      part: "description",
      page: "/espanol.html",
      text: "180 € a la semana. El alojamiento",
      nearest: "Curso intensivo de 20 horas por 180 € a la semana."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/espanol.html",
      text: "Alojamiento incluido",
      nearest: "El alojamiento no está incluido."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/espanol.html",
      text: "Prueba de nivel gratuita",
      nearest: "Prueba de nivel gratuita si se inscribe antes del lunes."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/espanol.html",
      text: "10 % de descuento",
      nearest: "Hasta un 10 % de descuento a partir de cuatro semanas."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/espanol.html",
      text: "Damos clases de valenciano",
      nearest: "No damos clases de valenciano."
    },
    { why: "evidence", part: "headline", page: "/ingles.html", text: "Apruebe en un mes" },
    { why: "evidence", part: "callout", page: "/espanol.html", text: "La mejor academia" }
  ],
  goodKeywords: ["cursos de inglés valencia", "academia de idiomas valencia", "español para extranjeros"],
  badKeywords: {
    ownName: ["academia brújula", "brújula"],
    section: ["noticias", "esquelas"],
    notSold: ["clases de valenciano", "curso de verano inglés", "alojamiento valencia"]
  }
}
