import { parseArgs } from 'node:util'
import { POLICY_NAMES, type PolicyName } from './policies/catalogue.ts'
import { VARIANT_NAMES, type Variant, type VariantName } from './world/variants.ts'

/** What is asked of the gym. */
export interface Request {
  readonly variants: readonly VariantName[]
  readonly policies: readonly PolicyName[]
  readonly seeds: readonly number[]
  readonly size: Partial<Variant>
  readonly processes: number
  readonly minutes: number
  readonly json: boolean
  readonly check: boolean
  /** All of it was asked for, so the figures are kept. */
  readonly isWhole: boolean
}

export const USAGE = `npm run gym -- [options]

  --variant NAME    only this world, as often as you like: ${VARIANT_NAMES.join(', ')}
  --policy NAME     only this policy, as often as you like: ${POLICY_NAMES.join(', ')}
  --seeds 101..130  which worlds
  --tune            seeds 1..10, on which settings may be tuned; never reported
  --quick           three small worlds
  --processes N     how many worlds at a time
  --minutes N       begin no world after that; the next run goes on from there
  --json            figures as JSON
  --check           exit 1 if a bar is missed

Figures of a whole run are kept in bench/results/gym.json.`

/** Settings may be tuned on the first worlds; what is reported comes from worlds that nobody has looked at. */
const TUNED = range(1, 10)
export const REPORTED: readonly number[] = range(101, 130)

/** Where thirty worlds cannot tell, these can; nobody has looked at them either. */
export const FURTHER: readonly number[] = range(131, 530)

/** Each has about forty lessons, so fewer tell whether the probabilities of lessons are right. */
export const FURTHER_LESSONS: readonly number[] = range(131, 230)
const QUICK = { runs: 60, lessons: 24 }

export class BadRequest extends Error {}

export function readRequest(argv: readonly string[]): Request | 'help' {
  const { values } = parsed(argv)
  if (values.help) return 'help'
  const isWhole = !(values.quick || values.tune || values.seeds || values.variant || values.policy)
  return {
    variants: named('variant', values.variant, VARIANT_NAMES),
    policies: named('policy', values.policy, POLICY_NAMES),
    seeds:
      values.seeds !== undefined
        ? seedsOf(values.seeds)
        : values.tune
          ? TUNED
          : values.quick
            ? range(101, 103)
            : REPORTED,
    size: values.quick ? QUICK : {},
    processes: countOf('processes', values.processes, 2),
    minutes: countOf('minutes', values.minutes, Number.POSITIVE_INFINITY),
    json: values.json,
    check: values.check,
    isWhole,
  }
}

function parsed(argv: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const
  const many = { type: 'string', multiple: true } as const
  const options = {
    variant: many,
    policy: many,
    seeds: { type: 'string' },
    processes: { type: 'string' },
    minutes: { type: 'string' },
    tune: flag,
    quick: flag,
    json: flag,
    check: flag,
    help: flag,
  } as const
  try {
    return parseArgs({ args: [...argv], options })
  } catch (error) {
    throw new BadRequest((error as Error).message)
  }
}

function named<T extends string>(
  what: string,
  asked: readonly string[] | undefined,
  known: readonly T[],
): readonly T[] {
  const wrong = asked?.find((name) => !known.includes(name as T))
  if (wrong !== undefined) throw new BadRequest(`There is no ${what} '${wrong}'; there are ${known.join(', ')}.`)
  return asked === undefined ? known : known.filter((name) => asked.includes(name))
}

function countOf(what: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new BadRequest(`${what}: '${text}' is no whole number from 1.`)
  return Number(text)
}

/** `101..130`, or `7`. */
function seedsOf(text: string): number[] {
  const found = /^(\d{1,6})(?:\.\.(\d{1,6}))?$/.exec(text)
  if (found === null) throw new BadRequest(`seeds: '${text}' is neither a number nor a range such as 101..130.`)
  return range(Number(found[1]), Number(found[2] ?? found[1]))
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}
