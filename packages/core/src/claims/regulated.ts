import type { RegulatedCategory } from "./page-text.ts"

/*
 * Words of categories whose advertising the law or the platform restricts. A line with one is blocked and the
 * category named, whatever its page says; a person may confirm it.
 */

const whole = (words: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "iu")

const categories: Readonly<Record<RegulatedCategory, RegExp>> = {
  prescription_drugs: whole(
    String.raw`prescription (?:drugs?|medicines?|medications?|pills?|painkillers?)|botox|ozempic|wegovy|mounjaro|semaglutide?|semaglutid|viagra|cialis|sildenafil|tadalafil|xanax|valium|tramadol|oxycodone|opioids?|antibiotics?|verschreibungspflichtig\p{L}*|rezeptpflichtig\p{L}*|antibiotika|médicaments? sur ordonnance|antibiotiques?|medicamentos? con receta|antibióticos?`
  ),
  weight_loss: whole(
    String.raw`weight[- ]loss|lose [^.!?;]{0,40}?(?:weight|\d ?kg|kilos?|pounds?|lbs|stone)|losing weight|slimming|fat[- ]?burn\p{L}*|burn fat|obesity|diet pills?|abnehmen|(?:verlieren|verliere)[^.!?;]{0,30}?(?:gewicht|\d ?kg|kilos?)|\d ?kg (?:weniger|verlieren|leichter)|gewichtsverlust|gewichtsreduktion|fettverbrennung|fett weg|schlank werden|übergewicht|adipositas|perte de poids|(?:perdre|perdez|perte)[^.!?;]{0,30}?(?:poids|\d ?kg|kilos?)|maigrir|minceur|amincissant\p{L}*|obésité|(?:perder|pierde|pierda|pérdida)[^.!?;]{0,30}?(?:peso|\d ?kg|kilos?)|adelgaz\p{L}*|pérdida de peso|quemagrasas|obesidad`
  ),
  earnings: whole(
    String.raw`earn (?:up to )?(?:[$€£]\s?\d|\d|more|money|six figures)[\p{L}\p{N}.,]*|make money|passive income|get rich|financial freedom|income guarantee\p{L}*|double your (?:money|income|salary)|six[- ]figure (?:salary|income)|guaranteed (?:jobs?|income|returns?|employment|placement|profit)|job guarante\p{L}*|job placement guarante\p{L}*|(?:jobs?|employment|income) guarante\p{L}*|guarantee\p{L}* (?:you )?(?:a |your )?(?:job|income|profit)|get hired|land (?:a|your) (?:\p{L}+ )?job|jobgarantie|garantierte[rsn]? (?:job|rendite|einkommen|gewinn)|passives einkommen|schnell reich|geld verdienen|emploi garanti|revenus? (?:garantis?|passifs?)|gagne[rz] (?:de l['’]argent|jusqu)|trabajo garantizado|empleo garantizado|ingresos (?:garantizados|pasivos)|gana dinero|rentabilidad garantizada`
  ),
  credit: whole(
    String.raw`loans?|payday|mortgages?|(?<!tax )credit(?! cards?| notes?|s)|income share|0 ?% (?:apr|finance|interest)|\d\s?% apr|refinanc\p{L}*|debt (?:relief|consolidation|advice)|interest[- ]free|buy now,? pay later|(?:spread|split) the cost|(?:car |patient )?financ(?:e|ing) (?:available|options|from|plans?)|kredite?|sofortkredit|darlehen|ratenzahlung|ratenkauf|finanzierung|schufa\p{L}*|(?<!cartes? de )crédits?(?! d['’]imp[oô]t)|paiements? en \p{L}+ fois|prêts? (?:personnel|immobilier|auto|étudiant|à la consommation|express|rapide)\p{L}*|rachat de crédit|préstamos?|(?<!tarjetas? de )créditos?|hipotecas?|financiación`
  ),
  gambling: whole(
    String.raw`casinos?|win (?:up to )?[$€£]\s?\d[\d.,]*|prize draws?|raffles?|betting|bets?|gambling|poker|slot machines?|lottery|bingo|jackpots?|roulette|sportwetten|wetten|glücksspiel\p{L}*|lotto|spielautomaten|paris sportifs|jeux d['’]argent|loterie|apuestas?|lotería|tragaperras`
  ),
  political: whole(
    `vote for|vote (?:labour|conservative|democrat|republican|green)|re-?elect|election campaign|political party|your mp|referendum|wählen sie|bundestagswahl|landtagswahl|wahlkampf|volksentscheid|votez|élections?|campagne électorale|vota (?:a|por)|elecciones|partido político`
  ),
  health_outcomes: whole(
    String.raw`cures?|heals?|healed|clinically proven|medically proven|scientifically proven|pain[- ]free|painless|no pain|without pain|eliminates? (?:pain|anxiety|depression|disease)|(?:treats?|prevents?|reverses?|stops?|beats?) (?:\p{L}+ )?(?:cancer|diabetes|depression|anxiety|arthritis|autism|adhd|dementia|disease|illness|hair loss|infertility)|end (?:back|joint|chronic)? ?pain|heilt|heilen|geheilt|heilung|klinisch (?:bewiesen|getestet|erwiesen)|schmerzfrei\p{L}*|schmerzlos\p{L}*|ohne schmerzen|guérit|guérir|guérison|guérissez|cliniquement prouvée?s?|sans douleur|indolore|curar?|curamos|sanar|clínicamente (?:probad[oa]s?|demostrad[oa]s?)|sin dolor|indolor[oa]?`
  )
}

const entries = Object.entries(categories) as ReadonlyArray<[RegulatedCategory, RegExp]>

/** The restricted category that a line belongs to; null for all others. */
export const regulatedCategoryOf = (text: string): RegulatedCategory | null =>
  entries.find(([, pattern]) => pattern.test(text.normalize("NFKC")))?.[0] ?? null
