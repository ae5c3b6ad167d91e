import { remembering } from '../../domain/sets.ts'
import { wordStem } from '../search/word-stem.ts'

const stemsOf = (words: string) => words.split(' ').map((word) => wordStem(word))
export const groupsOf = (groups: string) => groups.split(',').map(stemsOf)

/** Words that say nothing about what a lesson recommends. */
const FILLER = new Set(
  stemsOf(
    'a an the this that these those it its is are was were be been being do does did has have had must should shall will would may can could need require to of for by as so if when while whenever then than there here we you your our their they them i me my he she who which what where whether and or but also just please now on in at with into onto from under over through via per about always every each all any some sure make use get go come put let ensure remember want both one such very own still already otherwise because since until unless after before first only up instead rather out twice again nobody not never no without avoid forbid so too unless here anything everything everywhere many much once during directly straight',
  ),
)
/** Words that count if both texts have them, and do not matter if only one has. */
const LIGHT = new Set(
  stemsOf(
    'run keep set give take write hold contain live sit stay work file code project repository repo time allow fine ok good new start call prefer favor enough able finish cause amount item thing case way itself current usual mode know see look lead leave become long follow belong carry forever request entry name everything second missing lack empty said',
  ),
)
const NEGATIONS = new Set(
  'not never no avoid forget omit skip skips skipped forbid forbidden prohibited nobody nothing none missing lack lacks lacking neither nor banned empty ignore ignores ignored'.split(
    ' ',
  ),
)
/** Introduces a requirement: `fails without X` and `not allowed unless X` both mean that X is required. */
const CONDITION = /\b(?:without|unless)\b/
const FAILS =
  /\b(?:fails?|breaks?|blocks?|(?:runs?|ran) out of|out of memory|times? out|killed|crash(?:es)?|hangs?|miss(?:es)?|loses?|leaks?|stalls?|rejects?|resets?)\b/
const WARNS =
  /\b(?:overwrit\w+|revert(?:s|ed)|lost|oom|crash\w*|leaks?|corrupt\w*|banned|off limits|fails?|breaks?|out of memory|(?:auto-?)?generated)\b/
const SAME_WORDS = new Map(
  'remove delete erase drop purge clear wipe,check verify validate confirm inspect,change modify edit update refresh touch alter amend,error failure exception,fail break crash,fix repair resolve,folder directory,repository repo codebase,lint linter,sort order,date timestamp,mac macos,build compile,config configuration setting,environment env,dependency package library,function method,document doc,second sec s,minute min,hour hr,megabyte mb,database db,several multi multiple,maximum max most limit cap within ceiling,minimum least,begin start launch,prefer favor choose,automatic automatically auto,global globally,manual manually,ask approval permission consent okay agreement told,variable var,small smaller short,compare comparison,add adding create,acknowledge ack,mock fake stub,certificate cert,administrator admin,authentication auth,parameter param argument arg,identifier id,kubernetes k8s,typescript ts,javascript js,postgresql postgres,internationalisation i18n translation translate,memory ram,endpoint route,mutex lock,iterate loop traverse,repeat duplicate twice redo,large big huge,quick fast,slow sluggish,backend server,report complain,link tie connect associate,answer reply response,human person people somebody whoever anyone developer engineer,literal hardcode,regenerate generate autogenerate rebuild,reinstall install,retry reattempt,string text,behavior behaviour,color colour,license licence,center centre,cancel cancellation,revert undo,fetch download,incorrect wrong,image picture,previous prior earlier,obtain acquire,shut terminate,show display,deploy deployment ship rollout,temporary temp tmp,merge land,main trunk master,flaky intermittent intermittently,quarantine isolate,body payload,toggle flag,allocate malloc,watchdog wdt,bug defect,paginate pagination pager,ci pipeline workflow,infrastructure infra,production prod,development dev,performance perf,message msg,application app,information info,reference ref,character char,language lang,object obj,property prop,utility util,organization organisation org,shell bash,integer int,resize scale,notify notification alert,stale outdated obsolete,qa tester'
    .split(',')
    .map((group) => group.split(' '))
    .flatMap(([first, ...others]) => others.map((other) => [wordStem(other), first!] as const)),
)
const NUMBERS = ' two three four five six seven eight nine ten eleven twelve'.split(' ')

