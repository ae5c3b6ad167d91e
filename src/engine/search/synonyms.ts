/** Words that say the same in advice about work on code, by their stems; the first stands for all. */
const GROUPS = [
  'run execut invok launch start trigger perform call',
  'send upload post transmit forward submit share ship deliver sync relay exfiltrat',
  'remov delet eras wip drop purg clear',
  'install setup provision',
  'prefer choos adopt pick favor favour recommend',
  'disabl skip bypass off suppress deactivat omit',
  'test spec suite',
  'packag dependenc librari modul',
  'config configuration sett option',
  'environment env variabl',
  'first prior ahead beforehand initial',
  'last final end afterward later',
  'folder director',
  'repositor repo project codebas',
  'build compil bundl',
  'check verif validat confirm inspect ensur',
  'server endpoint collector host backend',
  'secret credential password token key passphras',
  'chang modif edit updat alter adjust',
  'show print display output echo dump reveal',
  'read open load fetch get retriev download pull',
  'creat mak generat produc add writ',
  'error fail failur crash break exception',
  'fix repair resolv solv cur mend',
  'user person human operator',
  'agent assistant ai llm bot',
  'whol entir full complet',
  'script command',
  'version releas',
  'quick fast speed',
  'keep preserv retain maintain',
  'set assign defin',
]

let known: ReadonlyMap<string, string> | undefined
let leaders: ReadonlySet<string> | undefined

/** Whether a stem is of a group: words that much advice is made of, so that sharing one says little. */
export function isCommonStem(stem: string): boolean {
  return synonymOf(stem) !== stem || leaders!.has(stem)
}

/** The stem that stands for a stem and those that say the same. */
export function synonymOf(stem: string): string {
  known ??= new Map(
    GROUPS.flatMap((group) => {
      const [first, ...others] = group.split(' ')
      return others.map((other) => [other, first!] as const)
    }),
  )
  leaders ??= new Set(known.values())
  return known.get(stem) ?? stem
}
