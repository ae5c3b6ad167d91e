const WORDS = [
  'about above after again all also always and any are because been before being below between both but can cannot',
  "could did does doing don't down during each either else ensure every few for from further had has have having her",
  "here hers him his how into isn't its itself just like make may might more most must near need never nor not now off",
  'once only onto other our out over own per same shall she should since some such than that the their them then there',
  'these they this those through too under until unless upon use used uses using very via was were what when where',
  "whether which while who whom why will with within without won't would yet you your",
]

let known: ReadonlySet<string> | undefined

/** Words of more than two letters that say nothing about a subject. Put together when first asked for: most steps say too little to ask. */
export function stopWords(): ReadonlySet<string> {
  known ??= new Set(WORDS.flatMap((words) => words.split(' ')))
  return known
}