const CONTRAST =
  /[;:.](?=\s|$)|\s[-–—]\s|,?\s(?=(?:not|never|no|use|do not|prefer)\s)(?<=,\s|and\s|;\s)|(?<=,)\s(?=(?:the|it|they|there|plain)\s)|\sand (?=\w+ (?:not|never)\s)|\b(?=instead of|rather than)/
const REASON =
  /,\s?as\b|,\s?or (?=.*\b(?:missing|fails?|breaks?|crash\w*|lost)\b)|\b(?:because|since|so that|otherwise|else|so it|even though|although|to (?:avoid|prevent))\b/

const TURNS = new Map(
  'not never no instead rather avoid forbid nobody neither nor,only single,some,any either,both,may might can could,until,over,under,within,except but,unless,without,before,after,when whenever if while during once,first,then,twice,again,from,into onto,to,out,up,by,than,that which who'
    .split(',')
    .flatMap((group) => group.split(' ').map((word, _, [mark]) => [word, `<${mark}>`] as const)),
)
const turnsOf = (word: string) => TURNS.get(word)

interface Word {
  /** A number, a code identifier, a path or a flag: a different one means a different thing. */
  readonly isHard: boolean
  readonly isLight: boolean
  /** 1 recommended or said, -1 advised against or denied, 0 a reason. */
  readonly sign: -1 | 0 | 1
  /** It stands after a `without` or `unless`. */
  readonly isCondition: boolean
  /** By a `before` or `after`: 1 comes first, 2 second, 0 unknown. */
  readonly order: 0 | 1 | 2
}

export interface Token {
  readonly word: string
  readonly stem: string
  readonly isContent: boolean
  /** The number of its clause. */
  readonly part: number
  readonly isReason: boolean
  /** It says nothing itself, and turns what the sentence says round: words that do so alike have the same mark. */
  readonly turns?: string | undefined
}

/** A sentence, parsed for comparison with another. */
export interface Statement {
  readonly words: ReadonlyMap<string, Word>
  /** All words in their order, including those without content. */
  readonly all: readonly Token[]
  readonly isNegated: boolean
  /** It asserts one thing and denies another, or describes a failure without a denial. */
  readonly isMixed: boolean
  /** Its words, with the usual one in place of each synonym. */
  readonly usual: string
}

/** Cached, because a text is compared with many others. */
export const statementOf = remembering(readStatement, 1_000)

function readStatement(raw: string): Statement {
  const text = normal(raw)
  const words = new Map<string, Word>()
  const all: Token[] = []
  let isNegated = false
  const order = orderIn(text)
  let at = 0
  for (const [part, sentence] of text.split(CONTRAST).entries()) {
    const reasons = sentence.split(REASON)
    for (const [index, clause] of reasons.entries()) {
      const tokens = tokensOf(clause)
      const denials =
        tokens.filter(({ word }) => NEGATIONS.has(word)).length +
        Number(/^\s*(?:instead of|rather than)\b/.test(clause))
      const isDenied = denials % 2 === 1
      const condition = tokens.findIndex(({ word }) => CONDITION.test(word))
      const isRequired = isDenied || condition === 0 || FAILS.test(clause)
      if (isDenied) isNegated = true
      const signAt = (place: number) => {
        if (index > 0) return 0
        if (condition < 0) return isDenied ? -1 : 1
        if (place < condition) return isRequired ? 0 : 1
        return isRequired ? 1 : -1
      }
      for (const [place, { word, isCode }] of tokens.entries()) {
        const sign = signAt(place)
        at = text.indexOf(word, at) === -1 ? at : text.indexOf(word, at)
        const stem = stemOf(word)
        const isContent = isCode || !FILLER.has(stem)
        all.push({ word, stem, isContent, part, isReason: index > 0, turns: isContent ? undefined : turnsOf(word) })
        if (!isContent) continue
        const isReason = index > 0
        const isNamed = /[\d/\\_@]|\w\.\w|^[-.]\w/.test(word) || (isCode && !LIGHT.has(stem))
        const isHard = isNamed && !isReason
        const before = words.get(stem)
        words.set(stem, {
          isHard: isHard || before?.isHard === true,
          isLight: isReason || (!isHard && LIGHT.has(stem)),
          sign: before === undefined || before.sign === sign ? sign : 0,
          isCondition: condition >= 0 && place > condition,
          order: before === undefined || before.order === order(at) ? order(at) : 0,
        })
      }
    }
  }
  const isMixed = isNegated ? [...words.values()].some(({ sign }) => sign === 1) : WARNS.test(text)
  return { words, all, isNegated, isMixed, usual: all.map(({ word }) => usualOf(word)).join(' ') }
}

/** Normalises contractions, preferences, and the order of a failing thing and the one that works. */
function normal(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[‘’]/g, "'")
    .replace(/(?<![\p{L}`'"])(?:^U|u)n(?=\p{Ll}{3,}ed\b)/gu, 'not ')
    .toLowerCase()
    .replace(/^(?:we )?(?:always |please )?/, '')
    .replace(/\bcan(?:'t|not)\b/g, 'can not')
    .replace(/n't\b/g, ' not')
    .replace(/\b((?:not|never) [^;.]+?) (?:until|before (?=(?:you|i|we|they) ))/, '$1 unless ')
    .replace(/'s\b/g, '')
    .replace(/\bpr(?=s?\b)/g, 'pull request')
    .replace(/\b(?:exceed(?:s|ing)?|more than|larger than)\b/g, 'over')
    .replace(/\b(?:not|never) ([^;.]*?)\b(?:over one|several)\b/, '$1only one')
    .replace(/\bby hand\b/g, 'manual')
    .replace(/(?:^|\b(?:ha[sd]|have|needs?|needed|is|are|required|order|how|want|used|because)) to (?=\w)/g, (said) =>
      said.replace(/to $/, ''),
    )
    .replace(/\b(?:nobody|no one|nothing) (?:but|except)\b/g, 'only')
    .replace(/\b(?:an?|one) (?=(?:second|minute|hour|day|week|month|year)\b)/g, '1 ')
    .replace(/\b60 (?:seconds|s)\b/g, '1 minute')
    .replace(/\b60 min(?:utes)?\b/g, '1 hour')
    .replace(/\b24 (?:hours|h)\b/g, '1 day')
    .replace(/\b(\d+)(s|ms|mb|gb|kb|min|h)\b/g, '$1 $2')
    .replace(/\b(prefer\w*)( .+?)? (?:over|to) /, '$1$2 instead of ')
    .replace(/\b(?:never|does not) (?:stop|end)s?\b(?! up)/, 'forever')
    .replace(/^stop (?=\w+ing\b)/, 'not ')
    .replace(/\bleave (.+?) alone\b/, 'not touch $1')
    .replace(/\b(?:keep|stay) (.+? )?out of\b/, 'not put $1into')
    .replace(/\bfree of\b/, 'without any')
    .replace(/\boff limits\b/, 'forbidden')
    .replace(
      /^(.+?) (?:keeps? failing|fails|does not work|is (?:too )?(?:broken|slow|deprecated|flaky))(?: here)?[;,.:] (?:use )?(.+?)(?: (?:fixes it|fixes that|works|passes|does)\b.*)?$/,
      'use $2 instead of $1',
    )
}

function tokensOf(clause: string): { word: string; isCode: boolean }[] {
  return clause.split('`').flatMap((piece, index) =>
    piece
      .split(/[\s,;()"'!?=]+/)
      .map((word) => word.replace(/^[:*]+|[.:*%/]+$/g, ''))
      .flatMap((word) => (/^\p{L}+(?:-\p{L}+)+$/u.test(word) ? word.split('-') : [word]))
      .filter((word) => word !== '')
      .map((word) => ({ word, isCode: index % 2 === 1 })),
  )
}

const usualOf = (word: string) => SAME_WORDS.get(wordStem(word)) ?? word

function stemOf(word: string): string {
  const number = NUMBERS.indexOf(word)
  if (number > 0) return `${number + 1}`
  return wordStem(usualOf(word))
}

/** The side of a `before` or an `after` on which a place in the text is. */
function orderIn(text: string): (at: number) => 0 | 1 | 2 {
  const link = /\b(before|after)\b/.exec(text)
  const split = link?.index === 0 ? text.indexOf(',') : (link?.index ?? -1)
  if (link === null || split < 0) return () => 0
  const isSecondLater = (link[1] === 'before') !== (link.index === 0)
  return (at) => (at < split === isSecondLater ? 1 : 2)
}
